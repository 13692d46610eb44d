//! Negamax: minimax with one side's eyes, since what is good for one is bad for the other.

use super::{Method, Walk, after, follow, value_of_end};
use crate::{Evaluate, score};
use rules::Position;

/// The value is the largest of the children's negated values; every position is looked at.
pub struct Negamax<E> {
    evaluation: E,
}

impl<E> Negamax<E> {
    /// Judges leaves with `evaluation`.
    pub const fn new(evaluation: E) -> Self {
        Negamax { evaluation }
    }

    fn negamax<P>(&self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P>) -> Option<i32>
    where
        P: Position,
        E: Evaluate<P>,
    {
        let ply = walk.enter(position)?;
        line.clear();
        if let Some(value) = value_of_end(position, ply, walk.watch) {
            return Some(value);
        }
        if depth == 0 {
            return Some(walk.watch.evaluated(self.evaluation.evaluate(position)));
        }
        let mut best = -score::INFINITY;
        for mv in position.legal_moves() {
            let mut rest = Vec::new();
            let value = -self.negamax(&after(position, mv), depth - 1, &mut rest, walk)?;
            if value > best {
                best = value;
                follow(line, mv, rest);
            }
        }
        Some(best)
    }
}

impl<P: Position, E: Evaluate<P>> Method<P> for Negamax<E> {
    const NAME: &'static str = "negamax";

    fn value(&mut self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P>) -> Option<i32> {
        self.negamax(position, depth, line, walk)
    }
}
