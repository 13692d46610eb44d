//! Counting the leaves of the game tree: the field's test of a move generator.

use crate::Position;

/// The number of positions `depth` plies below this one. A pass is a move; a finished game has no children.
/// The last ply is counted, not played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut leaves = 0;
            for mv in position.legal_moves() {
                let mut child = position.clone();
                child.play(mv);
                leaves += perft(&child, depth - 1);
            }
            leaves
        }
    }
}
