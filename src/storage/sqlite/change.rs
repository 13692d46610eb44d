//! Changes as statements.

use super::query::{MOST_LINES, line_id};
use crate::{Change, Fault, StorageError, kept_message};
use protocol::Seat;
use rusqlite::{Connection, ErrorCode, params};

/// What an operator does about a damaged file.
pub const WHAT_TO_DO: &str = "stop the referee, keep a copy of its folder, and put the last backup in its place with `arbitre restore FILE`; \
     tournaments can be exported before that, as long as they still read";

/// How many lines, or matches, of a broken import are deleted in one go.
const FORGOTTEN_LINES: u32 = 2_000;
const FORGOTTEN_MATCHES: u32 = 20;

/// Why a statement did nothing.
pub enum Refused {
    /// It may be done later, unless the file is damaged, which SQLite also says when the disk does not read.
    Later(rusqlite::Error),
    /// It never will be.
    Never(StorageError),
}

impl From<rusqlite::Error> for Refused {
    fn from(error: rusqlite::Error) -> Refused {
        if can_pass(&error) || is_damage(&error) { Refused::Later(error) } else { Refused::Never(as_error(error)) }
    }
}

/// Whether the same statement may succeed later: the disk is full or does not answer, or somebody else holds a lock.
pub fn can_pass(error: &rusqlite::Error) -> bool {
    use ErrorCode::*;
    let passing = [
        DatabaseBusy,
        DatabaseLocked,
        DiskFull,
        SystemIoFailure,
        CannotOpen,
        OutOfMemory,
        ReadOnly,
        OperationInterrupted,
        FileLockingProtocolFailed,
    ];
    error.sqlite_error_code().is_some_and(|code| passing.contains(&code))
}

/// Whether SQLite says that the file is damaged.
pub fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// The error as the rest of the house knows it.
pub fn as_error(error: rusqlite::Error) -> StorageError {
    let fault = match error.sqlite_error_code() {
        _ if can_pass(&error) => Fault::Unavailable,
        Some(ErrorCode::ConstraintViolation) => Fault::Conflict,
        _ => Fault::Damaged,
    };
    let what = if is_damage(&error) { format!("the database is damaged: {WHAT_TO_DO}") } else { "SQLite".into() };
    StorageError::of(fault, what, error)
}

/// Writes one change.
pub fn write(connection: &Connection, change: &Change) -> Result<(), Refused> {
    let missing = |what: String| Refused::Never(StorageError::new(Fault::Conflict, what));
    let rows = execute(connection, change)?;
    match change {
        Change::Line { game, number, .. } if rows == 0 => Err(missing(format!("line {number} of match {game} does not follow the last"))),
        Change::TournamentLine { id, number, .. } if rows == 0 => {
            Err(missing(format!("line {number} of tournament {id} does not follow the last")))
        }
        Change::End { game, .. } if rows == 0 => Err(missing(format!("there is no match {game}"))),
        Change::TournamentDeleted { id } if rows == 0 => Err(missing(format!("there is no tournament {id}"))),
        Change::TournamentState { id, .. } if rows == 0 => Err(missing(format!("there is no tournament {id}"))),
        _ => Ok(()),
    }
}

/// Whether it is a single statement, which is a transaction by itself.
pub fn is_one_statement(change: &Change) -> bool {
    use Change::*;
    !matches!(
        change,
        MatchForgotten { .. } | ImportForgotten { .. } | TournamentDeleted { .. } | Rehearsed { .. } | Checkpoint(_) | JobEnd { .. }
    )
}

