//! Openings drawn by lot from which both sides have the same chance: of the usual length from a list that was made once, of any other length by
//! a shallow search.

use super::PrincipalVariation;
use crate::{Engine, SearchLimits, Table};
use rules::knights::Move;
use rules::{Knights, Position, Rng, opening_moves};
use std::sync::Arc;

/// In the unit of the evaluation: a side that is better by so much, as a search of a hundred thousand nodes sees it, wins 63 games of 100.
pub const BALANCED: u32 = 20;

/// How long the openings of the list are, in plies.
const LISTED: u32 = 4;
/// Openings from which a search of a hundred thousand nodes calls both sides even, one a line, 24 kB (`examples/balanced.rs`). To draw one
/// takes no time, as it must where a hundred games begin at once, and it is better balanced than any search at that moment could make it.
const LIST: &str = include_str!("balanced.txt");

/// How an opening is balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// What a draw is judged by: a search of so many nodes.
    pub nodes: u64,
    /// After so many draws the most balanced one is good enough, at least 1.
    pub draws: u32,
}

impl Balance {
    /// Some milliseconds a draw. A search of a million nodes says that openings of four plies are off balance by 24 on average then, in the unit
    /// of the evaluation: by 96 if drawn by counting alone, and still by 24 with four times as many nodes
    /// (`cargo run --release -p arbitre-search --example openings`).
    pub const USUAL: Balance = Balance { nodes: 5_000, draws: 50 };
}

/// Where a game begins, and how it came there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position.
    pub position: Knights,
    /// The moves from the start.
    pub moves: Vec<Move>,
}

/// An opening of so many plies, balanced. The same seed gives the same, and of the usual length a thousand seeds in a row give no other twice.
pub fn balanced_opening(seed: u64, plies: u32) -> Opening {
    if plies != LISTED {
        return opening(seed, plies, &Balance::USUAL);
    }
    let place = seed % LIST.lines().count() as u64;
    let line = LIST.lines().nth(place as usize).expect("it is below the number of lines");
    let moves: Vec<Move> = line.split(' ').map(|text| text.parse().expect("a move, as a test holds of all lines")).collect();
    let mut position = Knights::start();
    moves.iter().for_each(|&mv| position.play(mv));
    Opening { position, moves }
}

/// A position after `plies` random legal moves from the start, at which the game goes on. The same seed gives the same.
///
/// Of the draws that [counting](rules::opening_moves) calls balanced it is the first that a shallow search calls even, too, or else the one
/// that comes nearest. Counting knights and rows is not enough: from most openings that are balanced so, the same colour wins both games of a
/// pair.
pub fn opening(seed: u64, plies: u32, balance: &Balance) -> Opening {
    if plies == 0 {
        return Opening { position: Knights::start(), moves: Vec::new() };
    }
    let mut random = Rng::new(seed);
    let mut engine = PrincipalVariation::new(Arc::new(Table::new(1)), 0);
    let limits = SearchLimits { depth: None, nodes: Some(balance.nodes) };
    let mut draws = (0..balance.draws.max(1)).map(|_| {
        let moves = opening_moves::<Knights>(plies, &mut |below| random.below(below));
        let mut position = Knights::start();
        moves.iter().for_each(|&mv| position.play(mv));
        // The judgement of a draw does not depend on the draws before.
        engine.new_game();
        let unbalance = engine.search(&position, &limits, &mut |_| true).map_or(u32::MAX, |found| found.score.unsigned_abs());
        (unbalance, Opening { position, moves })
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
