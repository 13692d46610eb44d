//! Ladders: 50 bots over simulated days (10, or `ARBITRE_LADDER_DAYS`; a month takes a minute), and new versions of a bot.

use crate::fixtures::*;
use referee::Micros;
use referee::format::Ladder;
use referee::pairing::{Player, Rng};
use referee::rating::Elo;
use referee::standings::ladder;
use referee::tournament::*;
use rules::Side;

const BOTS: u32 = 50;
const BOARDS: u32 = 8;
const MINUTE: u64 = 60_000_000;
const DAY: u64 = 1_440 * MINUTE;

fn days() -> u64 {
    std::env::var("ARBITRE_LADDER_DAYS").map_or(10, |days| days.parse().unwrap())
}

fn strength(player: Player) -> f64 {
    1200.0 + 12.0 * f64::from(player.0)
}

fn opened(daily: u32, bots: u32) -> Logged {
    let ladder = Ladder { games: 2, daily, lasts: Some(Micros(days() * DAY)), seed: 3 };
    Logged::entered(Settings { concurrency: BOARDS, ..settings(ladder) }, bots)
}

fn day(now: Micros) -> u32 {
    (now.0 / DAY) as u32 + 1
}

/// Each bot is connected on two days of three.
fn is_there(now: Micros, name: &str) -> bool {
    let number: u64 = name[4..].parse().unwrap();
    !(now.0 / DAY + number).is_multiple_of(3)
}

/// Days with games of 10 to 50 minutes: the tournament, and the idle boards at each moment.
fn play(daily: u32) -> (Logged, Vec<usize>) {
    let mut tournament = opened(daily, BOTS);
    let mut rng = Rng::new(5);
    let mut now = Micros(MINUTE);
    tournament.on_day(day(now), TournamentInput::Start, now.0, &|name| is_there(now, name));
    let mut ends: Vec<(Micros, GameKey, u32)> = Vec::new();
    let mut idle = Vec::new();
    while tournament.stage() == Stage::Running {
        for game in tournament.running() {
            if !ends.iter().any(|(_, key, attempt)| (*key, *attempt) == (game.key, game.attempts)) {
                ends.push((now + Micros((10 + rng.below(41) as u64) * MINUTE), game.key, game.attempts));
            }
        }
        idle.push(BOARDS as usize - tournament.running().count());
        now += Micros(5 * MINUTE);
        let there = |name: &str| is_there(now, name);
        for (_, key, attempt) in ends.extract_if(.., |(end, ..)| *end <= now).collect::<Vec<_>>() {
            let seats = tournament.game(key).unwrap().seats;
            let expected = Elo(strength(seats.white) - strength(seats.black)).score();
            let winner = if (rng.below(1_000) as f64) < 1_000.0 * expected { Side::White } else { Side::Black };
            tournament.on_day(day(now), TournamentInput::Ended { game: key, attempt, end: won(winner) }, now.0, &there);
        }
        tournament.on_day(day(now), TournamentInput::Tick, now.0, &there);
    }
    (tournament, idle)
}

