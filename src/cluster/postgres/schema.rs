//! The layout of the tables.

use super::connection::{Client, as_error, connection};
use super::rights;
use super::trouble::DatabaseTrouble;
use super::url::DatabaseUrl;
use deadpool_postgres::{Object, Pool};
use storage::{Fault, Schema, StorageError};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

pub const SCHEMA: Schema = Schema(&[FIRST]);

/// Makes the schema if need be, and brings its tables up to date. Nodes that do so at one time wait for one another. Errors name the database.
pub async fn migrate(url: &DatabaseUrl, pool: &Pool, schema: Schema) -> Result<(), StorageError> {
    bring_up_to_date(url, pool, schema).await.map_err(|error| StorageError::of(error.fault, url.to_string(), error))
}

async fn bring_up_to_date(url: &DatabaseUrl, pool: &Pool, schema: Schema) -> Result<(), StorageError> {
    // Whoever is up to date waits for nobody, who may be asleep.
    {
        let client = connection(pool).await?;
        if found(&client).await.is_ok_and(|found| found == schema.latest()) {
            return rights::check_tables(&client, &url.schema).await;
        }
    }
    // A connection of its own, with which the lock goes.
    let client = Object::take(connection(pool).await?);
    // Two hash values by which everybody knows what is waited for: the program's and the schema's.
    let lock = "SELECT pg_advisory_lock(hashtext('arbitre'), hashtext($1))";
    client.execute(lock, &[&url.schema]).await.map_err(as_error)?;
    // Who may not make one may use one that was made for him.
    let there = client.query_one("SELECT to_regnamespace($1) IS NOT NULL", &[&url.schema]).await.and_then(|row| row.try_get(0));
    if !there.map_err(as_error)? {
        let no_right = |error: Error| match error.code() {
            Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {
                let what = DatabaseTrouble::NoSchemaRight { schema: url.schema.clone() };
                StorageError::of(Fault::Unavailable, what, as_error(error))
            }
            _ => as_error(error),
        };
        client.batch_execute(&format!("CREATE SCHEMA \"{}\"", url.schema)).await.map_err(no_right)?;
    }
    rights::check_schema(&client, &url.schema).await?;
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
    let not_ours = |error| StorageError::of(Fault::Damaged, DatabaseTrouble::OtherTables, as_error(error));
    Ok(newest.map_err(not_ours)?.unwrap_or(0))
}

/// Whether the tables are of the version that this program knows, and may be read and written. A worker changes nothing about them: whoever
/// referees does.
pub async fn check(url: &DatabaseUrl, pool: &Pool) -> Result<(), StorageError> {
    let client = connection(pool).await?;
    let sql = "SELECT CASE WHEN to_regclass($1) IS NULL THEN 0 ELSE 1 END";
    let row = client.query_one(sql, &[&format!("{}.versions", url.schema)]).await.map_err(as_error)?;
    if row.try_get::<_, i32>(0).map_err(as_error)? == 0 {
        return Err(StorageError::new(Fault::Unavailable, DatabaseTrouble::Nothing { place: url.to_string() }));
    }
    rights::check_tables(&client, &url.schema).await?;
    check_version(&client).await
}

/// The same for tables that were there before: another version may have been started meanwhile.
pub async fn check_version(client: &Client) -> Result<(), StorageError> {
    match SCHEMA.missing(found(client).await?)? {
        [] => Ok(()),
        _ => Err(StorageError::damaged(DatabaseTrouble::OlderTables)),
    }
}

/// Numbers are never negative: what is 64 bits long elsewhere has 63 here. `lease` has one row: who referees, and the last batch it has
/// written. `nodes` are those that share the database, as each has last told of itself, and `unreached` whether it does not reach itself where the
/// others are to reach it. `moving` has a row while what is kept is only a part of what is being moved here.
///
/// The queue has a row for each job that is not over, and one for each of its parts. `undone` counts the parts without a result. A part with a
/// worker belongs to it until `until`, by the database's clock, and whoever takes it later may go on at its `checkpoint`. `served` says when each
/// asker was last served, counted in turns.
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
CREATE TABLE matches (
    game bigint PRIMARY KEY,
    game_name text NOT NULL,
    white text NOT NULL,
    black text NOT NULL,
    white_version text,
    black_version text,
    created_ms bigint NOT NULL,
    tournament bigint,
    result text,
    reason text,
    why text,
    ended_ms bigint,
    plies bigint,
    unseen_white boolean NOT NULL DEFAULT false,
    unseen_black boolean NOT NULL DEFAULT false
);
CREATE INDEX running ON matches (game) WHERE result IS NULL;
CREATE INDEX by_white ON matches (white, game);
CREATE INDEX by_black ON matches (black, game);
CREATE INDEX unseen_by_white ON matches (white, game) WHERE unseen_white;
CREATE INDEX unseen_by_black ON matches (black, game) WHERE unseen_black;
CREATE INDEX by_tournament ON matches (tournament, game) WHERE tournament IS NOT NULL;
CREATE INDEX of_tournaments ON matches (game) WHERE tournament IS NOT NULL;
CREATE INDEX friendly_by_end ON matches (ended_ms, game) WHERE tournament IS NULL AND result IS NOT NULL;
CREATE TABLE log (
    game bigint NOT NULL,
    line bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (game, line)
);
CREATE TABLE tournaments (
    id bigint PRIMARY KEY,
    name text NOT NULL,
    game text NOT NULL,
    format text NOT NULL,
    entrants bigint NOT NULL,
    stage text NOT NULL,
    created_ms bigint NOT NULL
);
CREATE TABLE tournament_log (
    tournament bigint NOT NULL,
    line bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (tournament, line)
);
CREATE TABLE forgotten (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    last_match bigint NOT NULL DEFAULT 0,
    last_tournament bigint NOT NULL DEFAULT 0
);
INSERT INTO forgotten DEFAULT VALUES;
CREATE TABLE tokens (
    id bigint PRIMARY KEY,
    bot text,
    team text,
    hash bytea NOT NULL UNIQUE,
    created_ms bigint NOT NULL
);
CREATE TABLE rehearsals (
    bot text PRIMARY KEY,
    failed text NOT NULL,
    at_ms bigint NOT NULL
);
CREATE TABLE jobs (
    id bigint PRIMARY KEY,
    task text NOT NULL,
    question text,
    game bigint,
    tries bigint NOT NULL DEFAULT 0,
    created_ms bigint NOT NULL,
    state text,
    why text,
    result_type text,
    result text,
    ended_ms bigint
);
CREATE INDEX reviews ON jobs (game) WHERE game IS NOT NULL;
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
    unasked boolean NOT NULL,
    edition bigint NOT NULL,
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
