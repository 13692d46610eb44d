//! The tables, their migrations, and the rights that a user needs.

use super::connection::{Client, as_error, connection};
use super::failure::DatabaseFailure;
use super::url::DatabaseUrl;
use deadpool_postgres::{Object, Pool};
use storage::sql::{Dialect, tables};
use storage::{Schema, StorageError, StorageErrorKind};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

pub fn schema() -> Schema {
    Schema(vec![tables(Dialect::Postgres) + FIRST])
}

/// Creates the schema if it is missing, and migrates its tables. Concurrent migrations wait for each other. Errors name the database.
pub async fn migrate(url: &DatabaseUrl, pool: &Pool, schema: &Schema) -> Result<(), StorageError> {
    migrate_schema(url, pool, schema).await.map_err(|error| StorageError::of(error.kind, url.to_string(), error))
}

async fn migrate_schema(url: &DatabaseUrl, pool: &Pool, schema: &Schema) -> Result<(), StorageError> {
    // A current schema needs no lock, which a sleeping process might hold.
    {
        let client = connection(pool).await?;
        if found(&client).await.is_ok_and(|found| found == schema.latest()) {
            return check_tables(&client, &url.schema).await;
        }
    }
    // A separate connection: the lock ends with it.
    let client = Object::take(connection(pool).await?);
    let lock = "SELECT pg_advisory_lock(hashtext('arbitre'), hashtext($1))";
    client.execute(lock, &[&url.schema]).await.map_err(as_error)?;
    // A user without the right to create a schema may use an existing one.
    let there = client.query_one("SELECT to_regnamespace($1) IS NOT NULL", &[&url.schema]).await.and_then(|row| row.try_get(0));
    if !there.map_err(as_error)? {
        let no_right = |error: Error| match error.code() {
            Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {
                let what = DatabaseFailure::NoSchemaRight { schema: url.schema.clone() };
                StorageError::unavailable(what, as_error(error))
            }
            _ => as_error(error),
        };
        client.batch_execute(&format!("CREATE SCHEMA \"{}\"", url.schema)).await.map_err(no_right)?;
    }
    check_schema(&client, &url.schema).await?;
    let steps = schema.missing(found(&client).await?)?;
    if steps.is_empty() {
        return Ok(());
    }
    // Statements that are sent together are one transaction.
    let (steps, latest) = (steps.concat(), schema.latest());
    let versions = "CREATE TABLE IF NOT EXISTS versions (version bigint PRIMARY KEY)";
    client.batch_execute(&format!("{versions}; {steps} INSERT INTO versions VALUES ({latest})")).await.map_err(as_error)
}

/// The version of the tables, 0 where there are none.
async fn found(client: &Client) -> Result<i64, StorageError> {
    let there = client.query_one("SELECT to_regclass('versions') IS NOT NULL", &[]).await.and_then(|row| row.try_get(0));
    if !there.map_err(as_error)? {
        return Ok(0);
    }
    let newest = client.query_one("SELECT max(version)::bigint FROM versions", &[]).await.and_then(|row| row.try_get::<_, Option<i64>>(0));
    let not_ours = |error| StorageError::of(StorageErrorKind::Damaged, DatabaseFailure::OtherTables, as_error(error));
    Ok(newest.map_err(not_ours)?.unwrap_or(0))
}

/// For a worker, which does not migrate: checks that the tables have the latest version and are readable and writable.
pub async fn check(url: &DatabaseUrl, pool: &Pool) -> Result<(), StorageError> {
    let client = connection(pool).await?;
    let sql = "SELECT CASE WHEN to_regclass($1) IS NULL THEN 0 ELSE 1 END";
    let row = client.query_one(sql, &[&format!("{}.versions", url.schema)]).await.map_err(as_error)?;
    if row.try_get::<_, i32>(0).map_err(as_error)? == 0 {
        return Err(StorageError::new(StorageErrorKind::Unavailable, DatabaseFailure::Nothing { place: url.to_string() }));
    }
    check_tables(&client, &url.schema).await?;
    check_version(&client).await
}

