//! Tests of the engines, in one binary with shared fixtures.

mod analysis;
mod book;
mod connect_four;
mod engine_state;
mod exercises;
mod knights;
mod methods;
mod observer;
mod perfect_play;
mod proof;
mod review;
mod schedule;
mod tree;

use proptest::prelude::*;
use rules::{Outcome, Position, Side};
use search::{Engine, EngineSettings, SearchLimits, SearchResult, score};
use std::collections::HashMap;

/// The position after the game that these numbers choose.
fn after<P: Position>(choices: &[usize]) -> P {
    let mut position = P::start();
    for choice in choices {
        let moves = position.legal_moves();
        let Some(&mv) = moves.as_ref().get(choice % moves.as_ref().len().max(1)) else { break };
        position.play(mv);
    }
    position
}

fn choices(plies: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..1000_usize, 0..plies)
}

fn settings() -> EngineSettings {
    EngineSettings { mebibytes: 1, ..EngineSettings::default() }
}

const UNLIMITED: SearchLimits = SearchLimits { depth: None, nodes: None };

fn depth(depth: u32) -> SearchLimits {
    SearchLimits { depth: Some(depth), nodes: None }
}

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits { depth: None, nodes: Some(nodes) }
}

fn search<P: Position>(engine: &mut dyn Engine<P>, position: &P, limits: SearchLimits) -> Option<SearchResult<P::Move>> {
    engine.search(position, &limits, &mut |_| true)
}

fn found<P: Position>(engine: &mut dyn Engine<P>, position: &P, limits: SearchLimits) -> SearchResult<P::Move> {
    search(engine, position, limits).expect("the game is not over")
}

fn children<P: Position>(position: &P) -> impl Iterator<Item = P> {
    position.legal_moves().into_iter().map(|mv| position.child(mv))
}

/// Positions by key, side and plies, and whether that side wins within these plies.
type Wins = HashMap<(u64, Side, u32), bool>;

/// Whether a side wins within a number of plies, by full search.
fn wins<P: Position>(position: &P, side: Side, plies: u32, known: &mut Wins) -> bool {
    wins_within(position, side, plies, known, usize::MAX).expect("the search has no bound")
}

/// The same; none if it would know more than `most` positions.
fn wins_within<P: Position>(position: &P, side: Side, plies: u32, known: &mut Wins, most: usize) -> Option<bool> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome == Outcome::Win(side));
    }
    let place = (position.key(), side, plies);
    if plies == 0 || known.contains_key(&place) {
        return Some(plies > 0 && known[&place]);
    }
    if known.len() >= most {
        return None;
    }
    // One reply decides: a winning one of the side itself, one of its opponent after which it does not win.
    let deciding = position.side_to_move() == side;
    let is_decided =
        children(position).try_fold(false, |found, child| Some(found || wins_within(&child, side, plies - 1, known, most)? == deciding))?;
    known.insert(place, is_decided == deciding);
    Some(is_decided == deciding)
}

/// The score of a finished game for a side.
fn of_outcome(outcome: Outcome, side: Side) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == side => score::WIN,
        Outcome::Win(_) => -score::WIN,
        Outcome::Draw => score::DRAW,
    }
}

/// The exact score of a position, by minimax to the end of the game.
fn exact<P: Position>(position: &P, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(outcome) = position.outcome() {
        return of_outcome(outcome, position.side_to_move());
    }
    if let Some(&score) = known.get(&position.key()) {
        return score;
    }
    let best = children(position).map(|child| score::from_reply(exact(&child, known))).max().expect("the game is not over");
    known.insert(position.key(), best);
    best
}
