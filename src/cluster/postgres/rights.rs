//! What the user of a database may do there: whoever may not do all that a referee does is told so at the start, with the statement that helps.

use super::connection::{Client, as_error};
use super::trouble::DatabaseTrouble;
use storage::{Fault, StorageError};

/// Whether the user may make tables in the schema, which is there.
///
/// # Errors
/// When he may not, or the database does not answer.
pub async fn check_schema(client: &Client, schema: &str) -> Result<(), StorageError> {
    let sql = "SELECT current_user::text, has_schema_privilege($1, 'USAGE') AND has_schema_privilege($1, 'CREATE')";
    let row = client.query_one(sql, &[&schema]).await.map_err(as_error)?;
    let (user, may): (String, bool) = (row.try_get(0).map_err(as_error)?, row.try_get(1).map_err(as_error)?);
    if may {
        return Ok(());
    }
    Err(StorageError::new(Fault::Damaged, DatabaseTrouble::NoTableRight { user, schema: schema.into() }))
}

/// Whether the user may read and write all tables of the schema, which are of the latest version.
///
/// # Errors
/// When he may not, or the database does not answer.
pub async fn check_tables(client: &Client, schema: &str) -> Result<(), StorageError> {
    // Others may have tables of their own in the schema.
    let sql = "SELECT current_user::text, relname::text FROM pg_class
        WHERE relnamespace = to_regnamespace($1) AND relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('versions'))
            AND CASE relkind
                WHEN 'r' THEN NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
                    AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
                WHEN 'S' THEN NOT has_sequence_privilege(oid, 'USAGE')
                ELSE false
            END
        ORDER BY relname LIMIT 1";
    let Some(row) = client.query_opt(sql, &[&schema]).await.map_err(as_error)? else { return Ok(()) };
    let (user, table): (String, String) = (row.try_get(0).map_err(as_error)?, row.try_get(1).map_err(as_error)?);
    Err(StorageError::new(Fault::Damaged, DatabaseTrouble::NoDataRight { user, table, schema: schema.into() }))
}
