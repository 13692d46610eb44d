//! Days on which all goes wrong, in every format.
#![allow(clippy::unwrap_used)]

mod settings;

use referee::Micros;
use referee::format::*;
use referee::pairing::{Encounter, Rng};
use referee::tournament::*;
use rules::{Outcome, Side};
use settings::{PARAMETERS, settings};

fn formats() -> Vec<AnyFormat> {
    let of = |word: &str| {
        let mut parameters = Parameters { games: if word == "sprt" { 2 } else { 1 }, ..PARAMETERS };
        match word {
            "arena" | "ladder" => parameters.duration = Some(Micros(400)),
            "sprt" => (parameters.elo0, parameters.elo1, parameters.rounds) = (Some(0.0), Some(5.0), Some(40)),
            _ => {}
        }
        AnyFormat::read(word, &parameters, 1).unwrap()
    };
    AnyFormat::WORDS.iter().map(|word| of(word)).collect()
}

fn started(format: AnyFormat, players: u32, absences: Option<u32>) -> (Tournament, Vec<Event>) {
    let mut tournament = Tournament::new(Settings { absences, at_once: 16, ..settings(format) });
    let mut events = Vec::new();
    for number in 0..players.min(*format.entrants().end()) {
        let ruling = tournament.apply(Input::Enter { name: format!("bot {number}"), rating: 0 }, Micros(0));
        assert_eq!(ruling.refusal, None);
        events.extend(ruling.events);
    }
    events.extend(tournament.apply(Input::Start, Micros(1)).events);
    (tournament, events)
}

fn play_out(tournament: &mut Tournament, events: &mut Vec<Event>, end: impl Fn(&GameView) -> GameEnd) {
    for _ in 0..60_000 {
        let now = Micros(tournament.last_fact_at().0 + 1);
        let running = tournament.running().next();
        let input = match running {
            Some(game) => Input::Ended { game: game.key, attempt: game.attempts, end: end(&game) },
            None if tournament.deadline().is_some() => {
                events.extend(tournament.apply(Input::Tick, Micros(now.0 + 10_000)).events);
                continue;
            }
            None => break,
        };
        events.extend(tournament.apply(input, now).events);
    }
    assert_eq!(&Tournament::replay(tournament.settings().clone(), &*events), tournament);
}

const DRAWN: GameEnd = GameEnd { outcome: Some(Outcome::Draw), played: true };
const NOBODY_CAME: GameEnd = GameEnd { outcome: None, played: false };

/// Nothing but draws: everybody shares the first place, or the seed decides.
#[test]
fn all_draws() {
    for format in formats() {
        let (mut tournament, mut events) = started(format, 8, None);
        play_out(&mut tournament, &mut events, |_| DRAWN);
        assert_eq!(tournament.stage(), Stage::Finished, "{}", format.word());
        let lines = tournament.standings().lines;
        let all_even = lines.iter().all(|line| line.wins == line.byes && line.losses == 0);
        assert!(all_even && lines[0].rank == 1, "{}", format.word());
        if format.word() == "round_robin" {
            assert!(lines.iter().all(|line| line.rank == 1));
        }
    }
}

/// Nobody comes to anything: it ends, and nobody has a point but by bye; with `absences`, everybody is withdrawn by rule.
#[test]
fn everybody_is_absent() {
    for format in formats() {
        for absences in [None, Some(3)] {
            let (mut tournament, mut events) = started(format, 7, absences);
            play_out(&mut tournament, &mut events, |_| NOBODY_CAME);
            assert_eq!(tournament.stage(), Stage::Finished, "{}", format.word());
            let nobody_played = tournament.standings().lines.iter().all(|line| line.played == 0 && line.draws == 0);
            assert!(nobody_played, "{}", format.word());
            // Of an encounter of two games, one may be forfeited by a withdrawal after nobody came to the other.
            assert!(tournament.history().encounters().iter().all(|e| !e.is_played()), "{}", format.word());
            assert!(tournament.rated_games().is_empty());
            let began = events.iter().filter(|event| matches!(event.kind, EventKind::Begun { .. })).count();
            assert!(absences.is_none() || began <= 3 * 7, "{}: {began} games waited for", format.word());
        }
    }
}

