//! Fits how likely a value of an engine is to become a win, to games that the engine plays against itself: the unit of
//! `search::review::WinChance`, by the greatest likelihood (logistic regression of one coefficient through 0, by golden sections).
//!
//! `cargo run --release -p arbitre-search --example win_chance -- GAME GAMES NODES SEED`, where the game is `knights` or `connect-four`. The same
//! numbers make the same games. Nine tenths of the games are fitted to; of the last tenth it tells how well their results are foreseen.

use rules::{ConnectFour, Knights, Position};
use search::review::{WinChance, share};
use search::{Engine, EngineSettings, SearchLimits, connect_four_engine, knights_engine, score};

fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// A value, and what share of a win came of it.
type Sample = (i32, f64);

/// Plays games from random openings: of each, the values that were estimates.
fn play<P: Position>(mut engine: Box<dyn Engine<P>>, games: u64, nodes: u64, mut state: u64) -> Vec<Vec<Sample>> {
    let mut all = Vec::new();
    for _ in 0..games {
        engine.new_game();
        let (mut position, mut values) = (P::start(), Vec::new());
        let opening = 2 + random(&mut state) % 12;
        while position.outcome().is_none() {
            let moves = position.legal_moves();
            let moves = moves.as_ref();
            if (position.ply() as usize) < opening {
                position.play(moves[random(&mut state) % moves.len()]);
                continue;
            }
            let limits = SearchLimits { depth: None, nodes: Some(nodes) };
            let found = engine.search(&position, &limits, &mut |_| true).expect("the game goes on");
            if !score::is_decided(found.score) && !found.is_proved {
                values.push((position.side_to_move(), found.score));
            }
            position.play(found.best);
        }
        all.push(values.into_iter().map(|(side, value)| (value, share(position.outcome(), side))).collect());
    }
    all
}

/// The mean negative logarithm of what a result was expected with (0 is foresight, 0.693 a coin).
fn loss(samples: &[Sample], unit: f64) -> f64 {
    let log = |&(value, result): &Sample| {
        let expected = WinChance { unit, nodes: 1 }.of(value, false).clamp(1e-9, 1.0 - 1e-9);
        -result * expected.ln() - (1.0 - result) * (1.0 - expected).ln()
    };
    samples.iter().map(log).sum::<f64>() / samples.len().max(1) as f64
}

/// The unit of the least loss: of the logarithm of the unit it has one minimum.
fn fitted(samples: &[Sample]) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.0_f64, 14.0_f64);
    while high - low > 1e-4 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if loss(samples, left.exp()) < loss(samples, right.exp()) { high = right } else { low = left }
    }
    ((low + high) / 2.0).exp()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse().ok()).expect("GAME GAMES NODES SEED");
    let (games, nodes, seed) = (number(1), number(2), number(3));
    let settings = EngineSettings { mebibytes: 4, ..EngineSettings::default() };
    let mut games = match words[0].as_str() {
        Knights::NAME => play(knights_engine("alphabeta", &settings).expect("its name is right"), games, nodes, seed),
        ConnectFour::NAME => play(connect_four_engine("perfect", &settings).expect("its name is right"), games, nodes, seed),
        other => panic!("{other}: of what is known to its end there are no chances"),
    };
    // Whole games are held out: positions of one game are alike.
    let held_out: Vec<Sample> = games.split_off(games.len() / 10 * 9).into_iter().flatten().collect();
    let samples: Vec<Sample> = games.into_iter().flatten().collect();
    let unit = fitted(&samples);
    println!(
        "unit {unit:.1}: {} positions, loss {:.4}; of games held out {:.4} (a coin 0.6931)",
        samples.len(),
        loss(&samples, unit),
        loss(&held_out, unit)
    );
    for share in 0..10 {
        let (low, high) = (f64::from(share) / 10.0, f64::from(share + 1) / 10.0);
        let inside: Vec<&Sample> =
            samples.iter().filter(|(value, _)| (low..high).contains(&WinChance { unit, nodes: 1 }.of(*value, false))).collect();
        let got = inside.iter().map(|(_, result)| result).sum::<f64>() / inside.len().max(1) as f64;
        println!("expected {low:.1} to {high:.1}: {} positions, {got:.3} of a win", inside.len());
    }
}
