//! Days on which all goes wrong, in every format.
#![allow(clippy::unwrap_used)]

mod settings;

use referee::Micros;
use referee::format::*;
use referee::pairing::{Encounter, Lots};
use referee::tournament::*;
use rules::{Outcome, Side};
use settings::settings;

fn formats() -> Vec<AnyFormat> {
    let of = |word: &str| {
        let mut parameters = Parameters { games: (word != "sprt").then_some(1), ..Parameters::default() };
        match word {
            "arena" | "ladder" => parameters.duration = Some(Micros(400)),
            "sprt" => (parameters.elo0, parameters.elo1, parameters.rounds) = (Some(0.0), Some(5.0), Some(40)),
            _ => {}
        }
        AnyFormat::read(word, parameters, 1).unwrap()
    };
    AnyFormat::WORDS.iter().map(|word| of(word)).collect()
}

fn started(format: AnyFormat, players: u32, absences: Option<u32>) -> (Tournament, Vec<Fact>) {
    let mut tournament = Tournament::new(Settings { absences, at_once: 16, ..settings(format) });
    let mut facts = Vec::new();
    for number in 0..players.min(*format.entrants().end()) {
        let ruling = tournament.apply(Input::Enter { name: format!("bot {number}"), rating: 0 }, Micros(0));
        assert_eq!(ruling.refusal, None);
        facts.extend(ruling.facts);
    }
    facts.extend(tournament.apply(Input::Start, Micros(1)).facts);
    (tournament, facts)
}

fn play_out(tournament: &mut Tournament, facts: &mut Vec<Fact>, end: impl Fn(&GameView) -> GameEnd) {
    for _ in 0..60_000 {
        let now = Micros(tournament.last_fact_at().0 + 1);
        let running = tournament.running().next();
        let input = match running {
            Some(game) => Input::Ended { game: game.key, attempt: game.attempts, end: end(&game) },
            None if tournament.deadline().is_some() => {
                facts.extend(tournament.apply(Input::Tick, Micros(now.0 + 10_000)).facts);
                continue;
            }
            None => break,
        };
        facts.extend(tournament.apply(input, now).facts);
    }
    assert_eq!(&Tournament::replay(tournament.settings().clone(), &*facts), tournament);
}

const DRAWN: GameEnd = GameEnd { outcome: Some(Outcome::Draw), played: true };
const NOBODY_CAME: GameEnd = GameEnd { outcome: None, played: false };

/// Nothing but draws: everybody shares the first place, or the seed decides.
#[test]
fn all_draws() {
    for format in formats() {
        let (mut tournament, mut facts) = started(format, 8, None);
        play_out(&mut tournament, &mut facts, |_| DRAWN);
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
            let (mut tournament, mut facts) = started(format, 7, absences);
            play_out(&mut tournament, &mut facts, |_| NOBODY_CAME);
            assert_eq!(tournament.stage(), Stage::Finished, "{}", format.word());
            let nobody_played = tournament.standings().lines.iter().all(|line| line.played == 0 && line.draws == 0);
            assert!(nobody_played, "{}", format.word());
            // Of an encounter of two games, one may be forfeited by a withdrawal after nobody came to the other.
            assert!(tournament.history().encounters().iter().all(|e| !e.is_played()), "{}", format.word());
            assert!(tournament.rated_games().is_empty());
            let began = facts.iter().filter(|fact| matches!(fact.event, Event::Begun { .. })).count();
            assert!(absences.is_none() || began <= 3 * 7, "{}: {began} games waited for", format.word());
        }
    }
}

#[test]
fn of_two_hundred_a_hundred_and_fifty_leave() {
    for format in formats() {
        let (mut tournament, mut facts) = started(format, 200, None);
        let mut lots = Lots::new(4);
        let players = tournament.names().len() as u32;
        for number in 0..players * 3 / 4 {
            // Some games end between.
            let running = tournament.running().next();
            if let (Some(game), 0) = (running, lots.below(2)) {
                let input = Input::Ended { game: game.key, attempt: game.attempts, end: DRAWN };
                facts.extend(tournament.apply(input, tournament.last_fact_at()).facts);
            }
            let name = format!("bot {}", (number * 7) % players);
            facts.extend(tournament.apply(Input::Withdraw { name, why: String::new() }, tournament.last_fact_at()).facts);
        }
        play_out(&mut tournament, &mut facts, |game| GameEnd {
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
    let (mut tournament, mut facts) = started(format, 10, None);
    let won = |_: &GameView| GameEnd { outcome: Some(Outcome::Win(Side::White)), played: true };
    while tournament.history().round() < 4 {
        let game = tournament.running().next().unwrap();
        let input = Input::Ended { game: game.key, attempt: game.attempts, end: won(&game) };
        facts.extend(tournament.apply(input, Micros(tournament.last_fact_at().0 + 1)).facts);
    }
    let (before, made) = (tournament.standings(), tournament.history().encounters().to_vec());
    let first = tournament.game(GameKey { encounter: 0, game: 0 }).unwrap();
    let decision = Decision::Adjudicate(Outcome::Win(Side::Black));
    let input = Input::Decide { game: first.key, decision, why: "an illegal engine".into() };
    facts.extend(tournament.apply(input, tournament.last_fact_at()).facts);
    let after = tournament.standings();
    let points = |standings: &referee::standings::Standings, player| standings.of(player).unwrap().half_points;
    assert_eq!(points(&before, first.seats.white), points(&after, first.seats.white) + 2);
    assert_eq!(points(&before, first.seats.black) + 2, points(&after, first.seats.black));
    let seats = |encounters: &[Encounter]| encounters.iter().map(|e| (e.round, e.seats)).collect::<Vec<_>>();
    assert_eq!(seats(&tournament.history().encounters()[..made.len()]), seats(&made));
    play_out(&mut tournament, &mut facts, won);
    assert_eq!((tournament.stage(), tournament.history().round()), (Stage::Finished, 6));
}
