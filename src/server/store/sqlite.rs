//! Storage in one SQLite file, in WAL mode.

use super::{Change, EndRow, JobEnd, JobRow, MatchFilter, MatchRow, Store, TokenRow, TournamentRow};
use crate::Error;
use axum::extract::ws::Utf8Bytes;
use protocol::{GameResult, JobState, Seat, TournamentStage};
use rules::BySide;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::fs::File;
use std::path::{Path, PathBuf};

/// The layout of the tables: what each version adds to the one before. A file of a later version is refused.
const SCHEMAS: [&str; 2] = [MATCHES, TOURNAMENTS];

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

/// No game has more: the plies of a game and what is said about them are a few hundred.
const MOST_LINES: u64 = (1 << 24) - 1;

/// Where a line is kept: one number, so that a game's lines lie together and a new one is small to write.
fn line_id(game: u64, number: u64) -> i64 {
    (game << 24 | number.min(MOST_LINES)) as i64
}

const MATCH_COLUMNS: &str = "game, white, black, created_ms, result, reason, detail, ended_ms, tournament";

/// A SQLite file.
pub struct SqliteStore {
    connection: Connection,
    /// The write-ahead log: what is not yet in the file itself.
    log: PathBuf,
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        Error::Storage(error.to_string())
    }
}

impl SqliteStore {
    /// Opens the file, making it if need be.
    pub fn open(path: &Path) -> Result<SqliteStore, Error> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        // A write goes to the log and waits for no disk; whoever wants more says `sync`. The log goes into the file by `tidy` alone.
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        connection.busy_timeout(std::time::Duration::from_secs(10))?;
        connection.set_prepared_statement_cache_capacity(32);
        let version = connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))?;
        let Some(missing) = usize::try_from(version).ok().and_then(|version| SCHEMAS.get(version..)) else {
            let (path, newest) = (path.display(), SCHEMAS.len());
            return Err(Error::Storage(format!("{path} is of version {version}; this program reads {newest}")));
        };
        if !missing.is_empty() {
            let (all, newest) = (missing.concat(), SCHEMAS.len());
            connection.execute_batch(&format!("BEGIN; {all} PRAGMA user_version = {newest}; COMMIT;"))?;
        }
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        Ok(SqliteStore { connection, log: log.into() })
    }

    /// Makes a file as the first version had it, with one match.
    #[cfg(test)]
    pub fn of_version_1(path: &Path) -> Result<(), Error> {
        let connection = Connection::open(path)?;
        connection.execute_batch(&format!("{MATCHES} PRAGMA user_version = 1;"))?;
        connection.execute("INSERT INTO matches (game, white, black, created_ms) VALUES (1, 'ann', 'bob', 5)", [])?;
        Ok(())
    }
}

