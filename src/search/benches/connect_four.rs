//! The Connect Four solver on sets of positions of known value: mean time and nodes a position, and the longest time.
//!
//! `cargo bench -p arbitre-search --bench connect_four -- [--columns] [--book] [--afresh] [--empty] [FILE…]`: each file has a position (the
//! columns played) and its score a line; without files, the sample of the tests, set by set.
//!
//! - `--columns` solves each column, not the position alone; `--book` uses the opening book.
//! - The table is emptied before each set; with `--afresh` before each position, as for a single question.
//! - `--empty` solves the empty board, too.

use rules::{ConnectFour, Position};
use search::connect_four::ConnectFourSolver;
use std::collections::BTreeMap;
use std::time::Instant;

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

#[derive(Clone, Copy)]
struct Options {
    columns: bool,
    book: bool,
    afresh: bool,
}

fn measure(name: &str, set: &Set, options: Options) {
    let mut solver = ConnectFourSolver::new(MEBIBYTES);
    if !options.book {
        solver = solver.without_book();
    }
    let (mut seconds, mut longest, mut nodes) = (0.0, 0.0_f64, 0);
    for (position, score) in set {
        if options.afresh {
            solver.clear();
        }
        let begin = Instant::now();
        let found = if options.columns {
            solver.columns(position, &mut |_| true).and_then(|values| values.into_iter().flatten().max())
        } else {
            solver.solve(position, &mut |_| true).map(|solved| solved.score)
        };
        let took = begin.elapsed().as_secs_f64();
        assert_eq!(found, Some(*score), "{position}");
        (seconds, longest, nodes) = (seconds + took, longest.max(took), nodes + solver.nodes());
    }
    let count = set.len() as f64;
    let (millis, each, rate) = (seconds * 1e3 / count, nodes as f64 / count, nodes as f64 / seconds / 1e6);
    let mean = format!("{millis:9.3} ms and {each:11.0} nodes each, {rate:5.1} million nodes/s");
    println!("{name:16} {count:5} positions, all right: {mean}, the longest {longest:7.3} s");
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |option: &str| words.iter().any(|word| word == option);
    let options = Options { columns: has("--columns"), book: has("--book"), afresh: has("--afresh") };
    let files: Vec<&String> = words.iter().filter(|word| !word.starts_with("--")).collect();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let name = file.rsplit('/').next().unwrap_or(file);
        read(&text, name).iter().for_each(|(name, set)| measure(name, set, options));
    }
    if files.is_empty() {
        read(include_str!("../tests/data/connect-four.tsv"), "").iter().for_each(|(name, set)| measure(name, set, options));
    }
    if has("--empty") {
        let begin = Instant::now();
        let solved =
            ConnectFourSolver::new(LARGE_MEBIBYTES).without_book().solve(&ConnectFour::start(), &mut |_| true).expect("not stopped");
        println!(
            "the empty board: {} after {:.1} s and {} million nodes",
            solved.score,
            begin.elapsed().as_secs_f64(),
            solved.nodes / 1_000_000
        );
    }
}
