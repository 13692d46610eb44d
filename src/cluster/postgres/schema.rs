//! The layout of the tables: what each version adds to the one before. A database of a later version is refused.

use super::connection::{Client, as_error, connection};
use super::rights;
use super::url::DatabaseUrl;
use deadpool_postgres::{Object, Pool};
use refinery::error::Kind;
use refinery::{Migration, Runner};
use std::cmp::Ordering;
use storage::{Fault, StorageError};
use tokio_postgres::error::SqlState;
use tokio_postgres::{Error, Row};

/// Version, name, statements. A version that has been released is never changed.
const VERSIONS: &[(&str, &str)] = &[
    ("V1__first", FIRST),
    ("V2__queue", QUEUE),
    ("V3__reviews", REVIEWS),
    ("V4__nodes", NODES),
    ("V5__unreached", UNREACHED),
    ("V6__checkpoints", CHECKPOINTS),
];

/// Makes the schema if need be, and brings its tables up to date. Nodes that do so at one time wait for one another. Errors name the database.
pub async fn migrate(url: &DatabaseUrl, pool: &Pool) -> Result<(), StorageError> {
    bring_up_to_date(url, pool).await.map_err(|error| StorageError::of(error.fault, url.to_string(), error))
}

async fn bring_up_to_date(url: &DatabaseUrl, pool: &Pool) -> Result<(), StorageError> {
    // Whoever is up to date waits for nobody, who may be asleep.
    {
        let client = connection(pool).await?;
        if is_latest(&client).await {
            return rights::check_tables(&client, &url.schema).await;
        }
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
        client.batch_execute(&format!("CREATE SCHEMA \"{}\"", url.schema)).await.map_err(no_right)?;
    }
    rights::check_schema(&client, &url.schema).await?;
    check_rows(&client, &url.schema).await?;
    let versions: Result<Vec<_>, _> = VERSIONS.iter().map(|(name, sql)| Migration::unapplied(name, sql)).collect();
    let mut runner = Runner::new(&versions.map_err(not_migrated)?);
    runner.set_migration_table_name("versions");
    runner.run_async(&mut *client).await.map_err(not_migrated)?;
    Ok(())
}

/// What the migration crate says, and what it leaves out: what the database said to it.
fn not_migrated(error: refinery::Error) -> StorageError {
    match error.kind() {
        Kind::Connection(doing, source) => {
            let told = source.source().map_or_else(|| source.to_string(), ToString::to_string);
            StorageError::new(Fault::Damaged, format!("the tables cannot be brought up to date: {doing}: {told}"))
        }
        Kind::MissingVersion(made) => {
            let (version, latest) = (made.version(), VERSIONS.len());
            let what =
                format!("the tables are of version {version}, and this program knows version {latest}: a later program has made them");
            StorageError::new(Fault::Damaged, what)
        }
        _ => StorageError::of(Fault::Damaged, "the tables are not of a version that is known", error),
    }
}

