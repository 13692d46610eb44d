//! Results of a tournament that its table does not show.

use alloc::string::String;
use message::{Coded, Decimal};

/// A note below a table.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("conclusion")]
#[expect(missing_docs, reason = "the catalogue of messages names each field")]
pub enum Conclusion {
    /// The state of a sequential test.
    SequentialTest { elo0: Decimal, elo1: Decimal, ratio: Decimal, low: Decimal, high: Decimal, verdict: &'static str, rounds: Option<u32> },
    /// The final of a knockout has no winner.
    NobodyWon,
    /// A match was level after all games, and the seed decided.
    BySeed { round: u32, winner: String, loser: String },
}
