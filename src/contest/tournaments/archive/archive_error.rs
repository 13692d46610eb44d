//! Errors of an archive's lines.

use crate::Error;
use message::{Coded, Message};
use protocol::json::UnreadableJson;
use protocol::{GameResult, TournamentStage};
use referee::UnknownTermination;
use referee::tournament::GameKey;
use rules::MoveError;

#[derive(Debug, Coded)]
#[code("archive")]
pub enum ArchiveError {
    NoFooter,
    NoArchive,
    OtherKind { kind: String },
    OtherVersion { version: u32, read: u32 },
    NoHeader,
    SecondHeader,
    AfterFooter,
    LogAfterMatches,
    Twice { game: u64 },
    BeforeAnyMatch,
    FooterCounts { lines: u64, found: u64 },
    Checksum,
    LongLine { most: u64 },
    BreaksOff,
    Unreadable(UnreadableJson),
    NoLog,
    OtherTournament,
    LineOrder { line: u64, expected: u64 },
    SecondBeginning,
    CannotBegin { game: GameKey, attempt: u32 },
    CannotEnd { game: GameKey, attempt: u32 },
    Missing { game: u64 },
    OtherGame { game: u64, name: String, expected: &'static str },
    NotThatGame { game: u64 },
    OtherEnd { game: GameKey, result: GameResult },
    MatchCount { expected: usize, found: usize },
    NotFinished { stage: TournamentStage },
    AfterEnd { game: u64 },
    MatchLineOrder { line: u64, game: u64, expected: u64 },
    Ply { ply: u32, expected: u32 },
    Illegal { text: String, ply: u32, game: u64, why: MoveError },
    Position { text: String, position: String, found: String },
    UnknownReason { game: u64, why: UnknownTermination },
    Decided { game: u64, reason: String },
    NotByTheRules { game: u64, result: GameResult },
    NoBeginning { game: u64 },
    NoEnd { game: u64 },
    OtherNumber { number: u64, game: u64 },
    NoPosition { game: String, why: Message },
}

/// The error of a line, from 1.
pub fn bad(line: usize, why: impl Coded) -> Error {
    Error::BadArchive { line, why: why.message() }
}