/// Reads all rows that say of which version the tables are, before the migration crate does, which panics where one does not read.
async fn check_rows(client: &Client, schema: &str) -> Result<(), StorageError> {
    let there = client.query_one("SELECT to_regclass('versions') IS NOT NULL", &[]).await.and_then(|row| row.try_get(0));
    if !there.map_err(as_error)? {
        return Ok(());
    }
    let rows = client.query("SELECT version, name, applied_on, checksum FROM versions", &[]).await;
    let not_ours = |error| {
        StorageError::of(Fault::Damaged, format!("the table `versions` of the schema `{schema}` is not one that this program made"), error)
    };
    let rows = rows.map_err(|error| not_ours(as_error(error)))?;
    let reads = |row: &Row| -> Result<bool, Error> {
        let (_, _): (i32, String) = (row.try_get(0)?, row.try_get(1)?);
        let (applied_on, checksum): (String, String) = (row.try_get(2)?, row.try_get(3)?);
        // As the migration crate writes it, such as 2026-05-01T08:00:00.123456789Z, and in no other of the forms that jiff reads.
        let is_plain = applied_on.len() >= 20 && applied_on.bytes().all(|byte| byte.is_ascii_digit() || b"-:.TZ".contains(&byte));
        Ok(is_plain && applied_on.parse::<jiff::Timestamp>().is_ok() && checksum.parse::<u64>().is_ok())
    };
    match rows.iter().find(|row| !reads(row).unwrap_or(false)) {
        None => Ok(()),
        Some(row) => {
            let version = row.try_get::<_, i32>(0).map_or_else(|_| "no version".into(), |version| format!("version {version}"));
            let what = format!(
                "the table `versions` of the schema `{schema}` has a row, of {version}, that does not read: `applied_on` is a moment in UTC such as \
                 2026-05-01T08:00:00Z, and `checksum` a number; somebody has edited it"
            );
            Err(StorageError::damaged(what))
        }
    }
}

/// Whether the tables are of the version that this program knows, and may be read and written. A worker changes nothing about them: whoever
/// referees does.
pub async fn check(url: &DatabaseUrl, pool: &Pool) -> Result<(), StorageError> {
    let client = connection(pool).await?;
    let sql = "SELECT CASE WHEN to_regclass($1) IS NULL THEN 0 ELSE 1 END";
    let row = client.query_one(sql, &[&format!("{}.versions", url.schema)]).await.map_err(as_error)?;
    if row.try_get::<_, i32>(0).map_err(as_error)? == 0 {
        return Err(StorageError::new(Fault::Unavailable, format!("no referee has kept anything in {url} yet: start one first")));
    }
    rights::check_tables(&client, &url.schema).await?;
    check_version(&client).await
}

/// The same for tables that were there before: another version may have been started meanwhile.
pub async fn check_version(client: &Client) -> Result<(), StorageError> {
    let row = client.query_one(&client.prepare_cached("SELECT max(version) FROM versions").await.map_err(as_error)?, &[]).await;
    let (found, known) = (row.and_then(|row| row.try_get::<_, Option<i32>>(0)).map_err(as_error)?.unwrap_or(0), VERSIONS.len() as i32);
    let told = |what: &str| {
        let version = env!("CARGO_PKG_VERSION");
        Err(StorageError::new(
            Fault::Damaged,
            format!("the tables are of version {found}, and this worker ({version}) knows version {known}: {what}"),
        ))
    };
    match found.cmp(&known) {
        Ordering::Equal => Ok(()),
        Ordering::Less => told("restart the referee with this version first, which brings them up to date"),
        Ordering::Greater => told("run a worker of the same version as the referee"),
    }
}

/// The queue: a row for each job that is not over, and one for each of its parts. `undone` counts the parts without a result. A part with a
/// worker belongs to it until `until`, by the database's clock. `served` says when each asker was last served, counted in turns.
const QUEUE: &str = "
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
    PRIMARY KEY (job, part)
);
CREATE INDEX held ON parts (until) WHERE worker IS NOT NULL;
CREATE TABLE served (
    asker text PRIMARY KEY,
    turn bigint NOT NULL
);
CREATE SEQUENCE turns;
";

/// Whether a node does not reach itself where the others are to reach it.
const UNREACHED: &str = "
ALTER TABLE nodes ADD COLUMN unreached boolean NOT NULL DEFAULT false;
";

/// Where whoever takes a part may go on.
const CHECKPOINTS: &str = "
ALTER TABLE parts ADD COLUMN checkpoint text;
";

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

/// Which match a job looks at again.
const REVIEWS: &str = "
ALTER TABLE jobs ADD COLUMN game bigint;
CREATE INDEX reviews ON jobs (game) WHERE game IS NOT NULL;
CREATE INDEX of_tournaments ON matches (game) WHERE tournament IS NOT NULL;
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
