//! The Connect Four solver: mean time and nodes a position, by sets of positions of known value.
//!
//! `cargo bench -p search --bench connect_four -- [--empty] [FILE…]`: each file has a position (the columns played) and its score a
//! line; without files, the sample of the tests, set by set. The table is emptied before each set, not before each position.
//! `--empty` solves the empty board besides.

use rules::{ConnectFour, Position};
use search::connect_four::Solver;
use std::collections::BTreeMap;
use std::time::Instant;

/// The table's size.
const MEBIBYTES: usize = 64;
/// For the empty board.
const LARGE_MEBIBYTES: usize = 1024;

type Set = Vec<(ConnectFour, i32)>;

/// Reads a set, or several if there is a third column with a set's name.
fn read(text: &str, name: &str) -> BTreeMap<String, Set> {
    let mut sets = BTreeMap::<String, Set>::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [columns, score, set @ ..] = words.as_slice() else { continue };
        let position = ConnectFour::after(columns).unwrap_or_else(|error| panic!("{line}: {error}"));
        let score = score.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        sets.entry(set.first().unwrap_or(&name).to_string()).or_default().push((position, score));
    }
    sets
}

fn measure(name: &str, set: &Set) {
    let mut solver = Solver::new(MEBIBYTES).without_book();
    let (begin, mut nodes) = (Instant::now(), 0);
    for (position, score) in set {
        let solved = solver.solve(position, &mut |_| true).expect("not stopped");
        assert_eq!(solved.score, *score, "{position}");
        nodes += solved.nodes;
    }
    let (seconds, count) = (begin.elapsed().as_secs_f64(), set.len() as f64);
    let (millis, each, rate) = (seconds * 1e3 / count, nodes as f64 / count, nodes as f64 / seconds / 1e6);
    println!("{name:16} {count:5} positions, all right: {millis:9.3} ms and {each:11.0} nodes each, {rate:5.1} million nodes/s");
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let files: Vec<&String> = words.iter().filter(|word| !word.starts_with("--")).collect();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let name = file.rsplit('/').next().unwrap_or(file);
        read(&text, name).iter().for_each(|(name, set)| measure(name, set));
    }
    if files.is_empty() {
        read(include_str!("../tests/data/connect-four.tsv"), "").iter().for_each(|(name, set)| measure(name, set));
    }
    if words.iter().any(|word| word == "--empty") {
        let begin = Instant::now();
        let solved = Solver::new(LARGE_MEBIBYTES).without_book().solve(&ConnectFour::start(), &mut |_| true).expect("not stopped");
        println!(
            "the empty board: {} after {:.1} s and {} million nodes",
            solved.score,
            begin.elapsed().as_secs_f64(),
            solved.nodes / 1_000_000
        );
    }
}
