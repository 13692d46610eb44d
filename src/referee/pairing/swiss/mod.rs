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

pub use card::{Float, Strength};
pub use dutch::{Acceleration, Regulations};
pub use matching::{Cost, Edge, Matching, perfect_matching};

use super::{History, Lots, Next};
use rules::Side;

/// A Swiss tournament, paired by score groups in the way of FIDE's Dutch system (Handbook C.04.3).
///
/// Absolute: no two players meet twice, nobody has a second bye (nor one after a win by forfeit), and no two players who both need
/// the same colour meet, except topscorers in the last round. If there is no such pairing, colours give way first, then byes, then
/// rematches, as rarely as can be. Then the quality criteria hold, bracket by bracket from the top: as many pairs as possible, the
/// smallest differences of score, colours, and no repeated floats. What is left open is decided by the natural order: upper half
/// against lower half.
///
/// Where this is less than the handbook: the score differences of repeated floats (C.16 to C.19) are not weighed; of several ways to
/// exchange players between the halves (D.2 and D.3) the nearest in least squares is taken; and in fields of more than 128 players, the
/// next bracket (C.7) is looked at floater by floater, brackets of more than 128 consider only pairs near the natural ones, and the
/// natural order is sought for a bounded time.
///
/// Players are numbered by rating. A late joiner is paired from the next round on, with no points for the rounds missed; who
/// withdraws is paired no more; a forfeited encounter counts neither as a meeting nor for colours. Encounters of an even number of
/// games give both colours to both players, and then no colour is due.
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
        if !history.is_settled() {
            return Next::Wait;
        }
        if history.round() >= self.rounds {
            return Next::Over;
        }
        let initial = if Lots::new(self.seed).draw().is_multiple_of(2) { Side::White } else { Side::Black };
        let encounters = earlier::pair(history, self.rounds, self.games, initial);
        if encounters.is_empty() { Next::Over } else { Next::Play(encounters) }
    }
}
