//! Quiescence search: a leaf in the middle of an exchange is not judged until the exchange is over.

use super::{Method, Walk, after, follow};
use crate::{Evaluate, SearchObserver, score};
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

    fn search<P, O>(
        &self,
        position: &P,
        depth: u32,
        (mut alpha, beta): (i32, i32),
        hint: bool,
        line: &mut Vec<P::Move>,
        walk: &mut Walk<P, O>,
    ) -> Option<i32>
    where
        P: Position,
        E: Evaluate<P>,
        O: SearchObserver<P>,
    {
        let ply = walk.enter(position, (alpha, beta))?;
        line.clear();
        if let Some(value) = walk.ended(position, ply) {
            return Some(value);
        }
        let mut best = -score::INFINITY;
        if depth == 0 {
            best = walk.evaluated(self.evaluation.evaluate(position));
            alpha = alpha.max(best);
            if alpha >= beta {
                return Some(best);
            }
        }
        let hint = walk.previous.get(ply as usize).copied().filter(|_| hint && depth > 0);
        let moves = position.legal_moves();
        let others = moves.as_ref().iter().copied().filter(|&mv| Some(mv) != hint);
        let is_followed = |mv: &P::Move| depth > 0 || self.evaluation.is_noisy(position, *mv);
        let mut ordered = hint.into_iter().chain(others).filter(is_followed).enumerate();
        while let Some((number, mv)) = ordered.next() {
            let mut rest = Vec::new();
            let (left, window) = (depth.saturating_sub(1), (-beta, -alpha));
            walk.descend(mv);
            let value = -self.search(&after(position, mv), left, window, Some(mv) == hint, &mut rest, walk)?;
            walk.ascend(value, (alpha, beta));
            if value > best {
                best = value;
                follow(line, mv, rest);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                walk.cut(number, ordered.map(|(_, mv)| mv));
                break;
            }
        }
        Some(best)
    }
}

impl<P: Position, E: Evaluate<P>> Method<P> for Quiescence<E> {
    const NAME: &'static str = "quiescence";
    const DEEPENS: bool = true;

    fn value<O: SearchObserver<P>>(&mut self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P, O>) -> Option<i32> {
        self.search(position, depth, (-score::INFINITY, score::INFINITY), depth > 1, line, walk)
    }
}
