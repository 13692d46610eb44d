//! The layout of the tables.

use super::change::as_error;
use crate::{Schema, StorageError};
use rusqlite::{Connection, TransactionBehavior};

pub const SCHEMA: Schema = Schema(&[FIRST]);

/// Brings a file up to date.
///
/// # Errors
/// When its tables are of a version that is not known, or the disk refuses.
pub fn migrate(connection: &mut Connection, schema: Schema) -> Result<(), StorageError> {
    let found = |connection: &Connection| connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(as_error);
    if schema.missing(found(connection)?)?.is_empty() {
        return Ok(());
    }
    // Another process may be about to do the same.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(as_error)?;
    let steps = schema.missing(found(&transaction)?)?.concat();
    transaction.execute_batch(&format!("{steps} PRAGMA user_version = {};", schema.latest())).map_err(as_error)?;
    transaction.commit().map_err(as_error)
}

/// Numbers are never negative: what is 64 bits long elsewhere has 63 here. A line of a match's log has its game's number times 2^24 and its own
/// as `id`. `last_forgotten` and `deleted_tournaments` keep numbers from being given out again; `moving` has a row while what is kept is only a part of what is being
/// moved here.
const FIRST: &str = "
CREATE TABLE matches (
    game INTEGER PRIMARY KEY,
    game_name TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    white_version TEXT,
    black_version TEXT,
    created_ms INTEGER NOT NULL,
    tournament INTEGER,
    result TEXT,
    reason TEXT,
    why TEXT,
    ended_ms INTEGER,
    plies INTEGER,
    unseen_white INTEGER NOT NULL DEFAULT 0,
    unseen_black INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX running ON matches (game) WHERE result IS NULL;
CREATE INDEX by_white ON matches (white, game);
CREATE INDEX by_black ON matches (black, game);
CREATE INDEX unseen_by_white ON matches (white, game) WHERE unseen_white;
CREATE INDEX unseen_by_black ON matches (black, game) WHERE unseen_black;
CREATE INDEX by_tournament ON matches (tournament, game) WHERE tournament IS NOT NULL;
CREATE INDEX of_tournaments ON matches (game) WHERE tournament IS NOT NULL;
CREATE INDEX friendly_by_end ON matches (ended_ms) WHERE tournament IS NULL AND result IS NOT NULL;
CREATE TABLE last_forgotten (one INTEGER PRIMARY KEY CHECK (one = 1), game INTEGER NOT NULL) STRICT;
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    format TEXT NOT NULL,
    entrants INTEGER NOT NULL,
    stage TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE deleted_tournaments (id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE tournament_log (
    tournament INTEGER NOT NULL,
    line INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tournament, line)
) STRICT, WITHOUT ROWID;
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY,
    bot TEXT,
    team TEXT,
    hash BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE rehearsals (
    bot TEXT PRIMARY KEY,
    failed TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    task TEXT NOT NULL,
    question TEXT,
    game INTEGER,
    tries INTEGER NOT NULL DEFAULT 0,
    created_ms INTEGER NOT NULL,
    state TEXT,
    why TEXT,
    result_type TEXT,
    result TEXT,
    ended_ms INTEGER
) STRICT;
CREATE INDEX reviews ON jobs (game) WHERE game IS NOT NULL;
CREATE TABLE checkpoints (
    job INTEGER NOT NULL,
    part INTEGER NOT NULL,
    parts INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (job, part)
) STRICT;
CREATE TABLE moving (one INTEGER PRIMARY KEY CHECK (one = 1)) STRICT;
";
