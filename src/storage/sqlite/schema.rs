//! The SQLite schema and its migrations.

use super::change::as_error;
use crate::sql::{Dialect, tables};
use crate::{Schema, StorageError};
use rusqlite::{Connection, TransactionBehavior};

pub fn schema() -> Schema {
    Schema(vec![tables(Dialect::Sqlite) + FIRST])
}

/// Migrates a file.
///
/// # Errors
/// When its tables are of an unknown version, or the disk fails.
pub fn migrate(connection: &mut Connection, schema: &Schema) -> Result<(), StorageError> {
    let found = |connection: &Connection| connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(as_error);
    if schema.missing(found(connection)?)?.is_empty() {
        return Ok(());
    }
    // Another process may migrate at the same time.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(as_error)?;
    let steps = schema.missing(found(&transaction)?)?.concat();
    transaction.execute_batch(&format!("{steps} PRAGMA user_version = {};", schema.latest())).map_err(as_error)?;
    transaction.commit().map_err(as_error)
}

/// The `id` of `log` is the match number times 2^24 plus the line number. `last_forgotten` and `deleted_tournaments` have numbers that are
/// not reused. `moving` has a row until a move into this file is complete.
const FIRST: &str = "
CREATE TABLE last_forgotten (one INTEGER PRIMARY KEY CHECK (one = 1), game INTEGER NOT NULL) STRICT;
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE deleted_tournaments (id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE checkpoints (
    job INTEGER NOT NULL,
    part INTEGER NOT NULL,
    parts INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (job, part)
) STRICT;
CREATE TABLE moving (one INTEGER PRIMARY KEY CHECK (one = 1)) STRICT;
";
