//! A ladder of 50 bots over a simulated month.
#![allow(clippy::unwrap_used)]

use referee::format::Ladder;
use referee::pairing::{History, Lots, Player};
use referee::rating::Elo;
use referee::standings::ladder;
use referee::tournament::*;
use referee::{Edition, Micros, TimeControl};
use rules::{Outcome, Side};

const BOTS: u32 = 50;

fn strength(player: Player) -> f64 {
    1200.0 + 12.0 * f64::from(player.0)
}

fn note(history: &History) -> Vec<f64> {
    ladder(history).iter().map(|rating| rating.rating).collect()
}

#[test]
fn a_month_finds_the_order_and_pairs_near_it() {
    let settings = Settings {
        edition: Edition::CURRENT,
        format: Ladder { games: 2, lasts: Some(Micros::from_secs(30 * 86_400)), seed: 3 }.into(),
        tie_breaks: Vec::new(),
        time: TimeControl::default(),
        strikes: 0,
        grace: Micros::from_secs(60),
        absences: None,
        opening_plies: 0,
        seed: 7,
        at_once: 8,
        per_player: 1,
    };
    let mut tournament = Tournament::new(settings);
    for number in 0..BOTS {
        tournament.apply(Input::Enter { name: format!("bot {number:02}"), rating: 0 }, Micros(0));
    }
    let mut lots = Lots::new(5);
    let (mut now, mut facts) = (Micros::from_secs(1), Vec::new());
    // Each bot is there on two days of three; a game takes an hour.
    let is_there = |now: Micros, name: &str| {
        let number: u64 = name[4..].parse().unwrap();
        !(now.0 / 86_400_000_000 + number).is_multiple_of(3)
    };
    facts.extend(tournament.apply_among(Input::Start, now, &|name| is_there(now, name)).facts);
    while tournament.stage() == Stage::Running {
        now = now + Micros::from_secs(3_600);
        let running: Vec<GameView> = tournament.running().collect();
        for game in running {
            let expected = Elo(strength(game.seats.white) - strength(game.seats.black)).score();
            let winner = if (lots.below(1_000) as f64) < 1_000.0 * expected { Side::White } else { Side::Black };
            let end = GameEnd { outcome: Some(Outcome::Win(winner)), played: true };
            let input = Input::Ended { game: game.key, attempt: game.attempts, end };
            facts.extend(tournament.apply_among(input, now, &|name| is_there(now, name)).facts);
        }
        facts.extend(tournament.apply_among(Input::Tick, now, &|name| is_there(now, name)).facts);
    }
    let history = tournament.history();
    assert!((29..=31).contains(&history.round()), "a round a day: {}", history.round());
    assert!(history.encounters().len() > 2_000, "{} encounters", history.encounters().len());
    // Ratings follow strength: a correlation near one.
    let ratings = note(history);
    let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / f64::from(BOTS);
    let (r, s) = (mean(&mut ratings.iter().copied()), mean(&mut history.players().map(strength)));
    let product = |f: &dyn Fn(usize) -> f64| (0..BOTS as usize).map(f).sum::<f64>();
    let (dr, ds) = (|k: usize| ratings[k] - r, |k: usize| strength(Player(k as u32)) - s);
    let correlation = product(&|k| dr(k) * ds(k)) / (product(&|k| dr(k) * dr(k)) * product(&|k| ds(k) * ds(k))).sqrt();
    assert!(correlation > 0.9, "{correlation}");
    // In the last week, opponents are nearer each other than by chance (200 points).
    let late = history.encounters().iter().filter(|e| e.round > 23);
    let distances: Vec<f64> = late.map(|e| e.players().map(strength).reduce(|a, b| (a - b).abs()).unwrap()).collect();
    let near = distances.iter().sum::<f64>() / distances.len() as f64;
    assert!(near < 190.0, "{near}");
    assert_eq!(Tournament::replay(tournament.settings().clone(), &facts), tournament);
    assert_eq!(tournament.standings().lines.len(), BOTS as usize);
}
