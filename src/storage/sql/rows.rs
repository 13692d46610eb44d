//! Column lists, and the conversion of a result row into a Rust type.

use super::Value;
use crate::{
    CheckpointRow, EndRow, Evidence, JobEnd, JobHeading, JobRow, MatchRow, RatedRow, RehearsalRow, StorageError, StorageFailure, TallyRow,
    TokenRow, TournamentRow, read_message,
};
use bytestring::ByteString;
use message::Message;
use protocol::{GameResult, JobState, TimeControlJson, TournamentFormat, TournamentStage};
use rules::BySide;
use runtime::Checkpoint;
use std::net::IpAddr;

/// Columns of a [`MatchRow`], the last six of its end.
pub const MATCH: &str =
    "game, game_name, white, black, white_version, black_version, created_ms, tournament, budget_us, increment_us, per_move_us, result,
    reason, why, ended_ms, plies, evidence";
pub const TOURNAMENT: &str = "id, name, game, format, entrants, stage, created_ms, winner";
pub const TOKEN: &str = "id, bot, team, hash, created_ms";
/// Columns of a [`JobRow`], the last five of its end.
pub const JOB: &str = "id, task, question, asker, game, tries, created_ms, state, why, result_type, result, ended_ms";
pub const JOB_HEADING: &str =
    "coalesce(octet_length(result), 0), id, task, NULL, asker, game, tries, created_ms, state, why, result_type, NULL, ended_ms";
pub const TALLY: &str = "game_name, opponent, had_white, result, reason, nullif(version, ''), since_ms, games";

pub struct Row(std::vec::IntoIter<Value>);

impl FromIterator<Value> for Row {
    fn from_iter<V: IntoIterator<Item = Value>>(values: V) -> Row {
        Row(values.into_iter().collect::<Vec<_>>().into_iter())
    }
}

impl Row {
    /// Reads the next value.
    ///
    /// # Errors
    /// When there is none, or it is not such a value: damage.
    pub fn read<T: FromValue>(&mut self) -> Result<T, StorageError> {
        let value = self.0.next().unwrap_or(Value::Null);
        T::from_value(value).map_err(|value| {
            let shown = if let Value::Text(text) = value { text } else { format!("{value:?}") };
            StorageError::damaged(StorageFailure::WrongColumn { value: shown, of: std::any::type_name::<T>() })
        })
    }
}

/// Conversion of a column's value; the error is the value.
pub trait FromValue: Sized {
    fn from_value(value: Value) -> Result<Self, Value>;
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Value) -> Result<Self, Value> {
        if value == Value::Null { Ok(None) } else { T::from_value(value).map(Some) }
    }
}

/// Implements [`FromValue`] by patterns.
macro_rules! from_value {
    ($($type:ty: $pattern:pat => $read:expr;)+) => {
        $(impl FromValue for $type {
            fn from_value(value: Value) -> Result<Self, Value> {
                let read = match &value { $pattern => $read, _ => None };
                read.ok_or(value)
            }
        })+
    };
}

from_value! {
    i64: Value::Integer(number) => Some(*number);
    u64: Value::Integer(number) => u64::try_from(*number).ok();
    u32: Value::Integer(number) => u32::try_from(*number).ok();
    bool: Value::Integer(number) => Some(*number != 0);
    [u8; 32]: Value::Blob(bytes) => bytes[..].try_into().ok();
    IpAddr: Value::Text(text) => text.parse().ok();
    GameResult: Value::Text(word) => GameResult::from_word(word);
    JobState: Value::Text(word) => JobState::from_word(word);
    TournamentFormat: Value::Text(word) => TournamentFormat::from_word(word);
    TournamentStage: Value::Text(word) => TournamentStage::from_word(word);
    Message: Value::Text(text) => read_message(text).ok();
    Evidence: Value::Text(text) => serde_json::from_str(text).ok();
}

impl FromValue for String {
    fn from_value(value: Value) -> Result<Self, Value> {
        if let Value::Text(text) = value { Ok(text) } else { Err(value) }
    }
}

impl FromValue for Vec<u8> {
    fn from_value(value: Value) -> Result<Self, Value> {
        if let Value::Blob(bytes) = value { Ok(bytes) } else { Err(value) }
    }
}

impl FromValue for ByteString {
    fn from_value(value: Value) -> Result<Self, Value> {
        String::from_value(value).map(ByteString::from)
    }
}

pub trait FromRow: Sized {
    /// Reads its columns in order.
    ///
    /// # Errors
    /// When a value cannot be parsed: damage.
    fn from_row(row: &mut Row) -> Result<Self, StorageError>;
}

/// Implements [`FromRow`] for structs whose fields are in column order.
macro_rules! from_row {
    ($($type:ty: |$row:ident| $read:expr;)+) => {
        $(impl FromRow for $type {
            fn from_row($row: &mut Row) -> Result<Self, StorageError> {
                Ok($read)
            }
        })+
    };
}

from_row! {
    u64: |row| row.read()?;
    [u8; 32]: |row| row.read()?;
    ByteString: |row| row.read()?;
    MatchRow: |row| MatchRow {
        match_id: row.read()?,
        game_name: row.read()?,
        players: BySide { white: row.read()?, black: row.read()? },
        versions: BySide { white: row.read()?, black: row.read()? },
        created_ms: row.read()?,
        tournament: row.read()?,
        time: TimeControlJson { budget_us: row.read()?, increment_us: row.read()?, per_move_us: row.read()? },
        end: match row.read()? {
            None => None,
            Some(result) => {
                let (reason, why, ended_ms) = (row.read()?, row.read()?, row.read()?);
                Some(EndRow { result, reason, why, ended_ms, plies: row.read()?, evidence: row.read()? })
            }
        },
    };
    RatedRow: |row| RatedRow { tournament: row.read()?, lines: row.read()?, body: row.read()? };
    TournamentRow: |row| TournamentRow {
        id: row.read()?,
        name: row.read()?,
        game: row.read()?,
        format: row.read()?,
        entrants: row.read()?,
        stage: row.read()?,
        created_ms: row.read()?,
        winner: row.read()?,
    };
    TokenRow: |row| TokenRow { id: row.read()?, bot: row.read()?, team: row.read()?, hash: row.read()?, created_ms: row.read()? };
    RehearsalRow: |row| RehearsalRow { bot: row.read()?, failed: row.read()?, at_ms: row.read()? };
    CheckpointRow: |row| CheckpointRow {
        job: row.read()?,
        part: row.read()?,
        parts: row.read()?,
        checkpoint: Checkpoint::stored(row.read()?),
    };
    JobRow: |row| JobRow {
        id: row.read()?,
        task: row.read()?,
        question: row.read()?,
        asker: row.read()?,
        match_id: row.read()?,
        tries: row.read()?,
        created_ms: row.read()?,
        end: match row.read()? {
            None => None,
            Some(state) => Some(JobEnd {
                state,
                why: row.read()?,
                result_type: row.read()?,
                result: row.read()?,
                ended_ms: row.read()?,
            }),
        },
    };
    JobHeading: |row| JobHeading { result_bytes: row.read()?, row: JobRow::from_row(row)? };
    TallyRow: |row| TallyRow {
        game_name: row.read()?,
        opponent: row.read()?,
        had_white: row.read()?,
        result: row.read()?,
        reason: row.read()?,
        version: row.read()?,
        since_ms: row.read()?,
        games: row.read()?,
    };
}
