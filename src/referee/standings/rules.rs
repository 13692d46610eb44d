//! What a ranking goes by.

use super::criterion::Criterion;
use alloc::vec::Vec;

/// What a ranking goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankingRules {
    /// The criteria, the first that tells two players apart decides.
    pub order: Vec<Criterion>,
    /// Whether everybody plays every round, so that a round without a game has to be made up for in the tie-breaks.
    pub by_rounds: bool,
    /// Whether the games of a player who left before half of them were played count for nobody, as is usual where all meet all: then, how
    /// many encounters somebody has who was there from the start.
    pub annul_early_leavers: Option<u32>,
}
