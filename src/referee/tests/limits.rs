//! How large a tournament may be, how many rounds it has, and who may take part in it.
#![allow(clippy::unwrap_used)]

mod settings;

use referee::Micros;
use referee::format::*;
use referee::pairing::Seats;
use referee::tournament::*;
use rules::{Outcome, Side};
use settings::{PARAMETERS, settings};

fn enter(tournament: &mut Tournament, players: u32) {
    for number in 0..players {
        let ruling = tournament.apply(Input::Enter { name: format!("bot {number}"), rating: 0 }, Micros(0));
        assert_eq!(ruling.refusal, None);
    }
}

const DRAWN: GameEnd = GameEnd { outcome: Some(Outcome::Draw), played: true };

/// Ends all games as `end` says, until nothing runs.
fn play_out(tournament: &mut Tournament, end: impl Fn(&GameView) -> GameEnd) {
    let mut now = tournament.last_fact_at().0;
    loop {
        let Some(game) = tournament.running().next() else { break };
        now += 1;
        tournament.apply(Input::Ended { game: game.key, attempt: game.attempts, end: end(&game) }, Micros(now));
    }
}

/// Issue 9: 64 bots that entered after the Swiss had been made got three rounds, as an empty field would.
#[test]
fn a_swiss_counts_its_rounds_when_it_starts() {
    for (players, rounds) in [(2, 3), (3, 4), (5, 5), (64, 8)] {
        let mut tournament = Tournament::new(settings(Swiss { rounds: None, games: 1, accelerated: None, seed: 1 }));
        enter(&mut tournament, players);
        assert_eq!(tournament.rounds(), Some(rounds));
        tournament.apply(Input::Start, Micros(1));
        // Late joiners change nothing.
        tournament.apply(Input::Enter { name: "late".into(), rating: 0 }, Micros(2));
        play_out(&mut tournament, |_| DRAWN);
        assert_eq!((tournament.stage(), tournament.history().round()), (Stage::Finished, rounds), "{players} players");
    }
}

#[test]
fn more_than_100_000_games_are_refused_with_the_number_and_the_limit() {
    let round_robin = |cycles, games| AnyFormat::from(RoundRobin { cycles, games, seed: 0 });
    let told = round_robin(100, 100).must_fit(100).unwrap_err().to_string();
    assert_eq!(told, "100 entrants would play up to 49500000 games, and a tournament has at most 100000");
    for (format, fit) in [
        (round_robin(1, 1), 447),
        (round_robin(1, 2), 316),
        (Gauntlet { challengers: 60, cycles: 1, games: 1 }.into(), 1_726),
        (Swiss { rounds: Some(50), games: 2, accelerated: None, seed: 0 }.into(), 2_001),
        (Knockout { games: 40, tie_breaks: 10 }.into(), 1_667),
    ] {
        assert_eq!((format.must_fit(fit).is_ok(), format.must_fit(fit + 1).is_ok()), (true, false), "{format:?}");
    }
    for word in ["arena", "sprt"] {
        let parameters = Parameters {
            duration: (word == "arena").then_some(Micros::from_secs(60)),
            elo0: (word == "sprt").then_some(0.0),
            elo1: (word == "sprt").then_some(5.0),
            ..PARAMETERS
        };
        assert!(AnyFormat::read(word, &parameters, 0).unwrap().must_fit(2).is_ok(), "{word} ends by itself");
    }
    // Also for those who enter one by one, and late.
    let mut tournament = Tournament::new(settings(round_robin(100, 100)));
    enter(&mut tournament, 5);
    let ruling = tournament.apply(Input::Enter { name: "one more".into(), rating: 0 }, Micros(0));
    assert_eq!(ruling.refusal.unwrap().to_string(), "6 entrants would play up to 150000 games, and a tournament has at most 100000");
}

