//! Refusals of questions, searches without an answer, and failed jobs, as codes.

use message::{Coded, Decimal, Message, WrongField};
use protocol::json::UnreadableJson;

/// Why a question is refused. The `number` of a move is counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("question")]
pub enum QuestionError {
    Json(UnreadableJson),
    Whole(Message),
    Field(WrongField),
    Move { number: u32, why: Message },
    Attempt { text: String, why: Message },
    Range { field: &'static str, least: u64, most: u64, found: u64 },
    Decimal { field: &'static str, most: Decimal, found: Decimal },
    Zero { field: &'static str },
    Seconds { most: Decimal, found: Decimal },
    TooMany { field: &'static str, most: usize, found: usize },
    Unknown { field: String, name: String, known: Vec<String> },
    Tile { name: String },
    LargeToWatch { cells: usize, most: usize },
    LargeToDraw { squares: usize, most: usize },
    Several,
    Needless { field: &'static str, beside: &'static str },
    SolutionAlone { field: &'static str },
    NoSolutions,
    HintHere,
    CountMethod,
    Depth,
    LearningAlone,
    NoField { method: String },
    NoFieldOneByOne,
    OneByOne { method: String },
    OtherVersion { why: UnreadableJson },
    Methods { most: usize, known: Vec<String> },
    ChessMethod,
    SixFaces,
    CubeOrScramble,
    OnlyUct,
    Charges { moves: usize, found: usize },
    GameOver,
    NotDrawn { puzzle: &'static str },
    NoGame { puzzle: &'static str },
    NoStream { puzzle: &'static str },
    Size { puzzle: &'static str, found: String },
    NotRandom { puzzle: String },
    NoneFound { difficulty: &'static str, puzzle: &'static str, size: String, why: Message },
    NoneAt { shape: String, moves: u32 },
    NotReviewed { limit: Message },
    NotWalked { limit: Message },
    Cancelled,
}

/// Why a search ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("limit_reached")]
pub enum LimitReached {
    Method,
    Taquin { limit: Message, lower_bound: u32, has_tables: bool, is_layers: bool },
}

#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("job_failed")]
pub enum JobFailed {
    Restarted,
    AfterRestart { why: Message },
    ProcessEnded { tries: u32 },
    NotKept { why: Message },
    TooLarge { bytes: usize, most: usize, parts: u32 },
}
