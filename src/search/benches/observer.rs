//! The cost of an observer: each classroom search without one, and with one that only counts.
//!
//! `cargo bench -p arbitre-search --bench observer`

use rules::{ConnectFour, Position};
use search::connect_four::OpenLines;
use search::{EngineSettings, SearchLimits, SearchObserver, classroom_engine, search_observed};
use std::hint::black_box;
use std::time::Instant;

/// Many short rounds, so that some of them are not interrupted on a busy machine.
const ROUNDS: usize = 200;

struct Count(u64);

impl SearchObserver<ConnectFour> for Count {
    fn entered(&mut self, _: &ConnectFour, _: u32, _: (i32, i32)) {
        self.0 += 1;
    }

    fn simulated(&mut self, _: &search::Simulation<ConnectFour>) {
        self.0 += 1;
    }
}

/// The best of some rounds, in nanoseconds a node.
fn best(mut search: impl FnMut() -> u64) -> f64 {
    let round = |_| {
        let began = Instant::now();
        let nodes = black_box(search());
        began.elapsed().as_nanos() as f64 / nodes as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

fn main() {
    let start = ConnectFour::start();
    let settings = EngineSettings { mebibytes: 1, ..EngineSettings::default() };
    let by_depth = |depth| SearchLimits { depth: Some(depth), nodes: None };
    let simulations = SearchLimits { depth: None, nodes: Some(500) };
    for (name, limits) in [
        ("minimax", by_depth(4)),
        ("negamax", by_depth(4)),
        ("classroom-alphabeta", by_depth(6)),
        ("alphabeta-memory", by_depth(6)),
        ("quiescence", by_depth(5)),
        ("uct", simulations),
        ("mcts", simulations),
    ] {
        let off = best(|| {
            let mut engine = classroom_engine::<ConnectFour, _>(name, OpenLines, &settings).expect("a name of the catalogue");
            engine.search(&start, &limits, &mut |_| true).expect("a move").cost.nodes
        });
        let observed = || search_observed(name, OpenLines, &settings, (&start, &limits), &mut Count(0), &mut |_| true);
        let on = best(|| observed().expect("a move").cost.nodes);
        println!("{name:<20} {off:>8.1} ns a node, {on:>8.1} ns observed,  {:>5.2} times", on / off);
    }
}
