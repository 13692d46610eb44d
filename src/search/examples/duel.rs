//! Two engines play pairs of games from random openings, each opening twice with colours changed; wins, losses, draws and the
//! difference in Elo with its 95 % interval.
//!
//! `cargo run --release -p search --example duel -- alphabeta mcts --pairs 50 --time 1000+10`
//!
//! `--time` is milliseconds for the game and for each move, `--nodes` a number of nodes a move instead. `--plies` sets the random
//! opening's length, `--seed` chooses the openings.

use rules::{Knights, Outcome, Position, Side};
use search::schedule::{self, Clock};
use search::{Engine, Limits, Settings, knights_engine};
use std::time::Instant;

#[derive(Clone, Copy)]
enum Control {
    Nodes(u64),
    Time { left: u64, increment: u64 },
}

struct Player {
    name: String,
    engine: Box<dyn Engine<Knights>>,
    depth_sum: u64,
    nodes: u64,
    micros: u64,
    moves: u64,
}

impl Player {
    fn new(name: &str) -> Player {
        let engine = knights_engine(name, &Settings::default()).unwrap_or_else(|error| panic!("{error}"));
        Player { name: name.to_string(), engine, depth_sum: 0, nodes: 0, micros: 0, moves: 0 }
    }

    fn play(&mut self, position: &Knights, control: Control, left: &mut u64) -> Option<rules::knights::Move> {
        let begin = Instant::now();
        let micros = || begin.elapsed().as_micros() as u64;
        let found = match control {
            Control::Nodes(nodes) => self.engine.search(position, &Limits { nodes: Some(nodes), depth: None }, &mut |_| true),
            Control::Time { increment, .. } => {
                let clock = Clock { left: Some(*left), increment, per_move: None, margin: 2_000 };
                let made = position.ply() / 2;
                let budget = match self.name.as_str() {
                    "course" => schedule::course(&clock, made),
                    _ => schedule::default(&clock, made, position.count_moves() as u32),
                };
                let found = self.engine.search(position, &Limits::default(), &mut |progress| budget.allows(progress, micros()));
                assert!(micros() < *left, "{} lost on time: {} µs of {left}", self.name, micros());
                *left = *left - micros() + increment;
                found
            }
        }?;
        self.depth_sum += u64::from(found.depth);
        self.nodes += found.cost.nodes;
        self.micros += micros();
        self.moves += 1;
        Some(found.best)
    }
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

fn opening(seed: u64, plies: u32) -> Knights {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut position = Knights::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        position.play(moves[random(&mut state) as usize % moves.len()]);
    }
    position
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

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| words.iter().position(|word| word == name).and_then(|at| words.get(at + 1)).cloned();
    let number = |name: &str, otherwise: u64| option(name).map_or(otherwise, |word| word.parse().expect("a number"));
    let [one, two] = [0, 1].map(|place| words.get(place).expect("two engines' names").clone());
    let control = match option("--nodes") {
        Some(nodes) => Control::Nodes(nodes.parse().expect("a number of nodes")),
        None => {
            let time = option("--time").unwrap_or_else(|| "1000+10".to_string());
            let (left, increment) = time.split_once('+').expect("milliseconds+milliseconds");
            let micros = |word: &str| word.parse::<u64>().expect("milliseconds") * 1000;
            Control::Time { left: micros(left), increment: micros(increment) }
        }
    };
    let mut players = [Player::new(&one), Player::new(&two)];
    let (mut pairs, mut counts, mut plies) = (Vec::new(), [0_u32; 3], 0);
    for pair in 0..number("--pairs", 50) {
        let opening = opening(number("--seed", 1) * 1_000_003 + pair, number("--plies", 4) as u32);
        let mut points = 0.0;
        for first in [Side::White, Side::Black] {
            let mut position = opening.clone();
            let mut left = match control {
                Control::Time { left, .. } => [left; 2],
                Control::Nodes(_) => [0; 2],
            };
            players.iter_mut().for_each(|player| player.engine.new_game());
            while position.outcome().is_none() {
                let who = usize::from(position.side_to_move() != first);
                let mv = players[who].play(&position, control, &mut left[who]).expect("the game goes on");
                position.explain(mv).unwrap_or_else(|error| panic!("{error}"));
                position.play(mv);
            }
            plies += position.ply();
            let result = match position.outcome() {
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
    }
    let (elo, half) = elo(&pairs);
    println!("{one} {} – {} {two}, {} drawn: {elo:+.0} ± {half:.0} Elo", counts[0], counts[1], counts[2]);
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
