//! Alpha-beta with memory: positions reached in several ways are searched once.

use super::{Method, Walk, after, follow};
use crate::table::{Bound, Entry, Table};
use crate::{Evaluate, SearchObserver, score};
use rules::Position;
use std::sync::Arc;

/// Alpha-beta with a transposition table, deepened ply by ply. A value is taken from the table only if it was searched exactly as
/// deep as is asked, so that it is minimax's; a move, whenever there is one.
pub struct Memory<E> {
    evaluation: E,
    table: Arc<Table>,
}

impl<E> Memory<E> {
    /// Judges leaves with `evaluation` and remembers in `table`.
    pub const fn new(evaluation: E, table: Arc<Table>) -> Self {
        Memory { evaluation, table }
    }

    pub(super) fn clear(&self) {
        self.table.clear();
    }

    pub(super) fn grow_older(&self) {
        self.table.grow_older();
    }

    pub(super) fn search<P, O>(
        &self,
        position: &P,
        depth: u32,
        (mut alpha, mut beta): (i32, i32),
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
        let moves = position.legal_moves();
        let moves = moves.as_ref();
        let known = self.table.probe(position.key());
        let remembered = known.and_then(|entry| entry.best).map(usize::from).filter(|&best| best < moves.len());
        let is_enough = |entry: &Entry| u32::from(entry.depth) == depth || entry.is_final && u32::from(entry.depth) < depth;
        let known = known.filter(is_enough);
        if let Some(entry) = known {
            let value = score::from_root(entry.value, ply);
            match entry.bound {
                Bound::Exact => {}
                Bound::Lower => alpha = alpha.max(value),
                Bound::Upper => beta = beta.min(value),
            }
            if entry.bound == Bound::Exact || alpha >= beta {
                line.extend(remembered.map(|best| moves[best]));
                return Some(walk.remembered(value, entry.is_final));
            }
        }
        // From here on only what this position depends on is noted; what others do is noted again at the end.
        let elsewhere = std::mem::replace(&mut walk.watch.at_horizon, known.is_some_and(|entry| !entry.is_final));
        let lowest = alpha;
        let mut best = -score::INFINITY;
        let mut best_index = 0;
        let others = (0..moves.len()).filter(|&index| Some(index) != remembered);
        let mut ordered = remembered.into_iter().chain(others).enumerate();
        while let Some((number, index)) = ordered.next() {
            let mut rest = Vec::new();
            walk.descend(moves[index]);
            let value = -self.search(&after(position, moves[index]), depth - 1, (-beta, -alpha), &mut rest, walk)?;
            walk.ascend(value, (alpha, beta));
            if value > best {
                (best, best_index) = (value, index);
                follow(line, moves[index], rest);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                walk.cut(number, ordered.map(|(_, index)| moves[index]));
                break;
            }
        }
        let bound = if best <= lowest {
            Bound::Upper
        } else if best >= beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        let value = score::from_here(best, ply);
        let (best_move, is_final) = (u8::try_from(best_index).ok(), !walk.watch.at_horizon);
        walk.watch.at_horizon |= elsewhere;
        let entry = Entry { value, depth: depth as u8, bound, best: best_move, evaluation: None, is_final };
        self.table.store(position.key(), entry);
        Some(best)
    }
}

impl<P: Position, E: Evaluate<P>> Method<P> for Memory<E> {
    const NAME: &'static str = "alpha-beta-memory";
    const DEEPENS: bool = true;

    fn new_game(&mut self) {
        self.clear();
    }

    fn begin(&mut self) {
        self.grow_older();
    }

    fn value<O: SearchObserver<P>>(&mut self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P, O>) -> Option<i32> {
        self.search(position, depth, (-score::INFINITY, score::INFINITY), line, walk)
    }
}
