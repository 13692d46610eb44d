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
    drawn::<P>(plies, below).0
}

/// The moves of that opening; none in a game without openings.
pub fn opening_moves<P: Position>(plies: u32, below: Chance) -> Vec<P::Move> {
    drawn::<P>(plies, below).1
}

/// A position, and the moves that led to it.
type Drawn<P> = (P, Vec<<P as Position>::Move>);

fn drawn<P: Position>(plies: u32, below: Chance) -> Drawn<P> {
    let mut best: Option<(u32, Drawn<P>)> = None;
    for _ in 0..if P::HAS_OPENINGS { DRAWS } else { 0 } {
        let Some(draw) = random::<P>(plies, below) else { continue };
        let unbalance = draw.0.unbalance();
        if unbalance <= 1 {
            return draw;
        }
        if best.as_ref().is_none_or(|(least, _)| unbalance < *least) {
            best = Some((unbalance, draw));
        }
    }
    best.map_or_else(|| (P::start(), Vec::new()), |(_, draw)| draw)
}

fn random<P: Position>(plies: u32, below: Chance) -> Option<Drawn<P>> {
    let (mut position, mut played) = (P::start(), Vec::new());
    for _ in 0..plies {
        let moves = position.legal_moves();
        let &mv = moves.as_ref().get(below(moves.as_ref().len()))?;
        position.play(mv);
        played.push(mv);
    }
    position.outcome().is_none().then_some((position, played))
}