/// What is known beforehand is told in pieces: no event has all pairings of a large tournament.
#[test]
fn a_large_round_robin_is_paired_in_pieces() {
    let mut tournament = Tournament::new(settings(RoundRobin { cycles: 1, games: 1, seed: 3 }));
    enter(&mut tournament, 150);
    let events = tournament.apply(Input::Start, Micros(1)).events;
    let paired = |events: &[Event]| -> Vec<usize> {
        events
            .iter()
            .filter_map(|event| if let EventKind::Paired { encounters } = &event.kind { Some(encounters.len()) } else { None })
            .collect()
    };
    assert_eq!(paired(&events), [27 * 75]);
    // Somebody leaves: what is paired later is forfeited too.
    tournament.apply(Input::Withdraw { name: "bot 0".into(), why: String::new() }, Micros(2));
    play_out(&mut tournament, |_| DRAWN);
    let met = tournament.history().encounters();
    assert_eq!((tournament.stage(), met.len()), (Stage::Finished, 150 * 149 / 2));
    let forfeits = met.iter().filter(|e| !e.is_played()).count();
    assert_eq!(forfeits, 149);
    assert!(tournament.standings().lines.last().unwrap().annulled);
}

/// As many games as the bound allows, and no more, in a format that would go on.
#[test]
fn an_arena_ends_at_the_bound() {
    let mut tournament = Tournament::new(Settings { at_once: 1, ..settings(Arena { games: 100, lasts: Micros::from_secs(9), seed: 1 }) });
    enter(&mut tournament, 2);
    tournament.apply(Input::Start, Micros(1));
    play_out(&mut tournament, |_| DRAWN);
    assert_eq!((tournament.stage(), tournament.games().count()), (Stage::Finished, 100_000));
}

/// Nobody, one, two and three, in every format.
#[test]
fn small_fields() {
    for word in AnyFormat::WORDS {
        let mut parameters = PARAMETERS;
        match *word {
            "arena" | "ladder" => parameters.duration = Some(Micros(40)),
            "sprt" => (parameters.elo0, parameters.elo1, parameters.rounds) = (Some(0.0), Some(5.0), Some(20)),
            _ => {}
        }
        let format = AnyFormat::read(word, &parameters, 1).unwrap();
        let (least, most) = format.entrants().into_inner();
        for players in 0..=3 {
            let mut tournament = Tournament::new(settings(format));
            enter(&mut tournament, players.min(most));
            let refusal = tournament.apply(Input::Start, Micros(1)).refusal;
            assert_eq!(refusal.is_none(), players >= least, "{word} of {players}");
            if players > most {
                let refusal = tournament.apply(Input::Enter { name: "more".into(), rating: 0 }, Micros(1)).refusal;
                assert!(refusal.is_some(), "{word} of {players}");
            }
            if players >= least {
                play_out(&mut tournament, |_| DRAWN);
                tournament.apply(Input::Tick, Micros::from_secs(1));
                play_out(&mut tournament, |_| DRAWN);
                assert_eq!(tournament.stage(), Stage::Finished, "{word} of {players}");
            }
            assert_eq!(tournament.standings().lines.len() as u32, players.min(most));
        }
    }
}

/// What a format asks of its parameters beyond what any plan does.
#[test]
fn a_format_says_what_is_wrong_with_its_parameters() {
    for (word, parameters, told) in [
        ("swis", PARAMETERS, "`format`: there is no format `swis`, but round_robin, gauntlet, swiss, knockout, arena, sprt and ladder"),
        ("swiss", Parameters { rounds: Some(51), ..PARAMETERS }, "`rounds`: a number from 1 to 50, not 51"),
        ("arena", PARAMETERS, "`duration`: an arena needs one, such as `90min`"),
        ("sprt", PARAMETERS, "`elo0`: elo0 is missing: a test needs elo0 and elo1, such as elo0=0,elo1=10"),
        (
            "sprt",
            Parameters { elo0: Some(5.0), elo1: Some(5.0), ..PARAMETERS },
            "`elo0`: elo0 must be below elo1, and both between -1000 and 1000; here elo0 = 5, elo1 = 5, alpha = 0.05, beta = 0.05",
        ),
    ] {
        let BadParameter { field, why } = AnyFormat::read(word, &parameters, 5).unwrap_err();
        assert_eq!(format!("`{field}`: {why}"), told);
    }
    assert!(AnyFormat::parameters_of("swis").is_empty() && AnyFormat::criteria_of("swis").is_empty());
}

