//! The layout of the tables: what each version adds to the one before. A file of a later version is refused.

use super::change::as_error;
use crate::{Fault, StorageError};
use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

const VERSIONS: &[M] = &[
    M::up(MATCHES),
    M::up(TOURNAMENTS),
    M::up(OLD_GAMES),
    M::up(REHEARSALS),
    M::up(PLIES),
    M::up(GAMES),
    M::up(BOT_VERSIONS),
    M::up(LAST_FORGOTTEN),
    M::up(JOB_QUESTIONS),
    M::up(FORMATS),
    M::up(REVIEWS),
    M::up(MOVING),
    M::up(CHECKPOINTS),
];

/// Brings a file up to date.
pub fn migrate(connection: &mut Connection) -> Result<(), StorageError> {
    Migrations::from_slice(VERSIONS).to_latest(connection).map_err(|error| match error {
        rusqlite_migration::Error::RusqliteError { err, .. } => as_error(err),
        _ => StorageError::of(Fault::Damaged, "the tables are not of a version that is known", error),
    })
}

const MATCHES: &str = "
CREATE TABLE matches (
    game INTEGER PRIMARY KEY,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    result TEXT,
    reason TEXT,
    detail TEXT,
    ended_ms INTEGER,
    unseen_white INTEGER NOT NULL DEFAULT 0,
    unseen_black INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX running ON matches (game) WHERE result IS NULL;
CREATE INDEX by_white ON matches (white, game);
CREATE INDEX by_black ON matches (black, game);
CREATE INDEX unseen_by_white ON matches (white, game) WHERE unseen_white;
CREATE INDEX unseen_by_black ON matches (black, game) WHERE unseen_black;
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY,
    bot TEXT,
    hash BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    task TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    state TEXT,
    why TEXT,
    result_type TEXT,
    result TEXT,
    ended_ms INTEGER
) STRICT;
";

const TOURNAMENTS: &str = "
ALTER TABLE matches ADD COLUMN tournament INTEGER;
CREATE INDEX by_tournament ON matches (tournament, game) WHERE tournament IS NOT NULL;
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    stage TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE tournament_log (
    tournament INTEGER NOT NULL,
    line INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tournament, line)
) STRICT, WITHOUT ROWID;
ALTER TABLE tokens ADD COLUMN team TEXT;
";

const OLD_GAMES: &str = "
CREATE INDEX friendly_by_end ON matches (ended_ms) WHERE tournament IS NULL AND result IS NOT NULL;
";

