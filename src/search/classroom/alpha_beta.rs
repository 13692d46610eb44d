//! Alpha-beta (Knuth & Moore 1975), and the same deepened ply by ply.

use super::{Method, Walk, after, follow};
use crate::{Evaluate, SearchObserver, score};
use rules::Position;

/// Alpha-beta, fail-soft: both bounds are handed down the whole line, so that cut-offs are deep.
pub struct AlphaBeta<E> {
    evaluation: E,
}

impl<E> AlphaBeta<E> {
    /// Judges leaves with `evaluation`.
    pub const fn new(evaluation: E) -> Self {
        AlphaBeta { evaluation }
    }

    /// The value if it is between `alpha` and `beta`, else a bound on it. While the line of play is still the last iteration's
    /// (`hint`), its move is looked at first.
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
        if depth == 0 {
            return Some(walk.evaluated(self.evaluation.evaluate(position)));
        }
        let hint = walk.previous.get(ply as usize).copied().filter(|_| hint);
        let mut best = -score::INFINITY;
        let moves = position.legal_moves();
        let others = moves.as_ref().iter().copied().filter(|&mv| Some(mv) != hint);
        let mut ordered = hint.into_iter().chain(others).enumerate();
        while let Some((number, mv)) = ordered.next() {
            let mut rest = Vec::new();
            let window = (-beta, -alpha);
            walk.descend(mv);
            let value = -self.search(&after(position, mv), depth - 1, window, Some(mv) == hint, &mut rest, walk)?;
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

impl<P: Position, E: Evaluate<P>> Method<P> for AlphaBeta<E> {
    const NAME: &'static str = "alpha-beta";

    fn value<O: SearchObserver<P>>(&mut self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P, O>) -> Option<i32> {
        self.search(position, depth, (-score::INFINITY, score::INFINITY), false, line, walk)
    }
}

/// Alpha-beta 1, 2, 3, … plies deep; each iteration looks first at the line that the last one found best.
pub struct IterativeDeepening<E>(AlphaBeta<E>);

impl<E> IterativeDeepening<E> {
    /// Judges leaves with `evaluation`.
    pub const fn new(evaluation: E) -> Self {
        IterativeDeepening(AlphaBeta::new(evaluation))
    }
}

impl<P: Position, E: Evaluate<P>> Method<P> for IterativeDeepening<E> {
    const NAME: &'static str = "iterative-deepening";
    const DEEPENS: bool = true;

    fn value<O: SearchObserver<P>>(&mut self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P, O>) -> Option<i32> {
        self.0.search(position, depth, (-score::INFINITY, score::INFINITY), depth > 1, line, walk)
    }
}
