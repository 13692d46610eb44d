//! The cost of proofs by the ply at which they begin, for positions of games of the strong engine against itself. Each line has, separated by
//! tabs: ply, seed, result (win, no win, or - if the limit came first), nodes, seconds, position.
//!
//! `cargo run --release -p arbitre-search --example proofs -- PLY [POSITIONS] [MILLIONS OF NODES] [MIB] [FIRST SEED]`

use rules::{Knights, Position};
use search::knights::opening;
use search::knights::proof::Prover;
use search::{EngineSettings, SearchLimits, TranspositionTable, knights_engine};
use std::sync::Arc;
use std::time::Instant;

/// The nodes a move of the games.
const NODES: u64 = 50_000;

/// A position after a number of plies; none if the game was over by then.
fn played(seed: u64, ply: u32) -> Option<Knights> {
    let mut position = opening(seed, 4).position;
    let mut engine = knights_engine("alphabeta", &EngineSettings { mebibytes: 16, ..EngineSettings::default() }).expect("a name");
    while position.ply() < ply {
        position.play(engine.search(&position, &SearchLimits { depth: None, nodes: Some(NODES) }, &mut |_| true)?.best);
    }
    position.outcome().is_none().then_some(position)
}

fn main() {
    let number = |place: usize, usual: u64| std::env::args().nth(place).map_or(usual, |word| word.parse().expect("a number"));
    let (ply, positions, most) = (number(1, 18) as u32, number(2, 50), number(3, 100) * 1_000_000);
    for (seed, position) in (number(5, 1)..).filter_map(|seed| Some((seed, played(seed, ply)?))).take(positions as usize) {
        let mut prover = Prover::new(position.clone(), Arc::new(TranspositionTable::new(number(4, 256) as usize)), 0);
        let begin = Instant::now();
        let found = match prover.prove(&mut |nodes| nodes < most) {
            Some(true) => "win",
            Some(false) => "no win",
            None => "-",
        };
        println!("{ply}\t{seed}\t{found}\t{}\t{:.2}\t{position}", prover.nodes(), begin.elapsed().as_secs_f64());
    }
}
