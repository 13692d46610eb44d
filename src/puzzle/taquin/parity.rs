//! Which puzzles can be solved: told at once.

use super::puzzle::Puzzle;

/// Why the goal cannot be reached, if it cannot. Silence means that it can (Johnson and Story 1879).
pub(super) fn refusal(puzzle: &Puzzle) -> Option<String> {
    let shape = puzzle.shape();
    let tiles = puzzle.tiles();
    let blank = puzzle.blank_number();
    if shape.width() == 1 || shape.height() == 1 {
        let order = tiles.iter().filter(|&&tile| tile != blank);
        return (!order.is_sorted())
            .then(|| "in a single line tiles cannot pass each other, and start and goal have them in different orders".to_owned());
    }
    // Each move exchanges the blank with a tile: the permutation and the blank's cell change parity together.
    let steps = shape.distance(puzzle.start_blank(), blank.into());
    let odd_permutation = is_odd(tiles);
    (odd_permutation == steps.is_multiple_of(2)).then(|| {
        let parity = |odd| if odd { "odd" } else { "even" };
        format!(
            "every move exchanges the blank with one tile; from start to goal the permutation is {}, but the blank's way of \
             {steps} is {}, so no sequence of moves does both",
            parity(odd_permutation),
            parity(!steps.is_multiple_of(2)),
        )
    })
}

/// Whether a permutation takes an odd number of exchanges.
pub(super) fn is_odd(tiles: &[u16]) -> bool {
    let mut seen = vec![false; tiles.len()];
    let mut odd = false;
    for first in 0..tiles.len() {
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            at = tiles[at].into();
            // A cycle of n takes n−1 exchanges: the step back to its first is not one.
            odd ^= at != first;
        }
    }
    odd
}