/// A sequential test ends by itself, with the verdict that the games in the order of pairing give, whatever the order of their ends.
#[test]
fn a_sequential_test_ends_by_itself() {
    let test = "elo0=0,elo1=20".parse().unwrap();
    let format = SprtMatch { test, rounds: None, games: 2, seed: 2 };
    let mut ends = Vec::new();
    for at_once in [1, 4] {
        let mut tournament = Tournament::new(Settings { at_once, per_player: at_once, ..settings(format) });
        enter(&mut tournament, 2);
        tournament.apply(Input::Start, Micros(1));
        let mut now = 1;
        while tournament.stage() == Stage::Running {
            // The last to begin is the first to end.
            let game = tournament.running().last().unwrap();
            let first = if game.seats.white.0 == 0 { Side::White } else { Side::Black };
            let is_won = game.key.encounter % 3 != 1 || game.key.game == 1;
            let end = GameEnd { outcome: Some(Outcome::Win(if is_won { first } else { first.other() })), played: true };
            now += 1;
            tournament.apply(Input::Ended { game: game.key, attempt: 1, end }, Micros(now));
        }
        let conclusion = tournament.conclusions().pop().unwrap().to_string();
        assert!(conclusion.contains("is stronger than the second by more than 0 Elo"), "{conclusion}");
        let shown = tournament.history().encounters().iter().take_while(|e| e.is_played()).count();
        assert!(tournament.history().encounters().len() <= shown + 16);
        ends.push(shown);
    }
    assert!((ends[0]..ends[0] + 16).contains(&ends[1]), "what was paired ahead is all that more games at one time cost: {ends:?}");
}

/// One that ends because all its rounds are played says that it is decided no more.
#[test]
fn a_sequential_test_may_be_left_undecided() {
    let test = "elo0=0,elo1=20".parse().unwrap();
    let mut tournament = Tournament::new(settings(SprtMatch { test, rounds: Some(2), games: 1, seed: 2 }));
    enter(&mut tournament, 2);
    tournament.apply(Input::Start, Micros(1));
    for verdict in ["undecided so far.", "undecided after all 2 rounds."] {
        let game = tournament.running().next().unwrap();
        let end = GameEnd { outcome: Some(Outcome::Draw), played: true };
        tournament.apply(Input::Ended { game: game.key, attempt: 1, end }, Micros(2));
        assert!(tournament.conclusions().pop().unwrap().to_string().ends_with(verdict), "{:?}", tournament.conclusions());
    }
    assert_eq!(tournament.stage(), Stage::Finished);
}

/// While one of the two is away nobody is paired, and who has left ends it.
#[test]
fn a_sequential_test_waits_for_both() {
    let format = SprtMatch { test: "elo0=0,elo1=5".parse().unwrap(), rounds: None, games: 1, seed: 2 };
    let mut tournament = Tournament::new(Settings { at_once: 1, ..settings(format) });
    enter(&mut tournament, 2);
    tournament.apply_among(Input::Start, Micros(1), 1, &|name| name == "bot 0");
    assert_eq!((tournament.stage(), tournament.games().count()), (Stage::Running, 0));
    tournament.apply(Input::Tick, Micros(2));
    assert_eq!(tournament.running().count(), 1);
    tournament.apply(Input::Withdraw { name: "bot 1".into(), why: String::new() }, Micros(3));
    assert_eq!(tournament.stage(), Stage::Finished);
    assert!(tournament.history().encounters().iter().all(|e| matches!(e.seats, Seats::Game(_)) && e.is_over()));
}

/// Who has not come to three games is withdrawn by rule; once is no pattern.
#[test]
fn who_never_comes_is_withdrawn() {
    let mut tournament =
        Tournament::new(Settings { absences: Some(3), at_once: 1, ..settings(RoundRobin { cycles: 1, games: 1, seed: 1 }) });
    enter(&mut tournament, 8);
    tournament.apply(Input::Start, Micros(1));
    let absent = |game: &GameView, who: u32| Side::BOTH.into_iter().find(|&side| game.seats[side].0 == who);
    play_out(&mut tournament, |game| match absent(game, 3) {
        Some(side) => GameEnd { outcome: Some(Outcome::Win(side.other())), played: false },
        None => DRAWN,
    });
    assert!(!tournament.history().is_present(referee::pairing::Player(3)));
    let waited = tournament.games().filter(|game| absent(game, 3).is_some() && game.attempts > 0).count();
    assert_eq!((tournament.stage(), waited), (Stage::Finished, 3));
    assert!((0..8).filter(|&k| k != 3).all(|k| tournament.history().is_present(referee::pairing::Player(k))));
}
