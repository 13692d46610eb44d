//! A match between two engines in pairs of games, each opening with both colours: wins, losses, draws and the Elo difference with its 95 %
//! interval.
//!
//! `cargo run --release -p arbitre-search --example duel -- alphabeta mcts --pairs 50 --time 1000+10`
//!
//! - `--time` is the time control in milliseconds, `--nodes` a number of nodes a move instead. With `--rate N` the clocks count nodes, N
//!   thousand a second: then a match does not depend on the load of the machine.
//! - `--plies` is the opening's length, `--seed` that of the openings; `--random 1` takes unbalanced ones.
//! - `--hash` is the MiB of each, `--handicap N` divides the first one's time by N, and `--elo0 X --elo1 Y` ends the match when one
//!   hypothesis is accepted (SPRT with errors of 5 %).
//!
//! The engine `uci` is another program: `--program FILE`, `--arguments WORD,WORD`, `--options NAME=VALUE,…`, and `--movestogo N` with its
//! clock. A change is tested against an earlier build by `duel serve alphabeta`, which is such a program.

mod serve;
mod uci;

use rules::{Knights, Outcome, Position, Rng, Side};
use search::knights::{Balance, opening};
use search::schedule::{self, Clock};
use search::{Engine, EngineSettings, SearchLimits, knights_engine};
use std::time::Instant;
use uci::Uci;

/// The time control of a player: nodes a move, or microseconds.
#[derive(Clone, Copy)]
struct Control {
    nodes: Option<u64>,
    left: u64,
    increment: u64,
    /// Thousands of nodes a second, of a clock that counts nodes.
    rate: Option<u64>,
}

enum Mover {
    Engine(Box<dyn Engine<Knights>>),
    Program(Uci),
}

struct Player {
    name: String,
    mover: Mover,
    control: Control,
    moves_to_go: Option<u64>,
    /// Sums over all moves.
    depths: u64,
    nodes: u64,
    micros: u64,
    moves: u64,
}

impl Player {
    fn new(name: &str, control: Control, option: &dyn Fn(&str) -> Option<String>) -> Player {
        let mover = if name == "uci" {
            let [arguments, options] = ["--arguments", "--options"].map(|list| option(list).unwrap_or_default());
            let [arguments, options] =
                [&arguments, &options].map(|list| list.split(',').filter(|word| !word.is_empty()).collect::<Vec<_>>());
            Mover::Program(Uci::new(&option("--program").expect("--program"), &arguments, &options))
        } else {
            let mebibytes = option("--hash").map_or(64, |size| size.parse().expect("a size in MiB"));
            let settings = EngineSettings { mebibytes, ..EngineSettings::default() };
            Mover::Engine(knights_engine(name, &settings).unwrap_or_else(|error| panic!("{error}")))
        };
        let moves_to_go = option("--movestogo").map(|moves| moves.parse().expect("a number of moves"));
        Player { name: name.to_string(), mover, control, moves_to_go, depths: 0, nodes: 0, micros: 0, moves: 0 }
    }

    fn new_game(&mut self) {
        match &mut self.mover {
            Mover::Engine(engine) => engine.new_game(),
            Mover::Program(uci) => uci.new_game(),
        }
    }

    /// A move; none if the time is up.
    fn play(&mut self, position: &Knights, left: &mut u64) -> Option<rules::knights::Move> {
        let begin = Instant::now();
        if let [only] = position.legal_moves().as_slice() {
            return Some(*only);
        }
        let Control { nodes: limit, increment, rate, .. } = self.control;
        let spent = |nodes: u64| rate.map_or_else(|| begin.elapsed().as_micros() as u64, |rate| nodes * 1000 / rate);
        let (mv, depth, nodes) = match &mut self.mover {
            Mover::Engine(engine) => {
                let clock = Clock { left: Some(*left), increment, per_move: None, margin: 2_000 };
                let made = position.ply() / 2;
                let budget = match self.name.as_str() {
                    "course" => schedule::course(&clock, made),
                    _ => schedule::default(&clock, made, position.count_moves() as u32),
                };
                let mut go_on = |progress: &search::Progress| limit.is_some() || budget.allows(progress, spent(progress.cost.nodes));
                let found = engine.search(position, &SearchLimits { nodes: limit, depth: None }, &mut go_on)?;
                (found.best, found.depth, found.cost.nodes)
            }
            Mover::Program(uci) => {
                let to_go = self.moves_to_go.map_or_else(String::new, |moves| format!(" movestogo {moves}"));
                let (left, increment) = (*left / 1000, increment / 1000);
                let clock = format!("wtime {left} btime {left} winc {increment} binc {increment}{to_go}");
                let answer = uci.search(position, &limit.map_or(clock, |nodes| format!("nodes {nodes}")));
                (answer.mv, answer.depth, answer.nodes)
            }
        };
        let micros = spent(nodes);
        if limit.is_none() {
            if micros >= *left {
                eprintln!("{} lost on time: {micros} µs of {left}", self.name);
                return None;
            }
            *left = *left - micros + increment;
        }
        self.depths += u64::from(depth);
        self.nodes += nodes;
        self.micros += micros;
        self.moves += 1;
        Some(mv)
    }
}

/// An opening of random moves, balanced or not.
fn random_opening(seed: u64, plies: u32) -> Knights {
    let (mut rng, mut position) = (Rng::new(seed), Knights::start());
    for _ in 0..plies {
        let moves = position.legal_moves();
        position.play(moves[rng.below(moves.len())]);
    }
    position
}

