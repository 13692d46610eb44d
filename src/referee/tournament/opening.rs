//! Openings drawn by lot.

use crate::pairing::Lots;
use rules::{Knights, Position, Side};

/// After so many draws the most balanced opening is good enough.
const DRAWS: u32 = 200;

/// A position after `plies` random legal moves from the start, at which the game goes on. The same seed gives the same.
///
/// Balanced as far as counting tells: as many knights on both sides, as many rows advanced but for one, and no knight that can be
/// captured at once. Of up to 200 draws the first such is taken, or else the one that comes nearest.
pub fn opening(seed: u64, plies: u32) -> Knights {
    let mut lots = Lots::new(seed);
    let mut best: Option<(u32, Knights)> = None;
    for _ in 0..DRAWS {
        let Some(position) = random(&mut lots, plies) else { continue };
        let unbalance = unbalance(&position);
        if unbalance <= 1 {
            return position;
        }
        if best.as_ref().is_none_or(|(least, _)| unbalance < *least) {
            best = Some((unbalance, position));
        }
    }
    best.map_or_else(Knights::start, |(_, position)| position)
}

fn random(lots: &mut Lots, plies: u32) -> Option<Knights> {
    let mut position = Knights::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        let &mv = moves.get(lots.below(moves.len()))?;
        position.play(mv);
    }
    position.outcome().is_none().then_some(position)
}

fn unbalance(position: &Knights) -> u32 {
    let count = |side: Side| position.set(side).count_ones();
    let rows = |side: Side| position.squares(side).map(|square| u32::from(Knights::advanced(side, square))).sum::<u32>();
    let enemies = count(position.side_to_move().other());
    let captures = position.legal_moves().iter().any(|&mv| {
        let mut after = position.clone();
        after.play(mv);
        after.set(position.side_to_move().other()).count_ones() < enemies
    });
    16 * count(Side::White).abs_diff(count(Side::Black)) + rows(Side::White).abs_diff(rows(Side::Black)) + 4 * u32::from(captures)
}
