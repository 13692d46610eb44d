//! Negamax: minimax with one side's eyes, since what is good for one is bad for the other.

use super::{EVERYTHING, Method, Walk, after, follow};
use crate::{Evaluate, SearchObserver, score};
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

    fn negamax<P, O>(&self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P, O>) -> Option<i32>
    where
        P: Position,
        E: Evaluate<P>,
        O: SearchObserver<P>,
    {
        let ply = walk.enter(position, EVERYTHING)?;
        line.clear();
        if let Some(value) = walk.ended(position, ply) {
            return Some(value);
        }
        if depth == 0 {
            return Some(walk.evaluated(self.evaluation.evaluate(position)));
        }
        let mut best = -score::INFINITY;
        for mv in position.legal_moves() {
            let mut rest = Vec::new();
            walk.descend(mv);
            let value = -self.negamax(&after(position, mv), depth - 1, &mut rest, walk)?;
            walk.ascend(value, EVERYTHING);
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

    fn value<O: SearchObserver<P>>(&mut self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P, O>) -> Option<i32> {
        self.negamax(position, depth, line, walk)
    }
}
