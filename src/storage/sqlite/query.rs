//! Executes SELECT statements on a SQLite connection.

use crate::sql::{Row, Statement};
use rusqlite::{Connection, Error, params_from_iter};

pub fn select(connection: &Connection, query: &Statement) -> Result<Vec<Row>, Error> {
    let mut prepared = connection.prepare_cached(&query.sql)?;
    let columns = prepared.column_count();
    let rows = prepared.query_map(params_from_iter(&query.values), |row| (0..columns).map(|column| row.get(column)).collect())?;
    rows.collect()
}

/// The largest number of a match and of a tournament so far, of those that were deleted too; 0 if there is none.
pub fn last_numbers(connection: &Connection) -> Result<(u64, u64), Error> {
    let sql = "SELECT max((SELECT coalesce(max(game), 0) FROM matches), (SELECT coalesce(max(game), 0) FROM last_forgotten)),
        max((SELECT coalesce(max(id), 0) FROM tournaments), (SELECT coalesce(max(id), 0) FROM deleted_tournaments),
            (SELECT coalesce(max(tournament), 0) FROM matches))";
    connection.query_row(sql, [], |row| Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64)))
}
