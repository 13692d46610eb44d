//! Openings drawn by lot.

use crate::pairing::Lots;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use rules::{Board, Game};

/// A position after `plies` random legal moves from the start, at which the game goes on, and as balanced as [`rules::opening`] finds one.
/// The same seed gives the same.
pub fn opening(game: Game, seed: u64, plies: u32) -> Box<dyn Board> {
    let mut lots = Lots::new(seed);
    game.opening(plies, &mut |bound| lots.below(bound))
}

/// The moves of that opening, from the start.
pub fn opening_moves(game: Game, seed: u64, plies: u32) -> Vec<String> {
    let mut lots = Lots::new(seed);
    game.opening_moves(plies, &mut |bound| lots.below(bound))
}