/// Checks only the version, which a newer program may have migrated meanwhile.
pub async fn check_version(client: &Client) -> Result<(), StorageError> {
    match schema().missing(found(client).await?)? {
        [] => Ok(()),
        _ => Err(StorageError::damaged(DatabaseFailure::OlderTables)),
    }
}

/// Checks the privilege to create tables in an existing schema.
async fn check_schema(client: &Client, schema: &str) -> Result<(), StorageError> {
    let sql = "SELECT current_user::text, has_schema_privilege($1, 'USAGE') AND has_schema_privilege($1, 'CREATE')";
    let row = client.query_one(sql, &[&schema]).await.map_err(as_error)?;
    let (user, may): (String, bool) = (row.try_get(0).map_err(as_error)?, row.try_get(1).map_err(as_error)?);
    if may {
        return Ok(());
    }
    Err(StorageError::new(StorageErrorKind::Damaged, DatabaseFailure::NoTableRight { user, schema: schema.into() }))
}

/// Checks the privileges to read and write all tables of an up-to-date schema.
async fn check_tables(client: &Client, schema: &str) -> Result<(), StorageError> {
    // Tables of other owners in the schema do not matter.
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
    Err(StorageError::new(StorageErrorKind::Damaged, DatabaseFailure::NoDataRight { user, table, schema: schema.into() }))
}

/// Numbers have 63 bits. `lease` has one row: its holder; `batch` is the last batch of a node of version 0.1.0. A batch is a line of the log of its
/// term, which has the negative number of the term as its `game`; old lines are deleted. Lines are only inserted: if every batch updated one row,
/// each would read all versions of it that a long transaction, such as that of `pg_dump`, still sees. `nodes` are the last heartbeats of the nodes;
/// `unreached` is whether the self-probe fails. `moving` has a row until a move into this schema is complete.
///
/// `queue` has a row for each unfinished job, and `parts` one for each of its parts. `undone` counts the parts without a result. A part belongs to
/// its worker until `until`, by the database's clock; a later worker continues at its `checkpoint`. `served` is the turn at which each client was
/// last served.
const FIRST: &str = "
CREATE TABLE lease (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    fence bigint NOT NULL DEFAULT 0,
    batch bigint NOT NULL DEFAULT 0,
    holder text NOT NULL DEFAULT '',
    relay text NOT NULL DEFAULT '',
    key text NOT NULL DEFAULT '',
    until timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO lease DEFAULT VALUES;
CREATE TABLE log (
    game bigint NOT NULL,
    line bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (game, line)
);
CREATE TABLE forgotten (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    last_match bigint NOT NULL DEFAULT 0,
    last_tournament bigint NOT NULL DEFAULT 0
);
INSERT INTO forgotten DEFAULT VALUES;
CREATE TABLE nodes (
    name text NOT NULL,
    address text NOT NULL,
    version text NOT NULL,
    relay text NOT NULL,
    key text NOT NULL,
    referees boolean NOT NULL,
    since timestamptz NOT NULL,
    seen timestamptz NOT NULL,
    unreached boolean NOT NULL DEFAULT false,
    PRIMARY KEY (name, address)
);
CREATE TABLE moving (one boolean PRIMARY KEY DEFAULT true CHECK (one));
CREATE TABLE queue (
    job bigint PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    place bigint GENERATED ALWAYS AS IDENTITY,
    asker text NOT NULL,
    background boolean NOT NULL,
    version bigint NOT NULL,
    mebibytes bigint NOT NULL,
    seconds bigint NOT NULL,
    parts bigint NOT NULL,
    undone bigint NOT NULL
);
CREATE TABLE parts (
    job bigint NOT NULL REFERENCES queue (job) ON DELETE CASCADE,
    part bigint NOT NULL,
    turn bigint NOT NULL DEFAULT 0,
    worker text,
    until timestamptz,
    deaths bigint NOT NULL DEFAULT 0,
    generated bigint NOT NULL DEFAULT 0,
    depth bigint NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0,
    time_us bigint NOT NULL DEFAULT 0,
    result text,
    checkpoint text,
    PRIMARY KEY (job, part)
);
CREATE INDEX held ON parts (until) WHERE worker IS NOT NULL;
CREATE TABLE served (
    asker text PRIMARY KEY,
    turn bigint NOT NULL
);
CREATE SEQUENCE turns;
";
