//! Balanced random openings: of the usual length from a stored list, of any other length by a shallow search.

use super::PrincipalVariation;
use crate::{Engine, SearchLimits, TranspositionTable};
use rules::knights::Move;
use rules::{Knights, Position, Rng};
use std::sync::Arc;

/// The largest score of a balanced opening: by a search of a hundred thousand nodes, the side that has it wins 63 games of 100.
pub const BALANCED: u32 = 20;

/// The length of the openings of the list, in plies.
const LISTED: u32 = 4;
/// Openings that a search of a hundred thousand nodes calls balanced, one a line, 24 kB, made by `examples/balanced.rs` of commit ebd7dbaa.
/// The list costs no time when a hundred games begin together, and is better balanced than a search at that moment.
const LIST: &str = include_str!("balanced.txt");

/// The nodes of the search that evaluates a draw: some milliseconds. By a search of a million nodes, openings of four plies then have a mean
/// imbalance of 24, as with four times the nodes, and of 96 without a search.
const NODES: u64 = 5_000;
const DRAWS: u32 = 50;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnightsOpening {
    pub position: Knights,
    pub moves: Vec<Move>,
}

/// A balanced opening. The same seed gives the same; of the usual length, a thousand consecutive seeds give different ones.
pub fn balanced_opening(seed: u64, plies: u32) -> KnightsOpening {
    if plies != LISTED {
        return opening(seed, plies);
    }
    let place = seed % LIST.lines().count() as u64;
    let line = LIST.lines().nth(place as usize).expect("it is below the number of lines");
    let moves: Vec<Move> = line.split(' ').map(|text| text.parse().expect("a move, as a test holds of all lines")).collect();
    let mut position = Knights::start();
    moves.iter().for_each(|&mv| position.play(mv));
    KnightsOpening { position, moves }
}

/// A position after `plies` random legal moves from the start, at which the game continues. The same seed gives the same.
///
/// It is the first of the [draws balanced by material](rules::opening) that a shallow search calls balanced, or else the one that comes
/// nearest: material is not enough, since the same colour wins both games of most pairs from such openings.
pub fn opening(seed: u64, plies: u32) -> KnightsOpening {
    if plies == 0 {
        return KnightsOpening { position: Knights::start(), moves: Vec::new() };
    }
    let mut rng = Rng::new(seed);
    let mut engine = PrincipalVariation::new(Arc::new(TranspositionTable::new(1)), 0);
    let limits = SearchLimits { depth: None, nodes: Some(NODES) };
    let mut draws = (0..DRAWS).map(|_| {
        let (position, moves) = rules::opening::<Knights>(plies, &mut rng);
        engine.new_game();
        let imbalance = engine.search(&position, &limits, &mut |_| true).map_or(u32::MAX, |found| found.score.unsigned_abs());
        (imbalance, KnightsOpening { position, moves })
    });
    let mut best = draws.next().expect("there is at least one draw");
    while best.0 > BALANCED
        && let Some(draw) = draws.next()
    {
        if draw.0 < best.0 {
            best = draw;
        }
    }
    best.1
}
