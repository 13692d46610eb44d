//! The layout of the tables: what each version adds to the one before. A database of a later version is refused.

use super::connection::{Client, as_error, connection};
use super::url::DatabaseUrl;
use crate::core::storage::{Fault, StorageError};
use deadpool_postgres::{Object, Pool};
use refinery::{Migration, Runner};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

/// Version, name, statements. A version that has been released is never changed.
const VERSIONS: &[(&str, &str)] = &[("V1__first", FIRST), ("V2__nodes", NODES)];

/// Makes the schema if need be, and brings its tables up to date. Nodes that do so at one time wait for one another. Errors name the database.
pub async fn migrate(url: &DatabaseUrl, pool: &Pool) -> Result<(), StorageError> {
    bring_up_to_date(url, pool).await.map_err(|error| StorageError::of(error.fault, url.to_string(), error))
}

async fn bring_up_to_date(url: &DatabaseUrl, pool: &Pool) -> Result<(), StorageError> {
    // Whoever is up to date waits for nobody, who may be asleep.
    if is_latest(&*connection(pool).await?).await {
        return Ok(());
    }
    // A connection of its own, with which the lock goes.
    let mut client = Object::take(connection(pool).await?);
    // Two hash values by which everybody knows what is waited for: the program's and the schema's.
    let lock = "SELECT pg_advisory_lock(hashtext('arbitre'), hashtext($1))";
    client.execute(lock, &[&url.schema]).await.map_err(as_error)?;
    // Who may not make one may use one that was made for him.
    let there = client.query_one("SELECT to_regnamespace($1) IS NOT NULL", &[&url.schema]).await.and_then(|row| row.try_get(0));
    if !there.map_err(as_error)? {
        let no_right = |error: Error| match error.code() {
            Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {
                let what = format!("the user may not make the schema `{}`: GRANT CREATE ON DATABASE, or make it his", url.schema);
                StorageError::of(Fault::Unavailable, what, as_error(error))
            }
            _ => as_error(error),
        };
        client.batch_execute(&format!("CREATE SCHEMA {}", url.schema)).await.map_err(no_right)?;
    }
    let versions: Result<Vec<_>, _> = VERSIONS.iter().map(|(name, sql)| Migration::unapplied(name, sql)).collect();
    let wrong = |error| StorageError::of(Fault::Damaged, "the tables are not of a version that is known", error);
    let mut runner = Runner::new(&versions.map_err(wrong)?);
    runner.set_migration_table_name("versions");
    runner.run_async(&mut *client).await.map_err(wrong)?;
    Ok(())
}

async fn is_latest(client: &Client) -> bool {
    let versions = client.query_one("SELECT max(version) FROM versions", &[]).await;
    // Of a database without tables, whoever makes them tells what is wrong.
    versions.and_then(|row| row.try_get::<_, i32>(0)).is_ok_and(|version| usize::try_from(version) == Ok(VERSIONS.len()))
}

/// Numbers are never negative: what is 64 bits long elsewhere has 63 here. `lease` has one row: who referees, and the last batch it has
/// written.
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
    detail text,
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
    format text,
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
    tries bigint NOT NULL DEFAULT 0,
    created_ms bigint NOT NULL,
    state text,
    why text,
    result_type text,
    result text,
    ended_ms bigint
);
";

/// The nodes that share the database, as each has last told of itself; and whether what is kept is only a part of what is being moved here.
const NODES: &str = "
CREATE TABLE nodes (
    name text NOT NULL,
    address text NOT NULL,
    version text NOT NULL,
    relay text NOT NULL,
    key text NOT NULL,
    referees boolean NOT NULL,
    since timestamptz NOT NULL,
    seen timestamptz NOT NULL,
    PRIMARY KEY (name, address)
);
CREATE TABLE moving (one boolean PRIMARY KEY DEFAULT true CHECK (one));
";
