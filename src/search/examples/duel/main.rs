//! Two engines play pairs of games from balanced openings, each opening twice with colours changed; wins, losses, draws and the
//! difference in Elo with its 95 % interval.
//!
//! `cargo run --release -p arbitre-search --example duel -- alphabeta mcts --pairs 50 --time 1000+10`
//!
//! - `--time` is milliseconds for the game and for each move, `--nodes` a number of nodes a move instead. With `--rate N` the clocks
//!   count nodes, N thousand a second: then a match does not depend on what else the machine does.
//! - `--plies` sets the opening's length, `--seed` chooses the openings, `--random 1` takes them as they are drawn, unbalanced.
//! - `--hash` is the MiB of each, `--handicap N` leaves the first an Nth of the time, and `--elo0 X --elo1 Y` ends the match as soon as
//!   one of the two hypotheses about the difference is accepted (SPRT with errors of 5 %).
//!
//! An engine called `uci` is another program: `--program FILE`, `--arguments WORD,WORD`, its options as `--options NAME=VALUE,…`, and
//! `--movestogo N` is told with its clock. `duel serve alphabeta` is such a program: an earlier build of it is how a change is tested.

mod serve;
mod uci;

use rules::{Knights, Outcome, Position, Side};
use search::knights::{Balance, opening};
use search::schedule::{self, Clock};
use search::{Engine, EngineSettings, SearchLimits, knights_engine};
use std::time::Instant;
use uci::Uci;

#[derive(Clone, Copy)]
enum Control {
    Nodes(u64),
    /// In microseconds; of a clock that counts nodes, how many thousand make a second.
    Time {
        left: u64,
        increment: u64,
        rate: Option<u64>,
    },
}

impl Control {
    fn divided(self, by: u64) -> Control {
        match self {
            Control::Nodes(nodes) => Control::Nodes(nodes / by),
            Control::Time { left, increment, rate } => Control::Time { left: left / by, increment: increment / by, rate },
        }
    }
}

enum Mind {
    Engine(Box<dyn Engine<Knights>>),
    Program(Uci),
}

/// What to start, as it was asked for.
#[derive(Clone)]
struct Program {
    file: String,
    arguments: String,
    options: String,
    moves_to_go: Option<u64>,
}

struct Player {
    name: String,
    moves_to_go: Option<u64>,
    mind: Mind,
    depth_sum: u64,
    nodes: u64,
    micros: u64,
    moves: u64,
}

impl Player {
    fn new(name: &str, mebibytes: usize, program: Option<Program>) -> Player {
        let moves_to_go = program.as_ref().and_then(|program| program.moves_to_go);
        let mind = if name == "uci" {
            let program = program.expect("--program");
            let [arguments, options] =
                [&program.arguments, &program.options].map(|list| list.split(',').filter(|word| !word.is_empty()).collect::<Vec<_>>());
            Mind::Program(Uci::new(&program.file, &arguments, &options))
        } else {
            let settings = EngineSettings { mebibytes, ..EngineSettings::default() };
            Mind::Engine(knights_engine(name, &settings).unwrap_or_else(|error| panic!("{error}")))
        };
        Player { name: name.to_string(), moves_to_go, mind, depth_sum: 0, nodes: 0, micros: 0, moves: 0 }
    }

    fn new_game(&mut self) {
        match &mut self.mind {
            Mind::Engine(engine) => engine.new_game(),
            Mind::Program(uci) => uci.new_game(),
        }
    }

    fn play(&mut self, position: &Knights, control: Control, left: &mut u64) -> Option<rules::knights::Move> {
        let begin = Instant::now();
        if let [only] = position.legal_moves().as_slice() {
            return Some(*only);
        }
        let spent = |nodes: u64| match control {
            Control::Time { rate: Some(rate), .. } => nodes * 1000 / rate,
            _ => begin.elapsed().as_micros() as u64,
        };
        let (mv, depth, nodes) = match (&mut self.mind, control) {
            (Mind::Engine(engine), Control::Nodes(nodes)) => {
                let found = engine.search(position, &SearchLimits { nodes: Some(nodes), depth: None }, &mut |_| true)?;
                (found.best, found.depth, found.cost.nodes)
            }
            (Mind::Engine(engine), Control::Time { increment, .. }) => {
                let clock = Clock { left: Some(*left), increment, per_move: None, margin: 2_000 };
                let made = position.ply() / 2;
                let budget = match self.name.as_str() {
                    "course" => schedule::course(&clock, made),
                    _ => schedule::default(&clock, made, position.count_moves() as u32),
                };
                let mut go_on = |progress: &search::Progress| budget.allows(progress, spent(progress.cost.nodes));
                let found = engine.search(position, &SearchLimits::default(), &mut go_on)?;
                (found.best, found.depth, found.cost.nodes)
            }
            (Mind::Program(uci), control) => {
                let go = match control {
                    Control::Nodes(nodes) => format!("nodes {nodes}"),
                    Control::Time { increment, .. } => {
                        let (left, increment) = (*left / 1000, increment / 1000);
                        let to_go = self.moves_to_go.map_or_else(String::new, |moves| format!(" movestogo {moves}"));
                        format!("wtime {left} btime {left} winc {increment} binc {increment}{to_go}")
                    }
                };
                let answer = uci.ask(position, &go);
                (answer.mv, answer.depth, answer.nodes)
            }
        };
        let micros = spent(nodes);
        if let Control::Time { increment, .. } = control {
            if micros >= *left {
                eprintln!("{} lost on time: {micros} µs of {left}", self.name);
                return None;
            }
            *left = *left - micros + increment;
        }
        self.depth_sum += u64::from(depth);
        self.nodes += nodes;
        self.micros += micros;
        self.moves += 1;
        Some(mv)
    }
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// Drawn as it comes.
fn random_opening(seed: u64, plies: u32) -> Knights {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut position = Knights::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        position.play(moves[random(&mut state) as usize % moves.len()]);
    }
    position
}