/// Some never come, others leave while their opponents are waited for: whatever happens, who never came has no points but by bye, and
/// wins no knockout.
#[test]
fn who_never_came_gains_nothing() {
    let mut knockouts_without_a_winner = 0;
    for (seed, format) in (0..60).flat_map(|seed| formats().into_iter().map(move |format| (seed, format))) {
        let mut rng = Rng::new(seed);
        let players = (2 + rng.below(7) as u32).min(*format.entrants().end());
        let ghosts: Vec<bool> = (0..players).map(|_| rng.below(2) == 0).collect();
        let is_ghost = |name: &str| ghosts[name[4..].parse::<usize>().unwrap()];
        let there = |name: &str| !is_ghost(name);
        let mut tournament = Tournament::new(Settings { absences: (seed % 3 == 0).then_some(2), at_once: 16, ..settings(format) });
        for number in 0..players {
            tournament.apply_among(Input::Enter { name: format!("bot {number}"), rating: 0 }, Micros(0), 1, &there);
        }
        let mut events = Vec::new();
        let mut input = Input::Start;
        for _ in 0..2_000 {
            let now = Micros(tournament.last_fact_at().0 + 1);
            events.extend(tournament.apply_among(input, now, 1, &there).events);
            let running: Vec<GameView> = tournament.running().collect();
            input = match running.get(rng.below(running.len().max(1))) {
                _ if rng.below(8) == 0 => Input::Withdraw { name: format!("bot {}", rng.below(players as usize)), why: String::new() },
                Some(game) => {
                    let has_come = Side::BOTH.map(|side| !is_ghost(tournament.name(game.seats[side])));
                    let end = match has_come {
                        [true, true] => GameEnd { outcome: Some(Outcome::Win(Side::White)), played: true },
                        [true, false] => GameEnd { outcome: Some(Outcome::Win(Side::White)), played: false },
                        [false, true] => GameEnd { outcome: Some(Outcome::Win(Side::Black)), played: false },
                        [false, false] => NOBODY_CAME,
                    };
                    Input::Ended { game: game.key, attempt: game.attempts, end }
                }
                None if tournament.stage() == Stage::Running && tournament.last_fact_at() < Micros(500) => Input::Tick,
                None => break,
            };
        }
        for player in tournament.history().players().filter(|&player| is_ghost(tournament.name(player))) {
            let given: u32 =
                tournament.history().encounters_of(player).filter(|e| e.players().count() == 2).map(|e| e.half_points(player)).sum();
            assert_eq!(given, 0, "{}, seed {seed}: {}", format.word(), tournament.name(player));
        }
        if let AnyFormat::Knockout(knockout) = format
            && tournament.stage() == Stage::Finished
        {
            let winner = knockout.winner(tournament.history());
            assert!(winner.is_none_or(|winner| !is_ghost(tournament.name(winner))), "seed {seed}");
            let first = tournament.standings().lines[0].player;
            assert!(winner.is_none_or(|winner| winner == first), "seed {seed}: {winner:?}, {first:?}");
            let last = tournament.history().round() > 0;
            let bouts = format.bouts(tournament.history());
            assert!(!last || bouts.iter().flatten().all(|bout| bout.settled.is_some()), "seed {seed}");
            assert_eq!(winner.is_none(), format.conclusion(tournament.history()).is_some(), "seed {seed}");
            knockouts_without_a_winner += u32::from(winner.is_none());
        }
    }
    assert!(knockouts_without_a_winner > 3, "{knockouts_without_a_winner}");
}