fn write_one(connection: &Connection, change: &Change) -> Result<(), rusqlite::Error> {
    match change {
        Change::Match(row) => connection
            .prepare_cached("INSERT INTO matches (game, white, black, created_ms, tournament) VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![row.game as i64, row.players.white, row.players.black, row.created_ms, row.tournament.map(|id| id as i64)]),
        Change::Line { game, number, body } => connection
            .prepare_cached("INSERT INTO log (id, body) VALUES (?1, ?2)")?
            .execute(params![line_id(*game, *number), body.as_str()]),
        Change::End { game, end } => connection
            .prepare_cached(
                "UPDATE matches SET result = ?2, reason = ?3, detail = ?4, ended_ms = ?5, unseen_white = 1, unseen_black = 1
                 WHERE game = ?1",
            )?
            .execute(params![*game as i64, end.result.word(), end.reason, end.detail, end.ended_ms]),
        Change::Seen { game, seat: Seat::White } => {
            connection.prepare_cached("UPDATE matches SET unseen_white = 0 WHERE game = ?1")?.execute([*game as i64])
        }
        Change::Seen { game, seat: Seat::Black } => {
            connection.prepare_cached("UPDATE matches SET unseen_black = 0 WHERE game = ?1")?.execute([*game as i64])
        }
        Change::Tournament(row) => connection
            .prepare_cached("INSERT INTO tournaments (id, name, stage, created_ms) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![row.id as i64, row.name, row.stage.word(), row.created_ms]),
        Change::TournamentLine { id, number, body } => connection
            .prepare_cached("INSERT INTO tournament_log (tournament, line, body) VALUES (?1, ?2, ?3)")?
            .execute(params![*id as i64, *number as i64, body.as_str()]),
        Change::TournamentStage { id, stage } => {
            connection.prepare_cached("UPDATE tournaments SET stage = ?2 WHERE id = ?1")?.execute(params![*id as i64, stage.word()])
        }
        Change::Token(row) => connection
            .prepare_cached("INSERT INTO tokens (id, bot, team, hash, created_ms) VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![row.id as i64, row.bot, row.team, row.hash, row.created_ms]),
        Change::Revoked { id } => connection.prepare_cached("DELETE FROM tokens WHERE id = ?1")?.execute([*id as i64]),
        Change::Job(row) => connection.prepare_cached("INSERT INTO jobs (id, task, created_ms) VALUES (?1, ?2, ?3)")?.execute(params![
            row.id as i64,
            row.task,
            row.created_ms
        ]),
        Change::JobEnd { id, end } => connection
            .prepare_cached("UPDATE jobs SET state = ?2, why = ?3, result_type = ?4, result = ?5, ended_ms = ?6 WHERE id = ?1")?
            .execute(params![*id as i64, end.state.word(), end.why, end.result_type, end.result, end.ended_ms]),
        Change::JobsForgotten { kept } => connection
            .prepare_cached(
                "DELETE FROM jobs WHERE id IN \
                 (SELECT id FROM jobs WHERE state IS NOT NULL ORDER BY ended_ms DESC, id DESC LIMIT -1 OFFSET ?1)",
            )?
            .execute([kept]),
    }
    .map(drop)
}

fn match_row(row: &Row) -> Result<MatchRow, rusqlite::Error> {
    let end = match row.get::<_, Option<String>>(4)? {
        None => None,
        Some(word) => {
            let unknown = || rusqlite::Error::FromSqlConversionFailure(4, Type::Text, format!("`{word}` is no result").into());
            let result = GameResult::from_word(&word).ok_or_else(unknown)?;
            Some(EndRow { result, reason: row.get(5)?, detail: row.get(6)?, ended_ms: row.get(7)? })
        }
    };
    Ok(MatchRow {
        game: row.get::<_, i64>(0)? as u64,
        players: BySide { white: row.get(1)?, black: row.get(2)? },
        created_ms: row.get(3)?,
        end,
        tournament: row.get::<_, Option<i64>>(8)?.map(|id| id as u64),
    })
}

fn tournament_row(row: &Row) -> Result<TournamentRow, rusqlite::Error> {
    let word = row.get::<_, String>(2)?;
    let unknown = || rusqlite::Error::FromSqlConversionFailure(2, Type::Text, format!("`{word}` is no stage").into());
    let stage = TournamentStage::from_word(&word).ok_or_else(unknown)?;
    Ok(TournamentRow { id: row.get::<_, i64>(0)? as u64, name: row.get(1)?, stage, created_ms: row.get(3)? })
}

fn token_row(row: &Row) -> Result<TokenRow, rusqlite::Error> {
    Ok(TokenRow { id: row.get::<_, i64>(0)? as u64, bot: row.get(1)?, hash: row.get(2)?, created_ms: row.get(3)?, team: row.get(4)? })
}

fn job_row(row: &Row) -> Result<JobRow, rusqlite::Error> {
    let end = match row.get::<_, Option<String>>(3)? {
        None => None,
        Some(word) => {
            let unknown = || rusqlite::Error::FromSqlConversionFailure(3, Type::Text, format!("`{word}` is no state of a job").into());
            let state = JobState::from_word(&word).ok_or_else(unknown)?;
            Some(JobEnd { state, why: row.get(4)?, result_type: row.get(5)?, result: row.get(6)?, ended_ms: row.get(7)? })
        }
    };
    Ok(JobRow { id: row.get::<_, i64>(0)? as u64, task: row.get(1)?, created_ms: row.get(2)?, end })
}

impl Store for SqliteStore {
    fn write(&mut self, changes: &[Change]) -> Result<(), Error> {
        if let [change] = changes {
            // One statement is a transaction by itself.
            return Ok(write_one(&self.connection, change)?);
        }
        let transaction = self.connection.transaction()?;
        for change in changes {
            write_one(&transaction, change)?;
        }
        Ok(transaction.commit()?)
    }

    fn sync(&mut self) -> Result<(), Error> {
        let cannot = |error| Error::Storage(format!("{} cannot be synced: {error}", self.log.display()));
        File::open(&self.log).and_then(|log| log.sync_data()).map_err(cannot)
    }

    fn tidy(&mut self) -> Result<bool, Error> {
        let (written, moved) =
            self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?)))?;
        Ok(written == moved)
    }

    fn last_match(&mut self) -> Result<u64, Error> {
        let last: Option<i64> = self.connection.query_row("SELECT max(game) FROM matches", [], |row| row.get(0))?;
        Ok(last.unwrap_or(0) as u64)
    }

    fn find_match(&mut self, game: u64) -> Result<Option<MatchRow>, Error> {
        let sql = format!("SELECT {MATCH_COLUMNS} FROM matches WHERE game = ?1");
        Ok(self.connection.prepare_cached(&sql)?.query_row([game as i64], match_row).optional()?)
    }

    fn list_matches(&mut self, filter: &MatchFilter) -> Result<Vec<MatchRow>, Error> {
        let ended = match filter.ended {
            None => "",
            Some(true) => "AND result IS NOT NULL",
            Some(false) => "AND result IS NULL",
        };
        // A number needs no quotes.
        let tournament = filter.tournament.map_or(String::new(), |id| format!("AND tournament = {id}"));
        let select = |bot: &str| {
            format!("SELECT {MATCH_COLUMNS} FROM matches WHERE game < ?1 {ended} {tournament} {bot} ORDER BY game DESC LIMIT ?2")
        };
        let before = i64::try_from(filter.before.unwrap_or(u64::MAX)).unwrap_or(i64::MAX);
        let rows: Result<Vec<_>, _> = match &filter.bot {
            None => self.connection.prepare_cached(&select(""))?.query_map(params![before, filter.limit as i64], match_row)?.collect(),
            Some(bot) => {
                let (white, black) = (select("AND white = ?3"), select("AND black = ?3"));
                let sql = format!("SELECT * FROM (SELECT * FROM ({white}) UNION SELECT * FROM ({black})) ORDER BY game DESC LIMIT ?2");
                self.connection.prepare_cached(&sql)?.query_map(params![before, filter.limit as i64, bot], match_row)?.collect()
            }
        };
        Ok(rows?)
    }

    fn read_log(&mut self, game: u64, from: u64, limit: usize) -> Result<Vec<Utf8Bytes>, Error> {
        let mut select = self.connection.prepare_cached("SELECT body FROM log WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT ?3")?;
        let between = params![line_id(game, from), line_id(game, MOST_LINES), limit as i64];
        let rows = select.query_map(between, |row| row.get::<_, String>(0))?;
        Ok(rows.map(|body| body.map(Utf8Bytes::from)).collect::<Result<_, _>>()?)
    }

    fn unseen(&mut self, bot: &str, limit: usize) -> Result<Vec<MatchRow>, Error> {
        let sql = format!(
            "SELECT * FROM (SELECT {MATCH_COLUMNS} FROM matches WHERE white = ?1 AND unseen_white
             UNION SELECT {MATCH_COLUMNS} FROM matches WHERE black = ?1 AND unseen_black) ORDER BY game DESC LIMIT ?2"
        );
        let mut select = self.connection.prepare_cached(&sql)?;
        let mut rows = select.query_map(params![bot, limit as i64], match_row)?.collect::<Result<Vec<_>, _>>()?;
        rows.reverse();
        Ok(rows)
    }

    fn last_tournament(&mut self) -> Result<u64, Error> {
        let last: Option<i64> = self.connection.query_row("SELECT max(id) FROM tournaments", [], |row| row.get(0))?;
        Ok(last.unwrap_or(0) as u64)
    }

    fn list_tournaments(&mut self) -> Result<Vec<TournamentRow>, Error> {
        let mut select = self.connection.prepare_cached("SELECT id, name, stage, created_ms FROM tournaments ORDER BY id DESC")?;
        Ok(select.query_map([], tournament_row)?.collect::<Result<_, _>>()?)
    }

    fn read_tournament(&mut self, id: u64) -> Result<Vec<Utf8Bytes>, Error> {
        let id = i64::try_from(id).unwrap_or(i64::MAX);
        let mut select = self.connection.prepare_cached("SELECT body FROM tournament_log WHERE tournament = ?1 ORDER BY line")?;
        let rows = select.query_map([id], |row| row.get::<_, String>(0))?;
        Ok(rows.map(|body| body.map(Utf8Bytes::from)).collect::<Result<_, _>>()?)
    }

    fn list_tokens(&mut self) -> Result<Vec<TokenRow>, Error> {
        let mut select = self.connection.prepare_cached("SELECT id, bot, hash, created_ms, team FROM tokens ORDER BY id")?;
        Ok(select.query_map([], token_row)?.collect::<Result<_, _>>()?)
    }

    fn find_token(&mut self, hash: &[u8; 32]) -> Result<Option<TokenRow>, Error> {
        let mut select = self.connection.prepare_cached("SELECT id, bot, hash, created_ms, team FROM tokens WHERE hash = ?1")?;
        Ok(select.query_row([hash], token_row).optional()?)
    }

    fn has_token(&mut self, bot: &str) -> Result<bool, Error> {
        Ok(self.connection.prepare_cached("SELECT 1 FROM tokens WHERE bot = ?1")?.exists([bot])?)
    }

    fn find_job(&mut self, id: u64) -> Result<Option<JobRow>, Error> {
        let sql = "SELECT id, task, created_ms, state, why, result_type, result, ended_ms FROM jobs WHERE id = ?1";
        // A number that no row can have has none.
        let Ok(id) = i64::try_from(id) else { return Ok(None) };
        Ok(self.connection.prepare_cached(sql)?.query_row([id], job_row).optional()?)
    }

    fn unfinished_jobs(&mut self) -> Result<Vec<u64>, Error> {
        let mut select = self.connection.prepare_cached("SELECT id FROM jobs WHERE state IS NULL ORDER BY id")?;
        let rows = select.query_map([], |row| row.get::<_, i64>(0))?;
        Ok(rows.map(|id| id.map(|id| id as u64)).collect::<Result<_, _>>()?)
    }
}
