//! Time of pairings, joint ratings and standings: `cargo bench -p arbitre-referee --bench ratings`.

use referee::format::{Format, RoundRobin, Situation, Swiss};
use referee::pairing::{EncounterEnd, History, Next, Rng, Seats};
use referee::rating::{RatedGame, Ratings};
use referee::standings::Standings;
use rules::{BySide, Outcome, Side};
use std::time::{Duration, Instant};

fn main() {
    run("64 players, double round-robin", 64, &RoundRobin { cycles: 2, games: 1, seed: 1 });
    run("200 players, Swiss of 11 rounds", 200, &Swiss { rounds: Some(11), games: 1, accelerated: false, seed: 1 });
    run("1000 players, Swiss of 11 rounds", 1000, &Swiss { rounds: Some(11), games: 1, accelerated: false, seed: 1 });
    run("2000 players, Swiss of 1 round", 2000, &Swiss { rounds: Some(1), games: 1, accelerated: false, seed: 1 });
    run("2000 players, Swiss of 11 rounds", 2000, &Swiss { rounds: Some(11), games: 1, accelerated: false, seed: 1 });
}

fn run(name: &str, players: usize, format: &impl Format) {
    let mut rng = Rng::new(3);
    let mut history = History::default();
    for k in 0..players {
        history.join(k as i32);
    }
    let (mut games, mut slowest) = (Vec::new(), Duration::ZERO);
    loop {
        let start = Instant::now();
        let Next::Play(encounters) = format.next(Situation::new(&history, &[])) else { break };
        slowest = slowest.max(start.elapsed());
        let first = history.add(&encounters);
        for (i, encounter) in encounters.iter().enumerate() {
            let Seats::Game(seats) = encounter.seats else { continue };
            let white = rng.below(3) as u32;
            history.finish(first + i, EncounterEnd::Played(BySide { white, black: 2 - white }));
            let outcome = [Outcome::Win(Side::Black), Outcome::Draw, Outcome::Win(Side::White)][white as usize];
            games.push(RatedGame { seats: seats.map(|p| p.0 as usize), outcome, encounter: first + i });
        }
    }
    let start = Instant::now();
    let ratings = Ratings::of(players, &games);
    let rated = start.elapsed();
    let start = Instant::now();
    let standings = Standings::new(&history, &format.rules(players as u32));
    println!(
        "{name}: {} games, slowest pairing {slowest:.1?}, ratings {rated:.1?}, standings {:.1?}; leader {} with {}",
        games.len(),
        start.elapsed(),
        standings.lines[0].player.0,
        ratings.rating(standings.lines[0].player.0 as usize).expect("a rated player").elo,
    );
}
