//! The Swiss system: everybody plays every round, against somebody of the same score.

mod card;
mod colours;
pub mod dutch;
mod forest;
mod matching;
mod weight;

pub use dutch::{Acceleration, Regulations};
pub use matching::{Matching, perfect_matching};
pub use weight::{Edge, Weight};

use super::{History, Lots, Next, Player};
use alloc::vec::Vec;
use rules::Side;

/// A Swiss tournament, paired by score groups in the way of FIDE's Dutch system (Handbook C.04.3).
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
}

impl Swiss {
    /// The next round. Deterministic; and having noted what it gave, it does not give the same again.
    pub fn next(&self, history: &History) -> Next {
        self.next_under(history, &Acceleration::None, &[])
    }

    /// The same with accelerated rounds and groups of players no two of whom shall meet.
    pub fn next_under(&self, history: &History, acceleration: &Acceleration, apart: &[Vec<Player>]) -> Next {
        if !history.is_settled() {
            return Next::Wait;
        }
        if history.round() >= self.rounds {
            return Next::Over;
        }
        let round = history.round() + 1;
        let present = history.players().filter(|&player| history.is_present(player)).count();
        let available = history.players().filter(|&player| history.is_available(player, round)).count();
        // Who has asked for a bye will be back.
        if present < 2 {
            return Next::Over;
        }
        if available == 0 {
            return Next::SitOut(round);
        }
        Next::Play(dutch::pair(history, &self.regulations(acceleration, apart)))
    }

    /// What the rounds are paired by, besides the history.
    pub fn regulations(&self, acceleration: &Acceleration, apart: &[Vec<Player>]) -> Regulations {
        let initial = if Lots::new(self.seed).draw().is_multiple_of(2) { Side::White } else { Side::Black };
        Regulations { rounds: self.rounds, games: self.games, initial, acceleration: acceleration.clone(), apart: apart.to_vec() }
    }
}
