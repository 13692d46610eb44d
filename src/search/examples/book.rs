//! Computes the values of the first positions of Connect Four, and writes the book of the solver.
//!
//! `cargo run --release -p search --example book -- PLIES [MIB] > src/search/connect_four/book.txt`
//!
//! The positions after so many plies are solved, the earlier ones follow from them. Four plies take eight minutes of one core, with 4096 MiB.

use rules::{ConnectFour, Position};
use search::connect_four::Solver;
use std::collections::BTreeMap;

/// The positions that are one ply further, one of each two mirror images.
fn further(positions: &BTreeMap<u64, (ConnectFour, String)>) -> BTreeMap<u64, (ConnectFour, String)> {
    let mut next = BTreeMap::new();
    for (position, columns) in positions.values() {
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play(mv);
            next.entry(child.symmetric_code()).or_insert_with(|| (child, format!("{columns}{mv}")));
        }
    }
    next
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise| words.get(place).map_or(otherwise, |word: &String| word.parse().expect("PLIES [MIB]"));
    let start = ConnectFour::start();
    let mut layers = vec![BTreeMap::from([(start.symmetric_code(), (start, String::new()))])];
    for ply in 0..number(0, 1) {
        layers.push(further(&layers[ply]));
    }
    let mut solver = Solver::new(number(1, 1024)).without_book();
    let mut values = BTreeMap::new();
    for layer in layers.iter().rev() {
        for (&code, (position, columns)) in layer {
            let children = position.legal_moves().into_iter().map(|mv| {
                let mut child = position.clone();
                child.play(mv);
                // A win is worth as much with the stone that makes it as before.
                values.get(&child.symmetric_code()).map(|value: &i32| -value)
            });
            let value = match children.collect::<Option<Vec<i32>>>().and_then(|values| values.into_iter().max()) {
                Some(value) => value,
                None => solver.solve(position, &mut |_| true).expect("nobody stops it").score,
            };
            eprintln!("{columns} {value}");
            values.insert(code, value);
        }
    }
    println!("# The first positions of Connect Four and their values, made by the example `book`.");
    for (code, (_, columns)) in layers.iter().flatten() {
        println!("{} {}", if columns.is_empty() { "-" } else { columns }, values[code]);
    }
}
