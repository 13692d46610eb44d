//! Games of a tournament, and the operator's decisions about them.

use crate::Micros;
use crate::pairing::Player;
use alloc::string::String;
use core::fmt;
use rules::{BySide, Outcome};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameKey {
    /// The encounter by the order of pairing, from 0.
    pub encounter: u32,
    /// The game of the encounter, from 0.
    pub game: u32,
}

message::display_as_param!(GameKey);

impl fmt::Display for GameKey {
    /// Counted from 1: `12.2` is the second game of the twelfth encounter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", u64::from(self.encounter) + 1, u64::from(self.game) + 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TournamentGameEnd {
    /// The result by colour; `None` if it does not count.
    pub outcome: Option<Outcome>,
    pub played: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameStatus {
    /// It has not begun.
    Pending,
    /// It is being played.
    Running,
    Over(TournamentGameEnd),
    /// It will not be played, because the tournament ended.
    Dropped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameView {
    pub key: GameKey,
    /// The round, from 1.
    pub round: u32,
    pub seats: BySide<Player>,
    /// The number of its attempts.
    pub attempts: u32,
    pub status: GameStatus,
}

/// A player is withdrawn because it did not come to this many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("absent_too_often")]
pub struct AbsentTooOften {
    pub games: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperatorDecision {
    /// This is the result.
    Adjudicate(Outcome),
    /// This is the result of a game without a move, which is not rated.
    Forfeit(Outcome),
    /// It does not count.
    Annul,
    /// It is played again.
    Replay,
}

/// A recorded decision of the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedDecision {
    /// The moment, since the creation of the tournament.
    pub at: Micros,
    pub game: GameKey,
    pub decision: OperatorDecision,
    pub why: String,
}
