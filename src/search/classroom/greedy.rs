//! Greedy player: one ply deep, ties broken at random.

use crate::node_budget::NodeBudget;
use crate::{Engine, Evaluate, KeepSearching, SearchLimits, SearchResult, score};
use rules::{Position, Rng};
use std::cmp::Ordering;

/// Plays the move after which the evaluation is best. Of equal moves, the seed and the position choose.
pub struct Greedy<E> {
    /// Evaluates the positions after the moves.
    pub evaluation: E,
    pub seed: u64,
}

impl<P: Position, E: Evaluate<P>> Engine<P> for Greedy<E> {
    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        (number == 1).then_some(SearchLimits::default())
    }

    fn search(&mut self, position: &P, limits: &SearchLimits, keep_going: KeepSearching) -> Option<SearchResult<P::Move>> {
        let moves = position.legal_moves();
        let mut best = *moves.as_ref().first()?;
        let mut most = -score::INFINITY;
        let mut rng = Rng::new(self.seed ^ position.key());
        let mut budget = NodeBudget::new(limits, keep_going);
        let mut ties = 0;
        for mv in moves {
            if budget.enter(1).is_none() {
                break;
            }
            let child = position.child(mv);
            let value = match super::value_of_end(&child, 1, &mut budget) {
                Some(value) => -value,
                None => -budget.evaluated(self.evaluation.evaluate(&child)),
            };
            ties = match value.cmp(&most) {
                Ordering::Less => continue,
                Ordering::Equal => ties + 1,
                Ordering::Greater => 1,
            };
            // Reservoir sampling: the n-th of equal moves replaces the choice with probability 1/n.
            if ties == 1 || rng.below(ties) == 0 {
                (best, most) = (mv, value);
            }
        }
        let (score, depth) = if most == -score::INFINITY { (0, 0) } else { (most, 1) };
        budget.finished(depth, score);
        Some(SearchResult { best, score, depth, pv: vec![best], is_proved: false, cost: budget.cost })
    }
}