/// Says how many rows it changed.
fn execute(connection: &Connection, change: &Change) -> Result<usize, rusqlite::Error> {
    match change {
        Change::Match(row) => connection
            .prepare_cached(
                "INSERT INTO matches (game, white, black, created_ms, tournament, game_name, white_version, black_version)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![
                row.game as i64,
                row.players.white,
                row.players.black,
                row.created_ms,
                row.tournament.map(|id| id as i64),
                row.game_name,
                row.versions.white,
                row.versions.black
            ]),
        Change::Line { game, number, body } => connection
            .prepare_cached(
                "INSERT INTO log (id, body) SELECT ?1, ?2 WHERE CASE ?3 WHEN 0 THEN EXISTS (SELECT 1 FROM matches WHERE game = ?4)
                 ELSE EXISTS (SELECT 1 FROM log WHERE id = ?1 - 1) END",
            )?
            .execute(params![line_id(*game, *number), &**body, *number as i64, *game as i64]),
        Change::End { game, end } => connection
            .prepare_cached(
                "UPDATE matches SET result = ?2, reason = ?3, why = ?4, ended_ms = ?5, plies = ?6, unseen_white = 1, unseen_black = 1
                 WHERE game = ?1",
            )?
            .execute(params![*game as i64, end.result.word(), end.reason, kept_message(&end.why), end.ended_ms, end.plies]),
        Change::MatchForgotten { game } => forget_match(connection, *game as i64),
        Change::Seen { game, seat: Seat::White } => {
            connection.prepare_cached("UPDATE matches SET unseen_white = 0 WHERE game = ?1")?.execute([*game as i64])
        }
        Change::Seen { game, seat: Seat::Black } => {
            connection.prepare_cached("UPDATE matches SET unseen_black = 0 WHERE game = ?1")?.execute([*game as i64])
        }
        Change::Tournament(row) => connection
            .prepare_cached(
                "INSERT INTO tournaments (id, name, stage, created_ms, game, format, entrants) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![row.id as i64, row.name, row.stage.word(), row.created_ms, row.game, row.format.word(), row.entrants]),
        Change::TournamentLine { id, number, body } => connection
            .prepare_cached(
                "INSERT INTO tournament_log (tournament, line, body) SELECT ?1, ?2, ?3
                 WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM tournament_log WHERE tournament = ?1 AND line = ?2 - 1)",
            )?
            .execute(params![*id as i64, *number as i64, &**body]),
        Change::ImportForgotten { id } => forget_import(connection, *id),
        Change::TournamentDeleted { id } => {
            // Its number is not given out again.
            connection.prepare_cached("INSERT OR IGNORE INTO deleted_tournaments (id) VALUES (?1)")?.execute([*id as i64])?;
            connection.prepare_cached("DELETE FROM tournaments WHERE id = ?1")?.execute([*id as i64])
        }
        Change::TournamentState { id, stage, entrants } => connection
            .prepare_cached("UPDATE tournaments SET stage = ?2, entrants = ?3 WHERE id = ?1")?
            .execute(params![*id as i64, stage.word(), entrants]),
        Change::Token(row) => connection
            .prepare_cached("INSERT INTO tokens (id, bot, team, hash, created_ms) VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![row.id as i64, row.bot, row.team, row.hash, row.created_ms]),
        Change::Revoked { id } => connection.prepare_cached("DELETE FROM tokens WHERE id = ?1")?.execute([*id as i64]),
        Change::Rehearsed { row, kept } => {
            connection
                .prepare_cached("INSERT OR REPLACE INTO rehearsals (bot, failed, at_ms) VALUES (?1, ?2, ?3)")?
                .execute(params![row.bot, row.failed, row.at_ms])?;
            connection
                .prepare_cached("DELETE FROM rehearsals WHERE bot IN (SELECT bot FROM rehearsals ORDER BY at_ms DESC LIMIT -1 OFFSET ?1)")?
                .execute([kept])
        }
        Change::Job(row) => {
            let game = row.game.map(|game| game as i64);
            forget_review(connection, game)?;
            connection
                .prepare_cached("INSERT INTO jobs (id, task, created_ms, question, tries, game) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
                .execute(params![row.id as i64, row.task, row.created_ms, row.question, row.tries, game])
        }
        Change::JobQueued(_) => Ok(0),
        Change::JobTaken { id } => connection.prepare_cached("UPDATE jobs SET tries = tries + 1 WHERE id = ?1")?.execute([*id as i64]),
        Change::JobGivenBack { id } => {
            connection.prepare_cached("UPDATE jobs SET tries = max(tries - 1, 0) WHERE id = ?1")?.execute([*id as i64])
        }
        Change::Checkpoint(row) => {
            let further = "UPDATE jobs SET tries = min(tries, 1) WHERE id = ?1 AND state IS NULL";
            if connection.prepare_cached(further)?.execute([row.job as i64])? == 0 {
                return Ok(0);
            }
            connection
                .prepare_cached("INSERT OR REPLACE INTO checkpoints (job, part, parts, body) VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![row.job as i64, row.part, row.parts, row.checkpoint.text()])
        }
        Change::JobEnd { id, end } => {
            connection.prepare_cached("DELETE FROM checkpoints WHERE job = ?1")?.execute([*id as i64])?;
            connection
                .prepare_cached(
                    "UPDATE jobs SET state = ?2, why = ?3, result_type = ?4, result = ?5, ended_ms = ?6, question = NULL \
                     WHERE id = ?1 AND state IS NULL",
                )?
                .execute(params![
                    *id as i64,
                    end.state.word(),
                    end.why.as_ref().map(kept_message),
                    end.result_type,
                    end.result,
                    end.ended_ms
                ])
        }
        Change::Moving(true) => connection.prepare_cached("INSERT INTO moving (one) VALUES (1)")?.execute([]),
        Change::Moving(false) => connection.prepare_cached("DELETE FROM moving")?.execute([]),
        Change::JobsForgotten { kept, reviews } => {
            let forget = |which: &str, kept: u32| {
                let ended = format!("SELECT id FROM jobs WHERE state IS NOT NULL AND game {which} ORDER BY ended_ms DESC, id DESC");
                connection.prepare_cached(&format!("DELETE FROM jobs WHERE id IN ({ended} LIMIT -1 OFFSET ?1)"))?.execute([kept])
            };
            Ok(forget("IS NULL", *kept)? + forget("IS NOT NULL", *reviews)?)
        }
    }
}

/// Forgets some lines and matches of a tournament that has no row. The lines go first: by its matches the rest is found.
fn forget_import(connection: &Connection, id: u64) -> Result<usize, rusqlite::Error> {
    let id = id as i64;
    if connection.prepare_cached("SELECT 1 FROM tournaments WHERE id = ?1")?.exists([id])? {
        return Ok(0);
    }
    let lines = "DELETE FROM tournament_log WHERE tournament = ?1 AND line IN
                 (SELECT line FROM tournament_log WHERE tournament = ?1 ORDER BY line DESC LIMIT ?2)";
    let forgotten = connection.prepare_cached(lines)?.execute(params![id, FORGOTTEN_LINES])?;
    if forgotten > 0 {
        return Ok(forgotten);
    }
    let mut hidden = connection.prepare_cached("SELECT game FROM matches WHERE tournament = ?1 LIMIT ?2")?;
    let games: Vec<i64> = hidden.query_map(params![id, FORGOTTEN_MATCHES], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for game in &games {
        forget_match(connection, *game)?;
    }
    Ok(games.len())
}

/// What came of looking at a match again is forgotten.
fn forget_review(connection: &Connection, game: Option<i64>) -> Result<usize, rusqlite::Error> {
    connection.prepare_cached("DELETE FROM jobs WHERE game = ?1 AND state IS NOT NULL")?.execute([game])
}

fn forget_match(connection: &Connection, game: i64) -> Result<usize, rusqlite::Error> {
    forget_review(connection, Some(game))?;
    let last = "INSERT INTO last_forgotten (one, game) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET game = max(game, excluded.game)";
    connection.prepare_cached(last)?.execute([game])?;
    let lines = params![line_id(game as u64, 0), line_id(game as u64, MOST_LINES)];
    connection.prepare_cached("DELETE FROM log WHERE id BETWEEN ?1 AND ?2")?.execute(lines)?;
    connection.prepare_cached("DELETE FROM matches WHERE game = ?1")?.execute([game])
}
