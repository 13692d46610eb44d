//! The SQL that SQLite and PostgreSQL share: statements with their values, and rows as they are read back.

mod matches;
mod records;
mod rows;
mod tables;
mod write;

pub use matches::MatchSelection;
pub use records::count;
pub use rows::{FromRow, JOB, JOB_HEADING, MATCH, Row, TALLY, TOKEN, TOURNAMENT};
pub use rusqlite::types::Value;
pub use tables::tables;
use write::write;
pub use write::{Write, writes};

use crate::{StorageError, StorageFuture};
use futures_util::FutureExt;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// The most lines that a log has: a game has a few hundred plies and messages.
pub const MAX_LINES: u64 = (1 << 24) - 1;

/// Excludes matches of a tournament that is being imported, which has no row yet.
///
/// For an `EXISTS` PostgreSQL may read all tournaments into a hash table.
pub const VISIBLE: &str = "(tournament IS NULL OR (SELECT id FROM tournaments WHERE id = tournament) IS NOT NULL)";

/// An SQL statement with the parameters `?1`, `?2`, …
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub sql: Cow<'static, str>,
    pub values: Vec<Value>,
    /// Whether a login waits for it, which gives it priority over long lists.
    pub is_login: bool,
}

impl Statement {
    pub fn new(sql: impl Into<Cow<'static, str>>, values: impl Into<Vec<Value>>) -> Statement {
        Statement { sql: sql.into(), values: values.into(), is_login: false }
    }

    /// The same statement, for which a login waits.
    pub fn for_login(self) -> Statement {
        Statement { is_login: true, ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `log` has one key: the match's number times 2^24, plus the line's.
    Sqlite,
    /// `log` has the match and the line as its key.
    Postgres,
}

impl Dialect {
    /// The order of text by its bytes.
    pub fn collation(self) -> &'static str {
        match self {
            Dialect::Sqlite => "BINARY",
            Dialect::Postgres => "\"C\"",
        }
    }

    /// The prefix that excludes a column from index look-ups in SQLite. PostgreSQL decides by its statistics.
    fn unindexed(self) -> &'static str {
        match self {
            Dialect::Sqlite => "+",
            Dialect::Postgres => "",
        }
    }

    /// Numbers and lines of the unfinished matches in a range, in order.
    pub fn unfinished_logs(self, games: RangeInclusive<u64>) -> Statement {
        let (lines, line) = match self {
            Dialect::Sqlite => (format!("log.id BETWEEN running.game << 24 AND (running.game << 24) + {MAX_LINES}"), "log.id"),
            Dialect::Postgres => ("log.game = running.game".into(), "log.line"),
        };
        let running = "SELECT game FROM matches WHERE result IS NULL AND game BETWEEN ?1 AND ?2";
        let sql = format!("SELECT running.game, body FROM ({running}) AS running JOIN log ON {lines} ORDER BY running.game, {line}");
        Statement::new(sql, [number(*games.start()), number(*games.end())])
    }

    /// The packed log of a match if there is one, otherwise lines of its log in order.
    pub fn read_log(self, match_id: u64, from: u64, limit: usize) -> Statement {
        let (lines, values) = match self {
            // No match has a number this large.
            Dialect::Sqlite if match_id >= 1 << 39 => return Statement::new("SELECT body FROM log WHERE false", []),
            Dialect::Sqlite => ("id BETWEEN ?3 AND ?4 ORDER BY id", vec![line_id(match_id, from), line_id(match_id, MAX_LINES)]),
            Dialect::Postgres => ("game = ?1 AND line >= ?3 ORDER BY line", vec![number(from)]),
        };
        let sql = format!(
            "SELECT body, NULL FROM packed_logs WHERE game = ?1 UNION ALL SELECT NULL, body FROM (SELECT body FROM log WHERE {lines} LIMIT ?2) AS lines"
        );
        Statement::new(sql, [vec![number(match_id), number(limit as u64)], values].concat())
    }
}

/// A `u64` as a signed 64-bit value. Larger numbers become the maximum, which no row has.
pub fn number(number: u64) -> Value {
    Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

pub fn text(text: &str) -> Value {
    Value::Text(text.into())
}

/// The key of a line in SQLite's `log`: it clusters the lines of a match.
fn line_id(match_id: u64, line: u64) -> Value {
    Value::Integer((match_id << 24 | line.min(MAX_LINES)) as i64)
}

pub fn all<'s, T: FromRow + 's>(rows: StorageFuture<'s, Vec<Row>>) -> StorageFuture<'s, Vec<T>> {
    rows.map(|rows| rows?.into_iter().map(|mut row| T::from_row(&mut row)).collect()).boxed()
}

pub fn first<'s, T: FromRow + 's>(rows: StorageFuture<'s, Vec<Row>>) -> StorageFuture<'s, Option<T>> {
    rows.map(|rows| rows?.first_mut().map(T::from_row).transpose()).boxed()
}

pub fn any(rows: StorageFuture<'_, Vec<Row>>) -> StorageFuture<'_, bool> {
    rows.map(|rows: Result<_, StorageError>| Ok(!rows?.is_empty())).boxed()
}
