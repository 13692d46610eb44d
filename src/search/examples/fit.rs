//! Fits the weights of the evaluation `Fitted` to the results of games that the engine plays against itself (Texel's method:
//! logistic regression by gradient descent).
//!
//! `cargo run --release -p search --example fit -- play GAMES NODES SEED >> games.txt`, then `… --example fit -- fit games.txt`,
//! whose output is `src/search/knights/weights.rs`.

use rules::{Knights, Outcome, Position, Side};
use search::knights::Fitted;
use search::{Limits, Settings, knights_engine, score};

fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// Plays games from random openings and prints each quiet position with what White got.
fn play(games: u64, nodes: u64, seed: u64) {
    let mut engine = knights_engine("alphabeta", &Settings { mebibytes: 1, ..Settings::default() }).expect("its name is right");
    let mut state = seed;
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
            let found = engine.search(&position, &Limits { depth: None, nodes: Some(nodes) }, &mut |_| true).expect("the game goes on");
            if !score::is_decided(found.score) && !position.captures().contains(&found.best) {
                quiet.push(position.to_string());
            }
            position.play(found.best);
        }
        let result = match position.outcome() {
            Some(Outcome::Win(Side::White)) => "1",
            Some(Outcome::Win(Side::Black)) => "0",
            _ => "0.5",
        };
        quiet.iter().for_each(|position| println!("{position}\t{result}"));
    }
}

struct Sample {
    features: Vec<(u16, i8)>,
    /// What the side to move got.
    result: f32,
}

fn read(text: &str) -> Vec<Sample> {
    let sample = |line: &str| {
        let (position, result) = line.split_once('\t')?;
        let position: Knights = position.parse().ok()?;
        let white: f32 = result.parse().ok()?;
        let result = if position.side_to_move() == Side::White { white } else { 1.0 - white };
        let mut counts = vec![0_i8; Fitted::FEATURES];
        Fitted::features(&position, |feature, times| counts[feature] += times as i8);
        let features =
            counts.iter().enumerate().filter(|(_, times)| **times != 0).map(|(feature, &times)| (feature as u16, times)).collect();
        Some(Sample { features, result })
    };
    text.lines().filter_map(sample).collect()
}

fn expected(weights: &[f32], sample: &Sample) -> f32 {
    let sum: f32 = sample.features.iter().map(|&(feature, times)| weights[usize::from(feature)] * f32::from(times)).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss(weights: &[f32], samples: &[Sample]) -> f32 {
    let log = |sample: &Sample| {
        let expected = expected(weights, sample).clamp(1e-6, 1.0 - 1e-6);
        -sample.result * expected.ln() - (1.0 - sample.result) * (1.0 - expected).ln()
    };
    samples.iter().map(log).sum::<f32>() / samples.len() as f32
}

/// Adam (Kingma & Ba 2015) on all samples at once, with a slight pull to zero.
fn fit(path: &str) {
    let samples = read(&std::fs::read_to_string(path).expect("a file of games"));
    let (train, test) = samples.split_at(samples.len() / 10 * 9);
    let mut weights = vec![0_f32; Fitted::FEATURES];
    let (mut first, mut second) = (weights.clone(), weights.clone());
    for round in 1..=600 {
        let mut gradient: Vec<f32> = weights.iter().map(|weight| weight * 2e-5).collect();
        for sample in train {
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
            eprintln!("round {round}: loss {:.5}, of positions not fitted to {:.5}", loss(&weights, train), loss(&weights, test));
        }
    }
    println!(
        "//! The weights of the evaluation `Fitted`, in hundredths of a logit, in the order of its features; made by the example `fit`"
    );
    println!("//! from {} positions of games that the engine played against itself.\n", samples.len());
    println!("pub(super) static WEIGHTS: [i16; super::features::FEATURES] = [");
    weights.iter().for_each(|weight| println!("    {},", (weight * 100.0).round() as i16));
    println!("];");
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse().ok()).expect("play GAMES NODES SEED");
    match words.first().map(String::as_str) {
        Some("play") => play(number(1), number(2), number(3)),
        Some("fit") => fit(words.get(1).expect("fit FILE")),
        _ => eprintln!("play GAMES NODES SEED, or fit FILE"),
    }
}
