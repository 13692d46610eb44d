//! How deep and how fast an engine thinks about the start and a middle-game position.
//!
//! `cargo run --release -p search --example think -- alphabeta 5000000`

use rules::{Knights, Position};
use search::{Limits, Settings, knights_engine};
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let name = words.first().map_or("alphabeta", String::as_str);
    let nodes = words.get(1).map_or(2_000_000, |word| word.parse().expect("a number of nodes"));
    let middle = "1n1n2n2/6n2/2n6/9/3n5/2N2N3/4N4/1N7/3N2N2 w 12".parse().expect("a position");
    for position in [Knights::start(), middle] {
        let mut engine = knights_engine(name, &Settings::default()).expect("an engine's name");
        let begin = Instant::now();
        let limits = Limits { depth: None, nodes: Some(nodes) };
        let found = engine.search(&position, &limits, &mut |progress| {
            if progress.finished && name != "mcts" {
                println!("depth {} score {} nodes {}", progress.depth, progress.score, progress.cost.nodes);
            }
            true
        });
        let found = found.expect("the game goes on");
        let rate = found.cost.nodes as f64 / begin.elapsed().as_secs_f64() / 1e6;
        let line: Vec<String> = found.pv.iter().map(ToString::to_string).collect();
        println!("{position}: {} ({}) {:?}\n{rate:.2} million nodes/s", line.join(" "), found.score, found.cost);
    }
}
