//! Random openings.

use crate::{Position, Rng};
use alloc::vec::Vec;

/// Openings drawn before the most balanced of them is taken.
const DRAWS: u32 = 200;

type Opening<P> = (P, Vec<<P as Position>::Move>);

/// A position after `plies` random legal moves from the start, at which the game continues, and these moves; the start itself in a game
/// without openings.
///
/// Of up to 200 draws it is the first whose [imbalance](Position::imbalance) is at most 1, or else the one with the least.
pub fn opening<P: Position>(plies: u32, rng: &mut Rng) -> Opening<P> {
    let mut best: Option<(u32, Opening<P>)> = None;
    for _ in 0..if P::HAS_OPENINGS { DRAWS } else { 0 } {
        let Some(draw) = random::<P>(plies, rng) else { continue };
        let imbalance = draw.0.imbalance();
        if imbalance <= 1 {
            return draw;
        }
        if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
            best = Some((imbalance, draw));
        }
    }
    best.map_or_else(|| (P::start(), Vec::new()), |(_, draw)| draw)
}

fn random<P: Position>(plies: u32, rng: &mut Rng) -> Option<Opening<P>> {
    let (mut position, mut played) = (P::start(), Vec::new());
    for _ in 0..plies {
        let moves = position.legal_moves();
        let &mv = moves.as_ref().get(rng.below(moves.as_ref().len()))?;
        position.play(mv);
        played.push(mv);
    }
    position.outcome().is_none().then_some((position, played))
}