/// Who is there when the opponent leaves has won, whether it is known from a game before or seen at that moment; who has come before has too.
#[test]
fn who_has_come_wins_what_a_leaver_forfeits() {
    for (is_there_now, came_before, half_points) in [(true, false, 2), (false, true, 2), (false, false, 0)] {
        let swiss = Swiss { rounds: Some(2), games: 1, accelerated: None, seed: 1 };
        let mut tournament = Tournament::new(settings(swiss));
        for name in ["ann", "bob", "cyd", "dan"] {
            tournament.apply(Input::Enter { name: name.into(), rating: 0 }, Micros(0));
        }
        tournament.apply(Input::Start, Micros(1));
        if came_before {
            for game in tournament.running().collect::<Vec<_>>() {
                tournament.apply(Input::Ended { game: game.key, attempt: game.attempts, end: DRAWN }, Micros(2));
            }
        }
        let game = tournament.running().next().unwrap();
        let [leaver, waiting] = [game.seats.white, game.seats.black];
        let before = tournament.standings().of(waiting).unwrap().half_points;
        let there = |name: &str| is_there_now || name != tournament.name(waiting);
        let mut told = tournament.clone();
        told.apply_among(Input::Withdraw { name: tournament.name(leaver).into(), why: String::new() }, Micros(3), 1, &there);
        assert_eq!(told.standings().of(waiting).unwrap().half_points - before, half_points);
    }
}

#[test]
fn of_two_hundred_a_hundred_and_fifty_leave() {
    for format in formats() {
        let (mut tournament, mut events) = started(format, 200, None);
        let mut rng = Rng::new(4);
        let players = tournament.names().len() as u32;
        for number in 0..players * 3 / 4 {
            // Some games end between.
            let running = tournament.running().next();
            if let (Some(game), 0) = (running, rng.below(2)) {
                let input = Input::Ended { game: game.key, attempt: game.attempts, end: DRAWN };
                events.extend(tournament.apply(input, tournament.last_fact_at()).events);
            }
            let name = format!("bot {}", (number * 7) % players);
            events.extend(tournament.apply(Input::Withdraw { name, why: String::new() }, tournament.last_fact_at()).events);
        }
        play_out(&mut tournament, &mut events, |game| GameEnd {
            outcome: Some(Outcome::Win(if game.round.is_multiple_of(2) { Side::White } else { Side::Black })),
            played: true,
        });
        assert_eq!(tournament.stage(), Stage::Finished, "{}", format.word());
        // Nobody who has left was played with.
        let is_fair = |e: &Encounter| !e.is_played() || e.players().count() == 2;
        assert!(tournament.history().encounters().iter().all(is_fair));
        assert_eq!(tournament.standings().lines.len() as u32, players);
    }
}

/// A result is changed after three further rounds: the pairings stand, the table follows.
#[test]
fn a_result_is_changed_three_rounds_later() {
    let format = AnyFormat::from(Swiss { rounds: Some(6), games: 1, accelerated: None, seed: 1 });
    let (mut tournament, mut events) = started(format, 10, None);
    let won = |_: &GameView| GameEnd { outcome: Some(Outcome::Win(Side::White)), played: true };
    while tournament.history().round() < 4 {
        let game = tournament.running().next().unwrap();
        let input = Input::Ended { game: game.key, attempt: game.attempts, end: won(&game) };
        events.extend(tournament.apply(input, Micros(tournament.last_fact_at().0 + 1)).events);
    }
    let (before, made) = (tournament.standings(), tournament.history().encounters().to_vec());
    let first = tournament.game(GameKey { encounter: 0, game: 0 }).unwrap();
    let decision = OperatorDecision::Adjudicate(Outcome::Win(Side::Black));
    let input = Input::Decide { game: first.key, decision, why: "an illegal engine".into() };
    events.extend(tournament.apply(input, tournament.last_fact_at()).events);
    let after = tournament.standings();
    let points = |standings: &referee::standings::Standings, player| standings.of(player).unwrap().half_points;
    assert_eq!(points(&before, first.seats.white), points(&after, first.seats.white) + 2);
    assert_eq!(points(&before, first.seats.black) + 2, points(&after, first.seats.black));
    let seats = |encounters: &[Encounter]| encounters.iter().map(|e| (e.round, e.seats)).collect::<Vec<_>>();
    assert_eq!(seats(&tournament.history().encounters()[..made.len()]), seats(&made));
    play_out(&mut tournament, &mut events, won);
    assert_eq!((tournament.stage(), tournament.history().round()), (Stage::Finished, 6));
}
