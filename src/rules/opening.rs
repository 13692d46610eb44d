//! Openings drawn by lot.

use crate::Position;
use alloc::vec::Vec;

/// Chance: a random number below its argument.
pub type Chance<'c> = &'c mut dyn FnMut(usize) -> usize;

/// After so many draws the most balanced opening is good enough.
const DRAWS: u32 = 200;

/// A position after `plies` random legal moves from the start, at which the game goes on; the start itself in a game without openings.
/// `below` gives a random number below its argument: the same numbers give the same opening.
///
/// Of up to 200 draws the first is taken whose [unbalance](Position::unbalance) is at most 1, or else the one that comes nearest.
pub fn opening<P: Position>(plies: u32, below: Chance) -> P {
    drawn::<P>(plies, below).map_or_else(P::start, |draw| draw.position)
}

/// The moves of that opening; none in a game without openings.
pub fn opening_moves<P: Position>(plies: u32, below: Chance) -> Vec<P::Move> {
    drawn::<P>(plies, below).map_or_else(Vec::new, |draw| draw.moves)
}

/// An opening, and the moves that lead to it.
struct Draw<P: Position> {
    position: P,
    moves: Vec<P::Move>,
    unbalance: u32,
}

fn drawn<P: Position>(plies: u32, below: Chance) -> Option<Draw<P>> {
    let mut best: Option<Draw<P>> = None;
    for _ in 0..if P::HAS_OPENINGS { DRAWS } else { 0 } {
        let Some(draw) = random::<P>(plies, below) else { continue };
        if draw.unbalance <= 1 {
            return Some(draw);
        }
        if best.as_ref().is_none_or(|best| draw.unbalance < best.unbalance) {
            best = Some(draw);
        }
    }
    best
}

fn random<P: Position>(plies: u32, below: Chance) -> Option<Draw<P>> {
    let (mut position, mut played) = (P::start(), Vec::new());
    for _ in 0..plies {
        let moves = position.legal_moves();
        let &mv = moves.as_ref().get(below(moves.as_ref().len()))?;
        position.play(mv);
        played.push(mv);
    }
    position.outcome().is_none().then(|| Draw { unbalance: position.unbalance(), position, moves: played })
}
