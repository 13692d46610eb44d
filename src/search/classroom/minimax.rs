//! Minimax (Shannon 1950): the definition that all others are judged by.

use super::{EVERYTHING, Method, Walk, after, follow};
use crate::{Evaluate, SearchObserver};
use rules::{Position, Side};

/// White chooses the largest value, Black the smallest; every position is looked at.
pub struct Minimax<E> {
    evaluation: E,
}

impl<E> Minimax<E> {
    /// Judges leaves with `evaluation`.
    pub const fn new(evaluation: E) -> Self {
        Minimax { evaluation }
    }

    /// The value for White.
    fn for_white<P, O>(&self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P, O>) -> Option<i32>
    where
        P: Position,
        E: Evaluate<P>,
        O: SearchObserver<P>,
    {
        let ply = walk.enter(position, EVERYTHING)?;
        line.clear();
        let sign = if position.side_to_move() == Side::White { 1 } else { -1 };
        if let Some(value) = walk.ended(position, ply) {
            return Some(sign * value);
        }
        if depth == 0 {
            return Some(sign * walk.evaluated(self.evaluation.evaluate(position)));
        }
        let mut best: Option<i32> = None;
        for mv in position.legal_moves() {
            let mut rest = Vec::new();
            walk.descend(mv);
            let value = self.for_white(&after(position, mv), depth - 1, &mut rest, walk)?;
            walk.ascend(if position.side_to_move() == Side::White { value } else { -value }, EVERYTHING);
            let better = match position.side_to_move() {
                Side::White => best.is_none_or(|best| value > best),
                Side::Black => best.is_none_or(|best| value < best),
            };
            if better {
                best = Some(value);
                follow(line, mv, rest);
            }
        }
        best
    }
}

impl<P: Position, E: Evaluate<P>> Method<P> for Minimax<E> {
    const NAME: &'static str = "minimax";

    fn value<O: SearchObserver<P>>(&mut self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P, O>) -> Option<i32> {
        let value = self.for_white(position, depth, line, walk)?;
        Some(if position.side_to_move() == Side::White { value } else { -value })
    }
}
