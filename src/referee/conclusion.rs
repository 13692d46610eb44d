//! What the games of a tournament have shown, where that is more than a table says.

use alloc::string::String;
use message::Coded;

/// Said below a table.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("conclusion")]
pub enum Conclusion {
    /// Where a sequential test stands.
    SequentialTest {
        /// The hypotheses, in Elo.
        elo0: String,
        /// The second one.
        elo1: String,
        /// The log-likelihood ratio.
        ratio: String,
        /// Its lower bound.
        low: String,
        /// Its upper bound.
        high: String,
        /// `undecided`, `stronger` or `not_stronger`.
        verdict: &'static str,
        /// After how many rounds it was left undecided.
        rounds: Option<u32>,
    },
    /// A knockout whose final nobody has won.
    NobodyWon,
    /// Two were level after all their games.
    BySeed {
        /// The round, from 1.
        round: u32,
        /// Who goes on.
        winner: String,
        /// Who does not.
        loser: String,
    },
}
