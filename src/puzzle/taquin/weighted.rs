//! Any board soon, in not many more moves than needed: weighted A* for up to 25 cells, the outer lines of a larger board set
//! first, line by line.

use super::best_first::{self, Queue};
use super::layers;
use super::puzzle::{Direction, Puzzle};
use crate::{Cost, Nobody, Verdict};

/// How many cells are left to weighted A*.
const MOST_CELLS: usize = 25;

/// The weights that are tried in turn: the larger, the sooner and the longer.
const WEIGHTS: [u32; 4] = [2, 3, 5, 10];

/// How many boards are opened until the next weight has its turn.
const PATIENCE: u64 = 200_000;

/// Moves to the goal, for a puzzle that has a solution, and the least number of moves that is proven to be needed; nothing when
/// out of budget.
pub(super) fn solve(puzzle: &Puzzle, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) -> Option<(Vec<Direction>, u32)> {
    let (mut moves, inner) = layers::outer(puzzle, MOST_CELLS, cost, go_on)?;
    for weight in WEIGHTS {
        let (mut spent, mut is_over) = (Cost::default(), false);
        let before = *cost;
        let verdict = best_first::search(&inner, Queue::Weighted(weight), &mut Nobody, &mut spent, &mut |spent| {
            is_over = !go_on(&before.and(spent));
            !is_over && spent.expanded < PATIENCE
        });
        *cost = before.and(&spent);
        if let Verdict::Solved(rest) = verdict {
            // Only if the search had the whole board is its own promise one about the board.
            let proven = if moves.is_empty() { (rest.len() as u32).div_ceil(weight) } else { 0 };
            moves.extend(rest);
            return Some((moves, proven));
        }
        if is_over {
            return None;
        }
    }
    moves.extend(layers::solve(&inner, cost, go_on)?);
    Some((moves, 0))
}
