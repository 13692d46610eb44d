//! How balanced openings are, and what they cost: drawn by counting alone, and by shallow searches of several sizes. What balance is worth a
//! deeper search says.
//!
//! `cargo run --release -p arbitre-search --example openings -- [OPENINGS] [PLIES]`

use rules::Knights;
use search::knights::{Balance, opening};
use search::{EngineSettings, SearchLimits, knights_engine};
use std::time::Instant;

/// The deeper search that judges them.
const JUDGED_BY: u64 = 1_000_000;

fn main() {
    let number = |place: usize, usual| std::env::args().nth(place).map_or(usual, |word| word.parse().expect("a number"));
    let (openings, plies) = (number(1, 40) as u64, number(2, 4) as u32);
    // One draw is counting alone.
    for (nodes, draws) in [(1, 1), (1_000, 50), (2_000, 50), (5_000, 50), (20_000, 200)] {
        let begin = Instant::now();
        let drawn: Vec<Knights> = (1..=openings).map(|seed| opening(seed, plies, &Balance { nodes, draws }).position).collect();
        let seconds = begin.elapsed().as_secs_f64();
        let mut unbalance: Vec<u32> = drawn.iter().map(judged).collect();
        unbalance.sort_unstable();
        let (mean, median) = (unbalance.iter().sum::<u32>() as f64 / openings as f64, unbalance[unbalance.len() / 2]);
        println!(
            "{nodes:>6} nodes, {draws:>3} draws: {:>7.2} ms each, mean unbalance {mean:.1}, median {median}",
            seconds * 1e3 / openings as f64
        );
    }
}

fn judged(position: &Knights) -> u32 {
    let mut engine = knights_engine("alphabeta", &EngineSettings { mebibytes: 16, ..EngineSettings::default() }).expect("a name");
    let found = engine.search(position, &SearchLimits { depth: None, nodes: Some(JUDGED_BY) }, &mut |_| true).expect("the game goes on");
    // A proven win counts as much as the evaluation ever does.
    found.score.unsigned_abs().min(1_000)
}
