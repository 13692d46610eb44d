//! Time of pairing a Swiss round: `cargo bench -p arbitre-referee --bench swiss [players] [rounds]`.

use referee::pairing::swiss::{Acceleration, Regulations, dutch};
use referee::pairing::{Encounter, EncounterEnd, History, Rng, Seats};
use rules::{BySide, Side};
use std::time::Instant;

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let cases = match numbers[..] {
        [players, rounds, ..] => vec![(players, rounds as u32)],
        _ => vec![(64, 9), (200, 11), (1000, 11), (1001, 15)],
    };
    for (players, rounds) in cases {
        let regulations = Regulations { rounds, games: 1, initial: Side::White, acceleration: Acceleration::None, apart: Vec::new() };
        measure(players, rounds, &regulations);
    }
}

fn measure(players: usize, rounds: u32, regulations: &Regulations) {
    let mut rng = Rng::new(players as u64);
    let mut history = History::default();
    for _ in 0..players {
        history.join(rng.below(800) as i32);
    }
    let mut times = Vec::new();
    for _ in 0..rounds {
        let start = Instant::now();
        let encounters = dutch::pair(&history, regulations);
        times.push(start.elapsed().as_secs_f64() * 1e3);
        let first = history.add(&encounters);
        for (i, encounter) in encounters.iter().enumerate() {
            if let Some(points) = play(&history, encounter, &mut rng) {
                history.finish(first + i, EncounterEnd::Played(points));
            }
        }
    }
    let worst = times.iter().copied().fold(0.0, f64::max);
    println!("{players} players, {rounds} rounds: worst {worst:.1} ms, all {:.1} ms", times.iter().sum::<f64>());
    println!("    {}", times.iter().map(|t| format!("{t:.0}")).collect::<Vec<_>>().join(" "));
}

/// The stronger player wins more often, and a fifth of the games are drawn.
fn play(history: &History, encounter: &Encounter, rng: &mut Rng) -> Option<BySide<u32>> {
    let Seats::Game(seats) = encounter.seats else { return None };
    let rating = seats.map(|p| f64::from(history.entrants()[p.0 as usize].rating));
    let white = 1.0 / (1.0 + 10f64.powf((rating.black - rating.white) / 400.0));
    let white = match rng.below(100) as f64 {
        dice if dice < 20.0 => 1,
        dice if dice < 20.0 + 80.0 * white => 2,
        _ => 0,
    };
    Some(BySide { white, black: 2 - white })
}
