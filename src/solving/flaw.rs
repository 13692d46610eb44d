//! Refusals of questions, searches without an answer, and failed jobs, as codes.

use message::{Coded, Decimal, Message, WrongField};
use protocol::json::UnreadableJson;

/// Why a question is refused.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("question")]
pub enum Flaw {
    /// JSON that does not read.
    Json(UnreadableJson),
    /// A solver's error.
    Whole(Message),
    /// The same of a field.
    Field(WrongField),
    /// The same of a move of a game, counted from 1.
    Move {
        number: u32,
        why: Message,
    },
    /// The error of a move in an exercise.
    Attempt {
        text: String,
        why: Message,
    },
    /// A field that is a number, and not one within its range.
    Range {
        field: &'static str,
        least: u64,
        most: u64,
        found: u64,
    },
    /// The same of a number with decimals.
    Decimal {
        field: &'static str,
        most: Decimal,
        found: Decimal,
    },
    /// A limit of 0.
    Zero {
        field: &'static str,
    },
    /// More than the operator allows, or no time at all.
    Seconds {
        most: Decimal,
        found: Decimal,
    },
    /// Too many of a list.
    TooMany {
        field: &'static str,
        most: usize,
        found: usize,
    },
    Unknown {
        field: String,
        name: String,
        known: Vec<String>,
    },
    Tile {
        name: String,
    },
    /// A board too large to be watched.
    LargeToWatch {
        cells: usize,
        most: usize,
    },
    /// A board too large to be drawn.
    LargeToDraw {
        squares: usize,
        most: usize,
    },
    /// Several things are asked at once.
    Several,
    HintMethod,
    /// A hint of several methods.
    HintCompared,
    /// A hint of a game that has none.
    HintHere,
    /// A word for a count that means nothing.
    CountWord,
    CountMethod,
    /// A depth for a method that has none.
    Depth,
    /// A field of squares by another method than learning.
    LearningAlone,
    /// The same of one that was named.
    NoField {
        method: String,
    },
    /// Tours one by one of a field of squares.
    NoFieldOneByOne,
    /// Tours one by one by a method that finds one.
    OneByOne {
        method: String,
    },
    /// A question that another version has stored.
    OtherVersion {
        why: UnreadableJson,
    },
    /// None or too many methods.
    Methods {
        most: usize,
        known: Vec<String>,
    },
    ChessMethod,
    /// A cube that is not six faces.
    SixFaces,
    /// Both a cube and a scramble, or none.
    CubeOrScramble,
    /// An exploration constant for a method without one.
    OnlyUct,
    Charges {
        moves: usize,
        found: usize,
    },
    GameOver,
    /// A puzzle without cells.
    NotDrawn {
        puzzle: &'static str,
    },
    NoGame {
        puzzle: &'static str,
    },
    /// A puzzle with one solution.
    NoStream {
        puzzle: &'static str,
    },
    /// A size that the puzzle does not have.
    Size {
        puzzle: &'static str,
    },
    /// A puzzle that is not made at random.
    NotRandom {
        puzzle: String,
    },
    /// No such puzzle was found.
    NoneFound {
        difficulty: &'static str,
        puzzle: &'static str,
        size: String,
        why: Message,
    },
    /// No board was found at this distance from its goal.
    NoneAt {
        shape: String,
        moves: u32,
    },
    /// A limit came before the review was done.
    NotReviewed {
        limit: Message,
    },
    /// A limit came before a tree was walked.
    NotWalked {
        limit: Message,
    },
    /// The job was cancelled.
    Cancelled,
}

/// Why a search ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("gave_up")]
pub enum LimitReached {
    /// The method knows no further.
    Method,
    /// A limit came first, and this much is known of a taquin.
    Taquin { limit: Message, lower_bound: u32, has_tables: bool, is_layers: bool },
}

/// Why a job has failed.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("job_failed")]
pub enum JobFailed {
    /// Its question was not stored.
    Restarted,
    /// Its question is refused now.
    AfterRestart {
        why: Message,
    },
    /// The process ended several times while it ran.
    ProcessEnded {
        tries: u32,
    },
    /// Its result cannot be stored.
    NotKept {
        why: Message,
    },
    TooLarge {
        bytes: usize,
        most: usize,
        parts: u32,
    },
}
