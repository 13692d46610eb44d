//! Coverage of the 95 % intervals in simulated Swiss tournaments: `cargo bench -p arbitre-referee --bench coverage -- [PLAYERS] [GAMES]`,
//! with the players to simulate for each line (1,600, for a precision of one per cent) and the games in an encounter (1 and 2).
//!
//! Strengths are normally distributed, White is worth 30 Elo, and two equal players draw every tenth game.
#![allow(clippy::unwrap_used)]

use referee::format::{Format, Situation, Swiss};
use referee::pairing::{EncounterEnd, History, Next, Rng, Seats};
use referee::rating::{RatedGame, Ratings};
use rules::{BySide, Outcome, Side};

const PLAYERS: [usize; 5] = [8, 16, 30, 60, 200];
const ROUNDS: [u32; 4] = [5, 7, 9, 11];
const SPREADS: [f64; 4] = [0.0, 80.0, 250.0, 500.0];
const WHITE: f64 = 30.0;
const DRAWS: f64 = 0.1;

fn uniform(rng: &mut Rng) -> f64 {
    (rng.draw() >> 11) as f64 / (1_u64 << 53) as f64
}

/// By the Box–Muller transform.
fn normal(rng: &mut Rng) -> f64 {
    let (radius, angle) = (uniform(rng).max(1e-300), uniform(rng));
    (-2.0 * radius.ln()).sqrt() * (2.0 * std::f64::consts::PI * angle).cos()
}

/// A tournament of players of these strengths.
fn play(strengths: &[f64], rounds: u32, games: u32, rng: &mut Rng) -> Vec<RatedGame> {
    let swiss = Swiss { rounds: Some(rounds), games, accelerated: false, seed: rng.draw() };
    let mut history = History::default();
    strengths.iter().for_each(|_| _ = history.join(0));
    let mut played = Vec::new();
    while let Next::Play(encounters) = swiss.next(Situation::new(&history, &[])) {
        let first = history.add(&encounters);
        for (number, encounter) in (first..).zip(&encounters) {
            let Seats::Game(mut seats) = encounter.seats else { continue };
            let mut points = BySide { white: 0, black: 0 };
            for game in 0..games {
                let lead = strengths[seats.white.0 as usize] - strengths[seats.black.0 as usize] + WHITE;
                let expected = 1.0 / (1.0 + 10_f64.powf(-lead / 400.0));
                let drawn = DRAWS * 4.0 * expected * (1.0 - expected);
                let outcome = match uniform(rng) {
                    dice if dice < drawn => Outcome::Draw,
                    dice if dice < expected + drawn / 2.0 => Outcome::Win(Side::White),
                    _ => Outcome::Win(Side::Black),
                };
                played.push(RatedGame { seats: seats.map(|player| player.0 as usize), outcome, encounter: number });
                for side in Side::BOTH {
                    let of_first = if game % 2 == 0 { side } else { side.other() };
                    points[of_first] += match outcome {
                        Outcome::Win(winner) => 2 * u32::from(winner == side),
                        Outcome::Draw => 1,
                    };
                }
                seats = BySide { white: seats.black, black: seats.white };
            }
            history.finish(number, EncounterEnd::Played(points));
        }
    }
    played
}

fn main() {
    let numbers: Vec<u32> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let wanted = numbers.first().copied().unwrap_or(1_600) as usize;
    let games = numbers.get(1).map_or(vec![1, 2], |&games| vec![games]);
    println!("games | players | rounds | spread: per cent covered, mean width of the interval in Elo");
    for games in games {
        for players in PLAYERS {
            for rounds in ROUNDS {
                let cell = |spread: f64| cell(players, rounds, games, spread, wanted);
                let cells: Vec<String> = SPREADS.map(|spread| format!("{spread:3}: {}", cell(spread))).into();
                println!("{games:5} | {players:7} | {rounds:6} | {}", cells.join(" | "));
            }
        }
    }
}

fn cell(players: usize, rounds: u32, games: u32, spread: f64, wanted: usize) -> String {
    let (mut covered, mut all, mut widths, mut bounded) = (0, 0, 0.0, 0);
    let mut rng = Rng::new(u64::from(rounds * 1_000 + games) ^ (players as u64) << 20 ^ (spread as u64) << 40);
    while all < wanted.max(20 * players) {
        let mut strengths: Vec<f64> = (0..players).map(|_| spread * normal(&mut rng)).collect();
        let mean = strengths.iter().sum::<f64>() / players as f64;
        strengths.iter_mut().for_each(|strength| *strength -= mean);
        let ratings = Ratings::of(players, &play(&strengths, rounds, games, &mut rng));
        for (player, &truth) in strengths.iter().enumerate() {
            let estimate = ratings.rating(player).unwrap();
            covered += u32::from((estimate.low.0..=estimate.high.0).contains(&truth));
            let width = estimate.high.0 - estimate.low.0;
            (widths, bounded) = if width.is_finite() { (widths + width, bounded + 1) } else { (widths, bounded) };
            all += 1;
        }
    }
    format!("{:5.1} {:4.0}", 100.0 * f64::from(covered) / all as f64, widths / f64::from(bounded.max(1)))
}
