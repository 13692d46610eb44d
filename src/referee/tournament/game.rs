//! A game of a tournament: which it is, where it stands, how it ended, and what the operator decided about it.

use crate::Micros;
use crate::pairing::Player;
use alloc::string::String;
use core::fmt;
use rules::{BySide, Outcome};

/// A game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameKey {
    /// The encounter, by the order in which they were paired; the first is 0.
    pub encounter: u32,
    /// Which of the encounter's games; the first is 0.
    pub game: u32,
}

message::tell_displayed!(GameKey);

impl fmt::Display for GameKey {
    /// Counted from 1: `12.2` is the second game of the twelfth encounter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", u64::from(self.encounter) + 1, u64::from(self.game) + 1)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameEnd {
    /// Who won, by colour; `None`: it counts for nobody.
    pub outcome: Option<Outcome>,
    /// Whether the two have really played.
    pub played: bool,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameStatus {
    /// It has yet to begin.
    Pending,
    /// It is being played.
    Running,
    /// It has ended.
    Over(GameEnd),
    /// It will not be played: the tournament ended before it.
    Dropped,
}

/// A game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameView {
    /// The place of the game in the tournament.
    pub key: GameKey,
    /// The round, from 1.
    pub round: u32,
    /// Who sits where.
    pub seats: BySide<Player>,
    /// How often it has been begun.
    pub attempts: u32,
    /// Where it stands.
    pub status: GameStatus,
}

/// What an operator may decide about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperatorDecision {
    /// It ended so, whatever happened at the board.
    Adjudicate(Outcome),
    /// It counts for nobody.
    Annul,
    /// It is played again.
    Replay,
}

/// A decision of the operator's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The moment of the decision, since the tournament was made.
    pub at: Micros,
    /// About which game.
    pub game: GameKey,
    /// What becomes of the game.
    pub decision: OperatorDecision,
    /// The reason.
    pub why: String,
}
