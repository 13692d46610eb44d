//! Weighted A* for up to 25 cells, after the outer lines of a larger board.

use super::best_first::{self, BoardPriority};
use super::layers;
use super::puzzle::{Direction, TaquinPuzzle};
use crate::{Cost, KeepGoing, NoObserver, Verdict};

const MAX_CELLS: usize = 25;

/// The weights in turn: a larger one finds a longer solution sooner.
const WEIGHTS: [u32; 4] = [2, 3, 5, 10];

const MAX_EXPANDED: u64 = 200_000;

/// Moves to the goal, for a puzzle that has a solution, and a lower bound; `None` when the budget ends.
pub(super) fn solve(puzzle: &TaquinPuzzle, cost: &mut Cost, keep_going: KeepGoing) -> Option<(Vec<Direction>, u32)> {
    let (mut moves, inner) = layers::outer(puzzle, MAX_CELLS, cost, keep_going)?;
    for weight in WEIGHTS {
        let (mut spent, mut is_over) = (Cost::default(), false);
        let before = *cost;
        let verdict = best_first::search(&inner, BoardPriority::Weighted(weight), &mut NoObserver, &mut spent, &mut |spent| {
            is_over = !keep_going(&before.and(spent));
            !is_over && spent.expanded < MAX_EXPANDED
        });
        *cost = before.and(&spent);
        if let Verdict::Solved(rest) = verdict {
            // The bound holds for the puzzle only if the search had the whole board.
            let proven = if moves.is_empty() { (rest.len() as u32).div_ceil(weight) } else { 0 };
            moves.extend(rest);
            return Some((moves, proven));
        }
        if is_over {
            return None;
        }
    }
    moves.extend(layers::solve(&inner, cost, keep_going)?);
    Some((moves, 0))
}
