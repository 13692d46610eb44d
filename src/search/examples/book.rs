//! Computes the values of the first positions of Connect Four, and writes the book of the solver.
//!
//! `cargo run --release -p arbitre-search --example book -- PLIES [MIB [THREADS]] > src/search/connect_four/book.txt`
//!
//! The positions after so many plies are solved, the earlier ones follow from them. Six plies take 45 minutes
//! of two cores, each with 4096 MiB (four: eight of one).

use rules::{ConnectFour, Position};
use search::connect_four::Solver;
use std::collections::BTreeMap;
use std::sync::Mutex;

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

/// How many neighbours a thread takes at once: what it learns of one helps with the next.
const SHARE: usize = 64;

/// The values of these positions, solved by so many threads, each of which has a table of its own.
fn solved(layer: &BTreeMap<u64, (ConnectFour, String)>, mebibytes: usize, threads: usize) -> BTreeMap<u64, i32> {
    let positions: Vec<_> = layer.iter().collect();
    let shares = Mutex::new(positions.chunks(SHARE));
    let solve = || {
        let mut solver = Solver::new(mebibytes).without_book();
        let mut values = Vec::new();
        loop {
            let share = shares.lock().expect("nobody panics while it takes a share").next();
            let Some(share) = share else { return values };
            for &(&code, (position, columns)) in share {
                let value = solver.solve(position, &mut |_| true).expect("nobody stops it").score;
                eprintln!("{columns} {value}");
                values.push((code, value));
            }
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(solve)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a solver does not panic")).collect()
    })
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise| words.get(place).map_or(otherwise, |word: &String| word.parse().expect("PLIES [MIB [THREADS]]"));
    let start = ConnectFour::start();
    let mut layers = vec![BTreeMap::from([(start.symmetric_code(), (start, String::new()))])];
    for ply in 0..number(0, 1) {
        layers.push(further(&layers[ply]));
    }
    let mut values = solved(&layers[layers.len() - 1], number(1, 1024), number(2, 1));
    for layer in layers.iter().rev().skip(1) {
        for (&code, (position, _)) in layer {
            let children = position.legal_moves().into_iter().map(|mv| {
                let mut child = position.clone();
                child.play(mv);
                // A win is worth as much with the stone that makes it as before.
                -values[&child.symmetric_code()]
            });
            let value = children.max().expect("nobody has won or filled a column of the first few plies");
            values.insert(code, value);
        }
    }
    println!("# The first positions of Connect Four and their values, made by the example `book`.");
    for (code, (_, columns)) in layers.iter().flatten() {
        println!("{} {}", if columns.is_empty() { "-" } else { columns }, values[code]);
    }
}
