//! Results of a tournament that its table does not show.

use alloc::string::String;
use message::{Coded, Decimal};

#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("conclusion")]
pub enum TableNote {
    SequentialTest {
        elo0: Decimal,
        elo1: Decimal,
        ratio: Decimal,
        low: Decimal,
        high: Decimal,
        verdict: &'static str,
        rounds: Option<u32>,
    },
    NoWinner,
    /// A match that was level after all its games.
    BySeed {
        round: u32,
        winner: String,
        loser: String,
    },
}
