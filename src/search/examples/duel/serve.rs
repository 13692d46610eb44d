//! Serves an engine by UCI, as the opponent of a later build.

use crate::uci::{read_position, write_move};
use rules::{Knights, Position};
use search::schedule::{self, Clock};
use search::{EngineSettings, SearchLimits, knights_engine};
use std::io::BufRead;
use std::time::Instant;

/// Reads commands from standard input until `quit` or the end.
///
/// Supports `go nodes N` and `go wtime … btime … winc … binc …`. With the option `Rate`, the clock counts nodes, in thousands a second;
/// `Hash` is the table in MiB.
pub fn serve(name: &str) {
    let (mut mebibytes, mut rate) = (64, None);
    let mut engine = None;
    let mut position = Knights::start();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("standard input is text");
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |word: &str| words.iter().skip_while(|other| **other != word).nth(1).and_then(|number| number.parse::<u64>().ok());
        match words.as_slice() {
            ["uci"] => println!("id name {name}\nuciok"),
            ["isready"] => println!("readyok"),
            ["setoption", "name", "Hash", "value", size] => mebibytes = size.parse().expect("a size in MiB"),
            ["setoption", "name", "Rate", "value", number] => rate = Some(number.parse::<u64>().expect("thousands of nodes a second")),
            ["ucinewgame"] => {
                let settings = EngineSettings { mebibytes, ..EngineSettings::default() };
                engine = Some(knights_engine(name, &settings).unwrap_or_else(|error| panic!("{error}")));
            }
            ["position", "fen", fen @ ..] => position = read_position(fen).unwrap_or_else(|| panic!("`{line}` has no position")),
            ["go", ..] => {
                let engine = engine.as_mut().expect("`ucinewgame` comes first");
                let side = if position.side_to_move() == rules::Side::White { ["wtime", "winc"] } else { ["btime", "binc"] };
                let [left, increment] = side.map(|word| after(word).map(|milliseconds| milliseconds * 1000));
                let clock = Clock { left, increment: increment.unwrap_or(0), per_move: None, margin: 2_000 };
                let budget = schedule::default(&clock, position.ply() / 2, position.count_moves() as u32);
                let (nodes, begin) = (after("nodes"), Instant::now());
                let mut go_on = |progress: &search::Progress| {
                    let micros = rate.map_or_else(|| begin.elapsed().as_micros() as u64, |rate| progress.cost.nodes * 1000 / rate);
                    nodes.is_some() || budget.allows(progress, micros)
                };
                let found = engine.search(&position, &SearchLimits { depth: None, nodes }, &mut go_on).expect("the game goes on");
                println!("info depth {} nodes {} score cp {}", found.depth, found.cost.nodes, found.score);
                println!("bestmove {}", write_move(found.best));
            }
            ["quit"] => break,
            _ => {}
        }
    }
}