#[test]
fn ratings_find_the_order_and_opponents_are_near() {
    let (tournament, idle) = play(1_000);
    let history = tournament.history();
    assert!(u64::from(history.round()).abs_diff(days()) <= 1, "a round a day: {}", history.round());
    // Some thirty bots are connected, enough for eight boards. Boards are idle only at the end of a day.
    let busy = idle.iter().filter(|&&idle| idle == 0).count();
    assert!(busy * 100 > 97 * idle.len(), "all boards in use at {busy} of {} moments", idle.len());

    // By the ratings of the day before, opponents are near.
    let periods = ladder::periods(history);
    let (mut near, mut all, mut chosen, mut by_chance) = (0, 0, 0.0, 0.0);
    for encounter in history.encounters().iter().filter(|e| e.round > 4) {
        let before = &periods[encounter.round as usize - 2].ratings;
        let mut order: Vec<Player> =
            history.players().filter(|p| is_there(Micros(u64::from(encounter.round - 1) * DAY), tournament.name(*p))).collect();
        order.sort_by(|a, b| before[b.0 as usize].rating.total_cmp(&before[a.0 as usize].rating));
        let players: Vec<Player> = encounter.players().collect();
        let places: Vec<usize> = players.iter().filter_map(|player| order.iter().position(|other| other == player)).collect();
        let [one, other] = places[..] else { continue };
        near += usize::from(one.abs_diff(other) <= 6);
        all += 1;
        chosen += (strength(players[0]) - strength(players[1])).abs();
        by_chance += order.iter().map(|p| (strength(*p) - strength(players[0])).abs()).sum::<f64>() / order.len() as f64;
    }
    // Pairings use current ratings, which differ from those of the day before.
    assert!(near * 100 > 88 * all, "{near} of {all} encounters were near");
    let (chosen, by_chance) = (chosen / all as f64, by_chance / all as f64);
    println!(
        "{all} encounters after four days: {near} near; {chosen:.0} Elo between opponents, {by_chance:.0} by chance; boards in use at {busy} of {} moments",
        idle.len()
    );
    assert!(chosen < by_chance / 2.0, "{chosen} between opponents, where chance would have {by_chance}");

    // Ratings correlate with strength.
    let ratings: Vec<f64> = ladder::ratings(history).iter().map(|rating| rating.rating).collect();
    let truth: Vec<f64> = history.players().map(strength).collect();
    let correlation = correlation(&ratings, &truth);
    println!("correlation of rating and strength: {correlation:.3}");
    assert!(correlation > 0.9, "{correlation}");
    // The last day does not change the days before.
    let mut earlier = history.clone();
    let last = history.round();
    for (number, encounter) in history.encounters().iter().enumerate() {
        if encounter.round == last {
            earlier.reopen(number);
        }
    }
    assert_eq!(ladder::periods(&earlier)[..], periods[..periods.len() - 1]);
    tournament.check_replay();
    assert_eq!(tournament.standings().lines.len(), BOTS as usize);
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let (ma, mb) = (mean(a), mean(b));
    let product = |f: &dyn Fn(usize) -> f64| (0..a.len()).map(f).sum::<f64>();
    let (da, db) = (|k: usize| a[k] - ma, |k: usize| b[k] - mb);
    product(&|k| da(k) * db(k)) / (product(&|k| da(k) * da(k)) * product(&|k| db(k) * db(k))).sqrt()
}

/// The daily limit of encounters holds.
#[test]
fn the_daily_limit_holds() {
    let (tournament, _) = play(5);
    let history = tournament.history();
    for player in history.players() {
        for day in 1..=history.round() {
            assert!(history.encounters_of(player).filter(|e| e.round == day).count() <= 5);
        }
    }
    assert!(history.encounters().len() > days() as usize * 5 * 25 / 2, "{}", history.encounters().len());
}

#[test]
fn versions_are_different_players() {
    let mut tournament = Logged::started(opened(1_000, 0).settings().clone(), 4);
    let version = |version: &str| TournamentInput::Version { name: name(0), version: version.into() };
    tournament.handle(version("1.0"));
    assert_eq!((tournament.names().len(), tournament.version(Player(0))), (4, Some("1.0")));
    // Not during a game of the old version.
    let before = tournament.events.len();
    tournament.handle(version("1.1"));
    assert_eq!(tournament.events.len(), before);
    // Both games of an encounter are played while the bot is away, so that it is not paired again.
    let handle = |tournament: &mut Logged, input: TournamentInput| {
        let now = tournament.last_event_at().0 + 1;
        tournament.handle_among(input, now, &|other| other != name(0));
    };
    let own_game = |tournament: &Logged| tournament.running().find(|game| [game.seats.white, game.seats.black].contains(&Player(0)));
    while let Some(game) = own_game(&tournament) {
        let end = TournamentInput::Ended { game: game.key, attempt: game.attempts, end: DRAWN };
        handle(&mut tournament, end);
    }
    handle(&mut tournament, version("1.1"));
    assert_eq!(tournament.names().len(), 5, "a separate player");
    assert_eq!((tournament.name(Player(4)), tournament.version(Player(4))), (&*name(0), Some("1.1")));
    assert!(!tournament.history().is_present(Player(0)) && tournament.history().is_present(Player(4)));
    // The old version is the old player.
    handle(&mut tournament, version("1.0"));
    assert_eq!(tournament.names().len(), 5);
    assert!(tournament.history().is_present(Player(0)) && !tournament.history().is_present(Player(4)));
    // A bot with many versions does not fill the table.
    for number in 0..100 {
        handle(&mut tournament, version(&format!("2.{number}")));
    }
    assert_eq!(tournament.names().iter().filter(|known| **known == name(0)).count(), 32);
}