/// The mean of the pairs' scores (0 to 1 each), and the sum of the squared deviations from it, with those of `more` scores.
fn spread(pairs: &[f64], more: &[f64]) -> (f64, f64) {
    let mean = pairs.iter().sum::<f64>() / pairs.len() as f64;
    (mean, pairs.iter().chain(more).map(|score| (score - mean).powi(2)).sum())
}

/// The Elo difference and the half-width of its 95 % interval.
fn elo(pairs: &[f64]) -> (f64, f64) {
    let (n, (mean, squares)) = (pairs.len() as f64, spread(pairs, &[]));
    let half = 1.96 * (squares / (n - 1.0).max(1.0) / n).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    (elo(mean), (elo(mean + half) - elo(mean - half)) / 2.0)
}

/// The log-likelihood ratio of the second hypothesis to the first, for normal pair scores with the observed variance (Van den Bergh 2020).
fn log_likelihood_ratio(pairs: &[f64], elos: [f64; 2]) -> f64 {
    let n = pairs.len() as f64;
    // With one more pair of each result, the variance is never 0.
    let (mean, squares) = spread(pairs, &[0.0, 0.25, 0.5, 0.75, 1.0]);
    let [low, high] = elos.map(|elo| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)));
    n * (high - low) * (2.0 * mean - low - high) / (2.0 * squares / (n + 5.0))
}

/// The points of the player that has `first`: 1, 0 or ½, by their index.
fn game(players: &mut [Player; 2], mut position: Knights, first: Side, plies: &mut u32) -> usize {
    let mut left = [0, 1].map(|player: usize| players[player].control.left);
    players.iter_mut().for_each(Player::new_game);
    let result = loop {
        match position.outcome() {
            Some(Outcome::Win(side)) => break usize::from(side != first),
            Some(Outcome::Draw) => break 2,
            None => {}
        }
        let mover = usize::from(position.side_to_move() != first);
        let Some(mv) = players[mover].play(&position, &mut left[mover]) else { break 1 - mover };
        position.check_move(mv).unwrap_or_else(|error| panic!("{error}"));
        position.play(mv);
    };
    *plies += position.ply();
    result
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some([_, name]) = words.first().filter(|word| *word == "serve").and(words.first_chunk()) {
        return serve::serve(name);
    }
    let option = |name: &str| words.iter().position(|word| word == name).and_then(|at| words.get(at + 1)).cloned();
    let number = |name: &str| option(name).map(|word| word.parse::<u64>().expect("a number"));
    let time = option("--time").unwrap_or_else(|| "1000+10".to_string());
    let (left, increment) = time.split_once('+').expect("milliseconds+milliseconds");
    let [left, increment] = [left, increment].map(|word| word.parse::<u64>().expect("milliseconds") * 1000);
    let (nodes, rate) = (number("--nodes"), number("--rate"));
    let mut players = [number("--handicap").unwrap_or(1), 1].into_iter().enumerate().map(|(place, by)| {
        let control = Control { nodes: nodes.map(|nodes| nodes / by), left: left / by, increment: increment / by, rate };
        Player::new(words.get(place).expect("two engines' names"), control, &option)
    });
    let mut players = [(); 2].map(|()| players.next().expect("there are two"));
    let [one, two] = [0, 1].map(|place: usize| players[place].name.clone());
    let hypotheses = option("--elo0").zip(option("--elo1")).map(|(low, high)| [low, high].map(|elo| elo.parse().expect("a number")));
    let (mut pairs, mut counts, mut plies) = (Vec::new(), [0_u32; 3], 0);
    for pair in 0..number("--pairs").unwrap_or(50) {
        let (seed, length) = (number("--seed").unwrap_or(1) * 1_000_003 + pair, number("--plies").unwrap_or(4) as u32);
        let beginning = match number("--random") {
            Some(1) => random_opening(seed, length),
            _ => opening(seed, length, &Balance::USUAL).position,
        };
        let results = Side::BOTH.map(|first| game(&mut players, beginning.clone(), first, &mut plies));
        results.iter().for_each(|&result| counts[result] += 1);
        pairs.push(results.iter().map(|&result| [1.0, 0.0, 0.5][result]).sum::<f64>() / 2.0);
        let (elo, half) = elo(&pairs);
        eprint!("\r{one} {} – {} {two}, {} drawn: {elo:+.0} ± {half:.0} Elo ", counts[0], counts[1], counts[2]);
        if let Some(ratio) = hypotheses.map(|elos| log_likelihood_ratio(&pairs, elos)).filter(|ratio| ratio.abs() > 19_f64.ln()) {
            println!("the {} hypothesis is accepted: log-likelihood ratio {ratio:.2}", if ratio > 0.0 { "second" } else { "first" });
            break;
        }
    }
    let (elo, half) = elo(&pairs);
    println!("{one} {} – {} {two}, {} drawn: {elo:+.0} ± {half:.0} Elo", counts[0], counts[1], counts[2]);
    let of = |points: f64| pairs.iter().filter(|&&score| score == points / 2.0).count();
    println!("pairs by the first's points: 0 {}, ½ {}, 1 {}, 1½ {}, 2 {}", of(0.0), of(0.5), of(1.0), of(1.5), of(2.0));
    println!("{:.1} plies a game", f64::from(plies) / (2.0 * pairs.len() as f64));
    for Player { name, depths, nodes, micros, moves, .. } in &players {
        let (moves, rate) = ((*moves).max(1), nodes * 1000 / micros.max(&1));
        let depth = *depths as f64 / moves as f64;
        println!("{name}: depth {depth:.1}, {} nodes and {} µs a move, {rate} thousand nodes/s", nodes / moves, micros / moves);
    }
}
