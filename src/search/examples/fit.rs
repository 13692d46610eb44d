//! Fits the weights of the evaluation `Fitted` to the results of games that the engine plays against itself (Texel's method:
//! logistic regression by gradient descent).
//!
//! `cargo run --release -p search --example fit -- make GAMES NODES SEED > src/search/knights/weights.rs` plays the games and fits the
//! weights to nine tenths of them; what it writes says how it was made, and how good it is on the last tenth. The same numbers and the
//! same engine make the same games. `… -- judge GAMES NODES SEED` plays games and tells how well the evaluation as it stands foresees
//! their results, in one line.

use rules::{Knights, Outcome, Position};
use search::knights::Fitted;
use search::{EngineSettings, Evaluate, SearchLimits, knights_engine, score};

fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// Plays games from random openings: of each, its quiet positions with what the side to move got.
fn play(games: u64, nodes: u64, seed: u64) -> Vec<Vec<Sample>> {
    let mut engine = knights_engine("alphabeta", &EngineSettings { mebibytes: 1, ..EngineSettings::default() }).expect("its name is right");
    let mut state = seed;
    let mut all = Vec::new();
    for _ in 0..games {
        engine.new_game();
        let mut position = Knights::start();
        let mut quiet = Vec::new();
        let opening = 2 + random(&mut state) % 12;
        while position.outcome().is_none() {
            let moves = position.legal_moves();
            if (position.ply() as usize) < opening {
                position.play(moves[random(&mut state) % moves.len()]);
                continue;
            }
            let found =
                engine.search(&position, &SearchLimits { depth: None, nodes: Some(nodes) }, &mut |_| true).expect("the game goes on");
            if !score::is_decided(found.score) && !position.captures().contains(&found.best) {
                quiet.push(position.clone());
            }
            position.play(found.best);
        }
        let result = |side| match position.outcome() {
            Some(Outcome::Win(winner)) => f32::from(u8::from(winner == side)),
            _ => 0.5,
        };
        all.push(quiet.iter().map(|position| sample(position, result(position.side_to_move()))).collect());
    }
    all
}

struct Sample {
    features: Vec<(u16, i8)>,
    /// What the evaluation as it stands says, in logits.
    evaluation: f32,
    /// What the side to move got.
    result: f32,
}

fn sample(position: &Knights, result: f32) -> Sample {
    let mut counts = vec![0_i8; Fitted::FEATURES];
    Fitted::features(position, |feature, times| counts[feature] += times as i8);
    let features = counts.iter().enumerate().filter(|(_, times)| **times != 0).map(|(feature, &times)| (feature as u16, times)).collect();
    Sample { features, evaluation: Fitted.evaluate(position) as f32 / 100.0, result }
}

/// The chance to win that so many logits are.
fn chance(logits: f32) -> f32 {
    1.0 / (1.0 + (-logits).exp())
}

fn expected(weights: &[f32], sample: &Sample) -> f32 {
    let sum: f32 = sample.features.iter().map(|&(feature, times)| weights[usize::from(feature)] * f32::from(times)).sum();
    chance(sum)
}

/// The mean negative logarithm of what a result was expected with (0 is foresight, 0.693 a coin).
fn loss(samples: &[Sample], expected: impl Fn(&Sample) -> f32) -> f32 {
    let log = |sample: &Sample| {
        let expected = expected(sample).clamp(1e-6, 1.0 - 1e-6);
        -sample.result * expected.ln() - (1.0 - sample.result) * (1.0 - expected).ln()
    };
    samples.iter().map(log).sum::<f32>() / samples.len().max(1) as f32
}

/// Adam (Kingma & Ba 2015) on all samples at once, with a slight pull to zero.
fn fit(games: u64, nodes: u64, seed: u64) {
    let mut train = play(games, nodes, seed);
    // Whole games are held out: positions of one game are alike.
    let test: Vec<Sample> = train.split_off(train.len() / 10 * 9).into_iter().flatten().collect();
    let train: Vec<Sample> = train.into_iter().flatten().collect();
    let mut weights = vec![0_f32; Fitted::FEATURES];
    let (mut first, mut second) = (weights.clone(), weights.clone());
    for round in 1..=600 {
        let mut gradient: Vec<f32> = weights.iter().map(|weight| weight * 2e-5).collect();
        for sample in &train {
            let error = (expected(&weights, sample) - sample.result) / train.len() as f32;
            sample.features.iter().for_each(|&(feature, times)| gradient[usize::from(feature)] += error * f32::from(times));
        }
        for (place, slope) in gradient.into_iter().enumerate() {
            first[place] = 0.9 * first[place] + 0.1 * slope;
            second[place] = 0.99 * second[place] + 0.01 * slope * slope;
            let (mean, square) = (first[place] / (1.0 - 0.9_f32.powi(round)), second[place] / (1.0 - 0.99_f32.powi(round)));
            weights[place] -= 0.02 * mean / (square.sqrt() + 1e-9);
        }
        if round % 100 == 0 {
            let [fitted, held_out] = [&train, &test].map(|samples| loss(samples, |sample| expected(&weights, sample)));
            eprintln!("round {round}: loss {fitted:.5}, of games held out {held_out:.5}");
        }
    }
    let [fitted, held_out] = [&train, &test].map(|samples| loss(samples, |sample| expected(&weights, sample)));
    println!(
        "//! The weights of the evaluation `Fitted`, in hundredths of a logit, in the order of its features. Made by the example `fit`:"
    );
    println!("//! `make {games} {nodes} {seed}`, {} positions, loss {fitted:.4}; of games held out {held_out:.4}.\n", train.len());
    println!("pub(super) static WEIGHTS: [i16; super::features::FEATURES] = [");
    weights.iter().for_each(|weight| println!("    {},", (weight * 100.0).round() as i16));
    println!("];");
}

/// How well the evaluation as it stands foresees games.
fn judge(games: u64, nodes: u64, seed: u64) {
    let samples: Vec<Sample> = play(games, nodes, seed).into_iter().flatten().collect();
    let loss = loss(&samples, |sample| chance(sample.evaluation));
    println!("{games} games of {nodes} nodes a move, seed {seed}: {} positions, loss {loss:.4}", samples.len());
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse().ok()).expect("GAMES NODES SEED");
    match words.first().map(String::as_str) {
        Some("make") => fit(number(1), number(2), number(3)),
        Some("judge") => judge(number(1), number(2), number(3)),
        _ => eprintln!("make GAMES NODES SEED, or judge GAMES NODES SEED"),
    }
}
