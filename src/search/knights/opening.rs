//! Openings drawn by lot from which both sides have the same chance.

use super::PrincipalVariation;
use crate::random::Random;
use crate::{Engine, SearchLimits, Table};
use rules::{Knights, Position};
use std::sync::Arc;

/// After so many draws the most balanced opening is good enough.
const DRAWS: u32 = 200;
/// What a draw is judged by: a search of so many nodes, about depth 9 and 10 ms.
const NODES: u64 = 20_000;
/// In the unit of the evaluation: a side that is better by so much wins 55 games of 100.
const BALANCED: u32 = 20;

/// A position after `plies` random legal moves from the start, at which the game goes on. The same seed gives the same.
///
/// Of up to 200 draws it is the first that a shallow search calls even, or else the one that comes nearest. Counting knights and rows
/// is not enough: from most openings that are balanced so, the same colour wins both games of a pair.
pub fn opening(seed: u64, plies: u32) -> Knights {
    if plies == 0 {
        return Knights::start();
    }
    let mut random = Random::new(seed);
    let table = Arc::new(Table::new(1));
    let mut best: Option<(u32, Knights)> = None;
    for _ in 0..DRAWS {
        let Some(position) = drawn(&mut random, plies) else { continue };
        // Another table, so that the judgement of a draw does not depend on the draws before.
        table.clear();
        let mut engine = PrincipalVariation::new(table.clone(), 0);
        let limits = SearchLimits { depth: None, nodes: Some(NODES) };
        let Some(found) = engine.search(&position, &limits, &mut |_| true) else { continue };
        let unbalance = found.score.unsigned_abs();
        if unbalance <= BALANCED {
            return position;
        }
        if best.as_ref().is_none_or(|(least, _)| unbalance < *least) {
            best = Some((unbalance, position));
        }
    }
    best.map_or_else(Knights::start, |(_, position)| position)
}

fn drawn(random: &mut Random, plies: u32) -> Option<Knights> {
    let mut position = Knights::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        let &mv = moves.get(random.below(moves.len().max(1)))?;
        position.play(mv);
    }
    position.outcome().is_none().then_some(position)
}
