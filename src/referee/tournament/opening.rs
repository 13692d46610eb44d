//! Random openings.

use crate::pairing::Rng;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use rules::{Board, Game};

/// A balanced position after `plies` random legal moves, as [`rules::opening`] finds it. The same seed gives the same position.
pub fn opening(game: Game, seed: u64, plies: u32) -> Box<dyn Board> {
    let mut rng = Rng::new(seed);
    game.opening(plies, &mut |bound| rng.below(bound))
}

/// The moves of that opening.
pub fn opening_moves(game: Game, seed: u64, plies: u32) -> Vec<String> {
    let mut rng = Rng::new(seed);
    game.opening_moves(plies, &mut |bound| rng.below(bound))
}
