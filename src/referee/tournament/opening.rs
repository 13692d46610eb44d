//! Openings drawn by lot.

use crate::pairing::Lots;
use alloc::boxed::Box;
use rules::{Board, Game};

/// A position after `plies` random legal moves from the start, at which the game goes on, and as balanced as [`rules::opening`] finds one.
/// The same seed gives the same.
pub fn opening(game: Game, seed: u64, plies: u32) -> Box<dyn Board> {
    let mut lots = Lots::new(seed);
    game.opening(plies, &mut |bound| lots.below(bound))
}
