//! Makes `knights/balanced.txt`: openings of four plies from which a search of a hundred thousand nodes calls both sides even. The same
//! program makes the same list.
//!
//! `cargo run --release -p arbitre-search --example balanced > src/search/knights/balanced.txt` (some minutes)

use search::knights::{BALANCED, Balance, opening};
use search::{EngineSettings, SearchLimits, knights_engine};
use std::collections::HashSet;

/// A tournament of thirty in which each plays each has 435 encounters.
const OPENINGS: usize = 1_024;
const PLIES: u32 = 4;
const JUDGED_BY: u64 = 100_000;

fn main() {
    let mut engine = knights_engine("alphabeta", &EngineSettings { mebibytes: 4, ..EngineSettings::default() }).expect("a name");
    let mut known = HashSet::new();
    for drawn in (1..).map(|seed| opening(seed, PLIES, &Balance::USUAL)) {
        if known.len() == OPENINGS {
            return;
        }
        engine.new_game();
        let limits = SearchLimits { depth: None, nodes: Some(JUDGED_BY) };
        let found = engine.search(&drawn.position, &limits, &mut |_| true).expect("the game goes on");
        if found.score.unsigned_abs() <= BALANCED && known.insert(drawn.position.to_string()) {
            let moves: Vec<String> = drawn.moves.iter().map(ToString::to_string).collect();
            println!("{}", moves.join(" "));
        }
    }
}
