//! One ply deep, and then a draw by lot among the best.

use crate::watch::Watch;
use crate::{Engine, Evaluate, Found, Progress, SearchLimits, score};
use rules::{Position, Rng};
use std::cmp::Ordering;

/// Plays the move after which the evaluation is best. Equally good moves are drawn by lot: the seed and the position decide.
pub struct Greedy<E> {
    evaluation: E,
    seed: u64,
}

impl<E> Greedy<E> {
    /// Judges with `evaluation`.
    pub const fn new(evaluation: E, seed: u64) -> Self {
        Greedy { evaluation, seed }
    }
}

impl<P: Position, E: Evaluate<P>> Engine<P> for Greedy<E> {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        (number == 1).then_some(SearchLimits::default())
    }

    fn search(&mut self, position: &P, limits: &SearchLimits, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<Found<P::Move>> {
        let moves = position.legal_moves();
        let mut best = *moves.as_ref().first()?;
        let mut most = -score::INFINITY;
        let mut lots = Rng::new(self.seed ^ position.key());
        let mut watch = Watch::new(limits, go_on);
        let mut ties = 0;
        for mv in moves {
            if watch.enter(1).is_none() {
                break;
            }
            let child = super::after(position, mv);
            let value = match super::value_of_end(&child, 1, &mut watch) {
                Some(value) => -value,
                None => -watch.evaluated(self.evaluation.evaluate(&child)),
            };
            ties = match value.cmp(&most) {
                Ordering::Less => continue,
                Ordering::Equal => ties + 1,
                Ordering::Greater => 1,
            };
            // The n-th of equals takes the place with probability 1/n, so that all are as likely.
            if ties == 1 || lots.below(ties) == 0 {
                (best, most) = (mv, value);
            }
        }
        let (score, depth) = if most == -score::INFINITY { (0, 0) } else { (most, 1) };
        watch.finished(depth, score);
        Some(Found { best, score, depth, pv: vec![best], is_proved: false, cost: watch.cost })
    }
}
