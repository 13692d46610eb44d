//! Quiescence search: a leaf in the middle of an exchange is not judged until the exchange is over.

use super::{Method, Walk, after, follow, value_of_end};
use crate::{Evaluate, score};
use rules::Position;

/// Alpha-beta, deepened ply by ply, whose leaves follow the noisy moves of the [evaluation](Evaluate::is_noisy) to a quiet position.
/// Either side may also stand pat: rest content with the evaluation.
pub struct Quiescence<E> {
    evaluation: E,
}

impl<E> Quiescence<E> {
    /// Judges quiet positions with `evaluation`.
    pub const fn new(evaluation: E) -> Self {
        Quiescence { evaluation }
    }

    fn search<P>(
        &self,
        position: &P,
        depth: u32,
        (mut alpha, beta): (i32, i32),
        hint: bool,
        line: &mut Vec<P::Move>,
        walk: &mut Walk<P>,
    ) -> Option<i32>
    where
        P: Position,
        E: Evaluate<P>,
    {
        let ply = walk.enter(position)?;
        line.clear();
        if let Some(value) = value_of_end(position, ply, walk.watch) {
            return Some(value);
        }
        let mut best = -score::INFINITY;
        if depth == 0 {
            best = walk.watch.evaluated(self.evaluation.evaluate(position));
            alpha = alpha.max(best);
            if alpha >= beta {
                return Some(best);
            }
        }
        let hint = walk.previous.get(ply as usize).copied().filter(|_| hint && depth > 0);
        let moves = position.legal_moves();
        let others = moves.as_ref().iter().copied().filter(|&mv| Some(mv) != hint);
        for mv in hint.into_iter().chain(others) {
            if depth == 0 && !self.evaluation.is_noisy(position, mv) {
                continue;
            }
            let mut rest = Vec::new();
            let (left, window) = (depth.saturating_sub(1), (-beta, -alpha));
            let value = -self.search(&after(position, mv), left, window, Some(mv) == hint, &mut rest, walk)?;
            if value > best {
                best = value;
                follow(line, mv, rest);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                walk.watch.cost.cut_offs += 1;
                break;
            }
        }
        Some(best)
    }
}

impl<P: Position, E: Evaluate<P>> Method<P> for Quiescence<E> {
    const NAME: &'static str = "quiescence";
    const DEEPENS: bool = true;

    fn value(&mut self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P>) -> Option<i32> {
        self.search(position, depth, (-score::INFINITY, score::INFINITY), depth > 1, line, walk)
    }
}
