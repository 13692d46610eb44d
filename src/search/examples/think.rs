//! Depth and speed of an engine at the start and in ten middle-game positions.
//!
//! `cargo run --release -p arbitre-search --example think -- alphabeta [MILLISECONDS] [THREADS]`: the threads share a table; the nodes are
//! of all threads, the depth is that of the first.

use rules::{Knights, Position};
use search::{EngineSettings, SearchLimits, Table, knights_engine};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The plies of weak play before a middle-game position.
const MIDDLE_GAME: u32 = 14;

fn middle_game(seed: u64) -> Knights {
    let mut position = Knights::start();
    while position.ply() < MIDDLE_GAME && position.outcome().is_none() {
        let seed = seed * 100 + u64::from(position.ply());
        let mut player =
            knights_engine("uct", &EngineSettings { seed, mebibytes: 1, ..EngineSettings::default() }).expect("an engine's name");
        let found = player.search(&position, &SearchLimits { depth: None, nodes: Some(60) }, &mut |_| true);
        position.play(found.expect("the game goes on").best);
    }
    position
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let name = words.first().map_or("alphabeta", String::as_str);
    let number = |place: usize, otherwise| words.get(place).map_or(otherwise, |word: &String| word.parse().expect("a number"));
    let (time, threads) = (Duration::from_millis(number(1, 1000)), number(2, 1));
    for position in std::iter::once(Knights::start()).chain((1..=10).map(middle_game)) {
        let table = Some(Arc::new(Table::new(64)));
        let (begin, done) = (Instant::now(), AtomicBool::new(false));
        let search = |helper: u32| {
            let mut engine =
                knights_engine(name, &EngineSettings { helper, table: table.clone(), ..EngineSettings::default() }).expect("a name");
            let mut go_on = |_: &_| begin.elapsed() < time && !done.load(Ordering::Relaxed);
            let found = engine.search(&position, &SearchLimits::default(), &mut go_on).expect("the game goes on");
            done.store(true, Ordering::Relaxed);
            found
        };
        let found: Vec<_> = std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads)
                .map(|helper| {
                    scope.spawn({
                        let search = &search;
                        move || search(helper as u32)
                    })
                })
                .collect();
            running.into_iter().map(|thread| thread.join().expect("a search does not panic")).collect()
        });
        let nodes: u64 = found.iter().map(|found| found.cost.nodes).sum();
        let line: Vec<String> = found[0].pv.iter().take(6).map(ToString::to_string).collect();
        let rate = nodes as f64 / begin.elapsed().as_secs_f64() / 1e6;
        let (depth, seconds) = (found[0].depth, begin.elapsed().as_secs_f64());
        println!("{position}: depth {depth}, {rate:.2} million nodes/s, {seconds:.2} s, {} ({})", line.join(" "), found[0].score);
    }
}
