//! Time a leaf of perft, by the move generator and by a naive one: `cargo bench -p arbitre-rules`. The least of some rounds is without the noise of
//! other processes.

#[path = "../tests/naive/mod.rs"]
mod naive;

use rules::{Knights, Position, perft};
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: u32 = 20;

fn row(name: &str, leaves: u64, count: impl Fn() -> u64) {
    let round = |_| {
        let began = Instant::now();
        assert_eq!(black_box(count()), leaves, "{name}");
        began.elapsed().as_nanos() as f64 / leaves as f64
    };
    let mut times: Vec<f64> = (0..ROUNDS).map(round).collect();
    times.sort_unstable_by(f64::total_cmp);
    let (least, worst) = (times[0], times[times.len() - 1]);
    println!("{name:<20} {least:>9.3} ns a leaf, {worst:>9.3} ns at worst; {:>8.1} million a second", 1e3 / least);
}

fn main() {
    row("bitboards, depth 5", 797_624, || perft(black_box(&Knights::start()), 5));
    row("bitboards, depth 6", 13_123_620, || perft(black_box(&Knights::start()), 6));
    row("naive, depth 4", 48_400, || naive::perft(black_box(&naive::Naive::start()), 4));
}
