//! A tournament as its readers see it.

use super::fact::{GameEnd, GameKey};
use super::input::Decision;
use super::state::Tournament;
use crate::Micros;
use crate::pairing::Player;
use crate::rating::RatedGame;
use crate::standings::{Crosstable, Standings};
use alloc::string::String;
use alloc::vec::Vec;
use rules::BySide;

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Course {
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
    /// Which.
    pub key: GameKey,
    /// The round, from 1.
    pub round: u32,
    /// Who sits where.
    pub seats: BySide<Player>,
    /// How often it has been begun.
    pub attempts: u32,
    /// Where it stands.
    pub course: Course,
}

/// A decision of the operator's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// When.
    pub at: Micros,
    /// About which game.
    pub game: GameKey,
    /// What.
    pub decision: Decision,
    /// The reason.
    pub why: String,
}

impl Tournament {
    /// The ranking so far.
    pub fn standings(&self) -> Standings {
        Standings::new(self.history(), &self.settings().system.rules())
    }

    /// Who scored what against whom so far.
    pub fn crosstable(&self) -> Crosstable {
        Crosstable::new(self.history())
    }

    /// The games that say something about strength: really played, and counted.
    pub fn rated_games(&self) -> Vec<RatedGame> {
        let rated = |game: GameView| match game.course {
            Course::Over(GameEnd { outcome: Some(outcome), played: true }) => {
                let seats = game.seats.map(|player| player.0 as usize);
                Some(RatedGame { seats, outcome, encounter: game.key.encounter as usize })
            }
            _ => None,
        };
        self.games().filter_map(rated).collect()
    }
}
