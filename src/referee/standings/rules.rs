//! The rules of a ranking.

use super::criterion::Criterion;
use alloc::vec::Vec;

/// The rules of a ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankingRules {
    /// The criteria, of which the first that differs decides.
    pub order: Vec<Criterion>,
    /// Whether every player takes part in every round, so that tie-breaks make up for unplayed rounds.
    pub by_rounds: bool,
    /// Whether the games of a player who left before half of them were played are annulled: the number of encounters of a starter.
    pub annul_early_leavers: Option<u32>,
}