fn balanced_opening(seed: u64, plies: u32) -> Knights {
    opening(seed, plies, &Balance::USUAL).position
}

/// The mean and the half-width of its 95 % interval, in Elo, from the pairs' scores (0 to 1 each).
fn elo(pairs: &[f64]) -> (f64, f64) {
    let n = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / n;
    let variance = pairs.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let half = 1.96 * (variance / n).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    (elo(mean), (elo(mean + half) - elo(mean - half)) / 2.0)
}

/// Of the second hypothesis over the first, the pairs' scores taken as normal with the variance seen (Van den Bergh 2020).
fn log_likelihood_ratio(pairs: &[f64], elos: [f64; 2]) -> f64 {
    let n = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / n;
    // One pair of each result besides, so that the variance is never 0.
    let extra: f64 = [0.0, 0.25, 0.5, 0.75, 1.0].iter().map(|score| (score - mean).powi(2)).sum();
    let variance = (pairs.iter().map(|score| (score - mean).powi(2)).sum::<f64>() + extra) / (n + 5.0);
    let [low, high] = elos.map(|elo| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)));
    n * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some([_, name]) = words.first().filter(|word| *word == "serve").and(words.first_chunk()) {
        return serve::serve(name);
    }
    let option = |name: &str| words.iter().position(|word| word == name).and_then(|at| words.get(at + 1)).cloned();
    let number = |name: &str, otherwise: u64| option(name).map_or(otherwise, |word| word.parse().expect("a number"));
    let [one, two] = [0, 1].map(|place| words.get(place).expect("two engines' names").clone());
    let control = match option("--nodes") {
        Some(nodes) => Control::Nodes(nodes.parse().expect("a number of nodes")),
        None => {
            let time = option("--time").unwrap_or_else(|| "1000+10".to_string());
            let (left, increment) = time.split_once('+').expect("milliseconds+milliseconds");
            let micros = |word: &str| word.parse::<u64>().expect("milliseconds") * 1000;
            let rate = option("--rate").map(|rate| rate.parse().expect("thousands of nodes a second"));
            Control::Time { left: micros(left), increment: micros(increment), rate }
        }
    };
    let controls = [control.divided(number("--handicap", 1)), control];
    let program = option("--program").map(|file| Program {
        file,
        arguments: option("--arguments").unwrap_or_default(),
        options: option("--options").unwrap_or_default(),
        moves_to_go: option("--movestogo").map(|moves| moves.parse().expect("a number of moves")),
    });
    let mut players = [&one, &two].map(|name| Player::new(name, number("--hash", 64) as usize, program.clone()));
    let hypotheses = option("--elo0").zip(option("--elo1")).map(|(low, high)| [low, high].map(|elo| elo.parse().expect("a number")));
    let (mut pairs, mut counts, mut plies) = (Vec::new(), [0_u32; 3], 0);
    for pair in 0..number("--pairs", 50) {
        let (seed, plies_of_opening) = (number("--seed", 1) * 1_000_003 + pair, number("--plies", 4) as u32);
        let draw = if number("--random", 0) == 1 { random_opening } else { balanced_opening };
        let beginning = draw(seed, plies_of_opening);
        let mut points = 0.0;
        for first in [Side::White, Side::Black] {
            let mut position = beginning.clone();
            let mut left = controls.map(|control| match control {
                Control::Time { left, .. } => left,
                Control::Nodes(_) => 0,
            });
            players.iter_mut().for_each(Player::new_game);
            let mut late = None;
            while position.outcome().is_none() {
                let who = usize::from(position.side_to_move() != first);
                let Some(mv) = players[who].play(&position, controls[who], &mut left[who]) else {
                    late = Some(1 - who);
                    break;
                };
                position.explain(mv).unwrap_or_else(|error| panic!("{error}"));
                position.play(mv);
            }
            plies += position.ply();
            let result = match position.outcome() {
                None => late.expect("the game goes on until it is over or lost on time"),
                Some(Outcome::Win(side)) if side == first => 0,
                Some(Outcome::Win(_)) => 1,
                _ => 2,
            };
            counts[result] += 1;
            points += [1.0, 0.0, 0.5][result];
        }
        pairs.push(points / 2.0);
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
    for Player { name, depth_sum, nodes, micros, moves, .. } in &players {
        let moves = (*moves).max(1);
        let rate = nodes * 1000 / micros.max(&1);
        println!(
            "{name}: depth {:.1}, {} nodes and {} µs a move, {rate} thousand nodes/s",
            *depth_sum as f64 / moves as f64,
            nodes / moves,
            micros / moves
        );
    }
}
