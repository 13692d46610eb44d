//! The Connect Four solver on sets of positions of known value, each with an empty table: mean time and nodes a position, and the longest time.
//! `cargo bench -p arbitre-search --bench connect_four [-- --empty]`: with `--empty` the empty board, too.

use rules::{ConnectFour, Position};
use search::connect_four::ConnectFourSolver;
use std::collections::BTreeMap;
use std::time::Instant;

type Set = Vec<(ConnectFour, i32)>;

fn measure(name: &str, mebibytes: usize, set: &Set) {
    let mut solver = ConnectFourSolver::new(mebibytes).without_book();
    let (mut seconds, mut longest, mut nodes) = (0.0, 0.0_f64, 0);
    for (position, score) in set {
        let begin = Instant::now();
        let solved = solver.solve(position, &mut |_| true).expect("not stopped");
        let took = begin.elapsed().as_secs_f64();
        assert_eq!(solved.score, *score, "{position}");
        (seconds, longest, nodes) = (seconds + took, longest.max(took), nodes + solved.nodes);
    }
    let count = set.len() as f64;
    let (millis, each, rate) = (seconds * 1e3 / count, nodes as f64 / count, nodes as f64 / seconds / 1e6);
    println!(
        "{name:16} {count:5} positions: {millis:9.3} ms and {each:11.0} nodes each, {rate:5.1} million nodes/s, the longest {longest:7.3} s"
    );
}

fn main() {
    let mut sets = BTreeMap::<&str, Set>::new();
    for line in include_str!("../tests/data/connect-four.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [columns, score, set] = *line.split('\t').collect::<Vec<_>>() else { panic!("three columns: {line}") };
        sets.entry(set).or_default().push((ConnectFour::after(columns).expect("a position"), score.parse().expect("a number")));
    }
    sets.iter().for_each(|(name, set)| measure(name, 64, set));
    if std::env::args().any(|word| word == "--empty") {
        measure("empty", 1024, &vec![(ConnectFour::start(), 1)]);
    }
}
