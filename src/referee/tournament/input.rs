//! Inputs of a tournament, and why an input may change nothing.

use super::event::TournamentEventKind;
use super::game::{GameKey, OperatorDecision, TournamentGameEnd};
use super::settings::Stage;
use crate::format::TooManyGames;
use alloc::string::String;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentInput {
    /// A player enters; the rating orders the players before the first round, highest first.
    Enter { name: String, rating: i32 },
    /// A player withdraws, for a reason that may be empty.
    Withdraw { name: String, why: String },
    /// A player asks for a bye in a round that has not been paired.
    Excuse { name: String, round: u32, bye: RequestedBye },
    /// A player cancels a bye in a round that has not been paired.
    CancelBye { name: String, round: u32 },
    /// A connected player announces its version.
    Version { name: String, version: String },
    /// Pairs the first round.
    Start,
    /// No new game begins.
    Pause,
    /// It continues after a pause, or after an end by mistake.
    Resume,
    /// The tournament ends now.
    Finish,
    /// The tournament becomes immutable.
    Archive,
    /// A game has ended that had begun for the `attempt`-th time.
    Ended { game: GameKey, attempt: u32, end: TournamentGameEnd },
    /// The operator decides about a game.
    Decide { game: GameKey, decision: OperatorDecision, why: String },
    /// Only the time.
    Tick,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequestedBye {
    /// Half of the points of an encounter.
    HalfPoint,
    ZeroPoint,
}

/// Why an input changed nothing. A bye can be asked for in rounds `first` to `last`.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("tournament_refused")]
pub enum TournamentCommandError {
    TakesPart { name: String },
    Left { name: String, format: &'static str },
    NoRequestedByes { format: &'static str },
    NotThatRound { round: u32, first: u32, last: u32 },
    NoMoreHalfPoints { name: String, most: u32 },
    NoSuchBye { name: String, round: u32 },
    NotAnEntrant { name: String },
    Full { most: u32 },
    TooManyGames(TooManyGames),
    NoLateEntry { format: &'static str },
    TooFew { present: u32, needed: u32 },
    NotNow { stage: Stage, action: &'static str },
    NoSuchGame { game: GameKey },
    NoReason,
    NotPlayed { game: GameKey },
    Gone { game: GameKey, name: String },
    PairedOn { game: GameKey, name: String },
}

pub type TournamentDecision = crate::Decision<TournamentEventKind, TournamentCommandError>;