const REHEARSALS: &str = "
CREATE TABLE rehearsals (
    bot TEXT PRIMARY KEY,
    failed TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE deleted_tournaments (id INTEGER PRIMARY KEY) STRICT;
";

/// What was played before is counted from the logs, once.
const PLIES: &str = "
ALTER TABLE matches ADD COLUMN plies INTEGER;
UPDATE matches SET plies = (SELECT count(*) FROM log WHERE id BETWEEN game << 24 AND (game << 24) + 16777215
    AND instr(body, '\"t\":\"moved\"') > 0) WHERE result IS NOT NULL;
";

/// All that was kept before was about knights.
const GAMES: &str = "
ALTER TABLE matches ADD COLUMN game_name TEXT NOT NULL DEFAULT 'knights';
ALTER TABLE tournaments ADD COLUMN game TEXT NOT NULL DEFAULT 'knights';
";

/// Which version of each bot played; of what was kept before nobody knows.
const BOT_VERSIONS: &str = "
ALTER TABLE matches ADD COLUMN white_version TEXT;
ALTER TABLE matches ADD COLUMN black_version TEXT;
";

/// How a tournament pairs and how many take part, for lists; of what was kept before the logs tell, once. Who leaves before the start is
/// forgotten.
const FORMATS: &str = "
ALTER TABLE tournaments ADD COLUMN format TEXT;
ALTER TABLE tournaments ADD COLUMN entrants INTEGER NOT NULL DEFAULT 0;
UPDATE tournaments SET
    format = (SELECT iif(json_valid(body), body ->> '$.plan.format', NULL) FROM tournament_log WHERE tournament = id AND line = 0),
    entrants = (SELECT count(*) FROM tournament_log WHERE tournament = id AND instr(body, '\"t\":\"entered\"') > 0)
        - (SELECT count(*) FROM tournament_log AS gone WHERE gone.tournament = id AND instr(gone.body, '\"t\":\"withdrawn\"') > 0
            AND NOT EXISTS (SELECT 1 FROM tournament_log AS begun
                WHERE begun.tournament = id AND begun.line < gone.line AND instr(begun.body, '\"t\":\"started\"') > 0));
";

/// Which match a job looks at again.
const REVIEWS: &str = "
ALTER TABLE jobs ADD COLUMN game INTEGER;
CREATE INDEX reviews ON jobs (game) WHERE game IS NOT NULL;
CREATE INDEX of_tournaments ON matches (game) WHERE tournament IS NOT NULL;
";

/// One row while what is kept is only a part of what is being moved here.
const MOVING: &str = "
CREATE TABLE moving (one INTEGER PRIMARY KEY CHECK (one = 1)) STRICT;
";

/// How far the work on the parts of a job has come that is not over.
const CHECKPOINTS: &str = "
CREATE TABLE checkpoints (
    job INTEGER NOT NULL,
    part INTEGER NOT NULL,
    parts INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (job, part)
) STRICT;
";

/// The largest number of a match that was forgotten, so that it is not given out again.
const LAST_FORGOTTEN: &str = "
CREATE TABLE last_forgotten (one INTEGER PRIMARY KEY CHECK (one = 1), game INTEGER NOT NULL) STRICT;
";

/// What a job was asked, and how often it was asked again; of what was kept before nobody knows.
const JOB_QUESTIONS: &str = "
ALTER TABLE jobs ADD COLUMN question TEXT;
ALTER TABLE jobs ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
";

/// Makes a file as the first version had it, with one match.
#[cfg(test)]
pub fn of_version_1(path: &std::path::Path) -> Result<(), rusqlite::Error> {
    let connection = Connection::open(path)?;
    connection.execute_batch(&format!("{MATCHES} PRAGMA user_version = 1;"))?;
    connection.execute("INSERT INTO matches (game, white, black, created_ms) VALUES (1, 'ann', 'bob', 5)", [])?;
    connection.execute("INSERT INTO log (id, body) VALUES (1 << 24, 'line 0')", [])?;
    Ok(())
}

/// A file with two tournaments, made before lists told how they pair; the log of one does not read.
#[cfg(test)]
pub fn of_version_9(path: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut connection = Connection::open(path)?;
    Migrations::from_slice(&VERSIONS[..9]).to_latest(&mut connection)?;
    connection
        .execute_batch("INSERT INTO tournaments (id, name, stage, created_ms) VALUES (1, 'Cup', 'running', 5), (2, 'Odd', 'open', 6)")?;
    let log = [
        r#"{"line":0,"t":"created","plan":{"format":"swiss"}}"#,
        r#"{"line":1,"t":"entered","bot":"ann"}"#,
        r#"{"line":2,"t":"entered","bot":"bob"}"#,
        r#"{"line":3,"t":"withdrawn","bot":"bob"}"#,
        r#"{"line":4,"t":"entered","bot":"cyd"}"#,
        r#"{"line":5,"t":"started"}"#,
        r#"{"line":6,"t":"withdrawn","bot":"cyd"}"#,
    ];
    for (line, body) in log.into_iter().enumerate() {
        connection.execute("INSERT INTO tournament_log (tournament, line, body) VALUES (1, ?1, ?2)", (line as i64, body))?;
    }
    connection.execute("INSERT INTO tournament_log (tournament, line, body) VALUES (2, 0, 'no line')", [])?;
    Ok(())
}
