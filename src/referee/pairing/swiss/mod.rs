//! The Swiss system: everybody plays every round, against somebody of the same score.
//!
//! Two editions of the rules are kept, because a tournament keeps the rules it began with: [`dutch`] is FIDE's Dutch system as it is in
//! force, [`earlier`] what tournaments were paired by before. They share what they know of the players, the colours and the matching.

mod card;
mod colours;
pub mod dutch;
pub mod earlier;
mod forest;
mod matching;
mod weight;

pub use card::{Float, Strength};
pub use dutch::{Acceleration, Regulations};
pub use matching::{Matching, perfect_matching};
pub use weight::{Edge, Weight};

use super::{History, Lots, Next, Player};
use crate::Edition;
use alloc::vec::Vec;
use rules::Side;

/// A Swiss tournament, paired by score groups in the way of FIDE's Dutch system (Handbook C.04.3), in the edition of its rules.
///
/// Players are numbered by rating. A late joiner is paired from the next round on, with no points for the rounds missed; who
/// withdraws is paired no more; a forfeited encounter counts neither as a meeting nor for colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swiss {
    /// How many rounds.
    pub rounds: u32,
    /// Games in an encounter.
    pub games: u32,
    /// Draws the colour of the first player in the first round.
    pub seed: u64,
    /// Whose rules it goes by.
    pub edition: Edition,
}

impl Swiss {
    /// The next round. Deterministic; and having noted what it gave, it does not give the same again.
    pub fn next(&self, history: &History) -> Next {
        self.next_under(history, &Acceleration::None, &[])
    }

    /// The same with accelerated rounds and groups of players no two of whom shall meet, which the first edition of the rules does not know.
    pub fn next_under(&self, history: &History, acceleration: &Acceleration, apart: &[Vec<Player>]) -> Next {
        if !history.is_settled() {
            return Next::Wait;
        }
        if history.round() >= self.rounds {
            return Next::Over;
        }
        let regulations = self.regulations(acceleration, apart);
        let round = history.round() + 1;
        let present = history.players().filter(|&player| history.is_present(player)).count();
        let available = history.players().filter(|&player| history.is_available(player, round)).count();
        // Who has asked for a bye will be back. Before the third edition, a Swiss ended where byes left nobody to be paired.
        let left = if self.edition >= Edition::Third { present } else { available };
        if left < 2 {
            return Next::Over;
        }
        if available == 0 {
            return Next::SitOut(round);
        }
        Next::Play(match self.edition {
            Edition::First => earlier::pair(history, self.rounds, self.games, regulations.initial),
            Edition::Second | Edition::Third | Edition::Fourth => dutch::pair(history, &regulations),
        })
    }

    /// What the rounds are paired by, besides the history.
    pub fn regulations(&self, acceleration: &Acceleration, apart: &[Vec<Player>]) -> Regulations {
        let initial = if Lots::new(self.seed).draw().is_multiple_of(2) { Side::White } else { Side::Black };
        Regulations { rounds: self.rounds, games: self.games, initial, acceleration: acceleration.clone(), apart: apart.to_vec() }
    }
}
