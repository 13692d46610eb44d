//! Limits of games and entrants, numbers of rounds, and sequential tests.

use crate::fixtures::*;

use referee::Micros;
use referee::format::*;
use referee::pairing::Seats;
use referee::tournament::*;
use rules::Side;

#[test]
fn a_swiss_counts_its_rounds_when_it_starts() {
    for (players, rounds) in [(2, 3), (3, 4), (5, 5), (64, 8)] {
        let mut tournament = Logged::entered(settings(Swiss { rounds: None, games: 1, accelerated: false, seed: 1 }), players);
        assert_eq!(tournament.rounds(), Some(rounds));
        tournament.handle(TournamentInput::Start);
        // Late joiners do not count.
        tournament.handle(TournamentInput::Enter { name: "late".into(), rating: 0 });
        tournament.play_out(|_| DRAWN);
        assert_eq!((tournament.stage(), tournament.history().round()), (Stage::Finished, rounds), "{players} players");
    }
}

#[test]
fn more_than_100_000_games_are_refused_with_the_number_and_the_limit() {
    let round_robin = |cycles, games| AnyFormat::from(RoundRobin { cycles, games, seed: 0 });
    let expected = round_robin(100, 100).must_fit(100).unwrap_err().to_string();
    assert_eq!(expected, "100 entrants would play up to 49500000 games, and a tournament has at most 100000");
    for (format, fit) in [
        (round_robin(1, 1), 447),
        (round_robin(1, 2), 316),
        (Gauntlet { challengers: 60, cycles: 1, games: 1 }.into(), 1_726),
        (Swiss { rounds: Some(50), games: 2, accelerated: false, seed: 0 }.into(), 2_001),
        (Knockout { games: 40, tie_breaks: 10 }.into(), 1_667),
    ] {
        assert_eq!((format.must_fit(fit).is_ok(), format.must_fit(fit + 1).is_ok()), (true, false), "{format:?}");
    }
    let endless = formats(1, 60_000_000, 20).into_iter().filter(|format| ["arena", "sprt"].contains(&format.word()));
    assert!(endless.into_iter().all(|format| format.must_fit(2).is_ok()), "they end without a limit");
    // Also for single entries.
    let mut tournament = Logged::entered(settings(round_robin(100, 100)), 5);
    let said = tournament.says(TournamentInput::Enter { name: "one more".into(), rating: 0 });
    assert_eq!(said, "6 entrants would play up to 150000 games, and a tournament has at most 100000");
}

/// No event has all pairings of a large schedule.
#[test]
fn a_large_round_robin_is_paired_in_pieces() {
    let mut tournament = Logged::entered(settings(RoundRobin { cycles: 1, games: 1, seed: 3 }), 80);
    tournament.handle(TournamentInput::Start);
    let paired =
        |event: &TournamentEvent| if let TournamentEventKind::Paired { encounters } = &event.kind { Some(encounters.len()) } else { None };
    assert!(tournament.events.iter().filter_map(paired).eq([50 * 40]));
    // Encounters that are paired after a withdrawal are forfeited, too.
    tournament.handle(withdraw(0));
    tournament.play_out(|_| DRAWN);
    let met = tournament.history().encounters();
    assert_eq!((tournament.stage(), met.len()), (Stage::Finished, 80 * 79 / 2));
    let forfeits = met.iter().filter(|e| !e.is_played()).count();
    assert_eq!(forfeits, 79);
    assert!(tournament.standings().lines.last().unwrap().annulled);
}

/// An arena ends at the limit of games.
#[test]
fn an_arena_ends_at_the_bound() {
    let mut tournament =
        Logged::started(Settings { concurrency: 1, ..settings(Arena { games: 100, lasts: Micros::from_secs(9), seed: 1 }) }, 2);
    tournament.play_out(|_| DRAWN);
    assert_eq!((tournament.stage(), tournament.games().count()), (Stage::Finished, 100_000));
}

/// Zero to three players in every format.
#[test]
fn small_fields() {
    for format in formats(2, 40, 20) {
        let (word, (least, most)) = (format.word(), format.entrants().into_inner());
        for players in 0..=3 {
            let mut tournament = Logged::entered(settings(format), players);
            assert_eq!(tournament.handle(TournamentInput::Start).is_none(), players >= least, "{word} of {players}");
            if players > most {
                assert!(tournament.handle(TournamentInput::Enter { name: "more".into(), rating: 0 }).is_some(), "{word} of {players}");
            }
            if players >= least {
                tournament.play_out(|_| DRAWN);
                assert_eq!(tournament.stage(), Stage::Finished, "{word} of {players}");
            }
            assert_eq!(tournament.standings().lines.len() as u32, players.min(most));
        }
    }
}

/// Errors of the parameters of a format.
#[test]
fn parameter_errors_name_the_field() {
    for (word, parameters, expected) in [
        ("swis", PARAMETERS, "`format`: there is no format `swis`, but round_robin, gauntlet, swiss, knockout, arena, sprt and ladder"),
        ("swiss", Parameters { rounds: Some(51), ..PARAMETERS }, "`rounds`: a number from 1 to 50, not 51"),
        ("arena", PARAMETERS, "`duration`: an arena needs one, such as `90min`"),
        ("sprt", PARAMETERS, "`elo0`: elo0 is missing: a test needs elo0 and elo1, such as elo0 = 0 and elo1 = 10"),
        (
            "sprt",
            Parameters { elo0: Some(5.0), elo1: Some(5.0), ..PARAMETERS },
            "`elo0`: elo0 must be below elo1, and both between -1000 and 1000; here elo0 = 5, elo1 = 5, alpha = 0.05, beta = 0.05",
        ),
    ] {
        let BadParameter { field, why } = AnyFormat::read(word, &parameters, 5).unwrap_err();
        assert_eq!(format!("`{field}`: {why}"), expected);
    }
    assert!(AnyFormat::parameters_of("swis").is_empty() && AnyFormat::criteria_of("swis").is_empty());
}

/// A sequential test has the verdict of the games in the order of pairing, not of their ends.
#[test]
fn a_sequential_test_ends_at_its_bounds() {
    let test = "elo0=0,elo1=20".parse().unwrap();
    let format = SprtMatch { test, rounds: None, games: 2, seed: 2 };
    let mut ends = Vec::new();
    for concurrency in [1, 4] {
        let mut tournament = Logged::started(Settings { concurrency, per_player: concurrency, ..settings(format) }, 2);
        while tournament.stage() == Stage::Running {
            // The last game to begin is the first to end.
            let game = tournament.running().last().unwrap();
            let first = if game.seats.white.0 == 0 { Side::White } else { Side::Black };
            let is_won = game.key.encounter % 3 != 1 || game.key.game == 1;
            tournament.end(game, won(if is_won { first } else { first.other() }));
        }
        let conclusion = tournament.conclusions().pop().unwrap().to_string();
        assert!(conclusion.contains("is stronger than the second by more than 0 Elo"), "{conclusion}");
        let shown = tournament.history().encounters().iter().take_while(|e| e.is_played()).count();
        assert!(tournament.history().encounters().len() <= shown + 16);
        ends.push(shown);
    }
    assert!((ends[0]..ends[0] + 16).contains(&ends[1]), "what was paired ahead is all that more games at one time cost: {ends:?}");
}

/// A test that ends after its last round is undecided.
#[test]
fn a_sequential_test_may_be_left_undecided() {
    let test = "elo0=0,elo1=20".parse().unwrap();
    let mut tournament = Logged::started(settings(SprtMatch { test, rounds: Some(2), games: 1, seed: 2 }), 2);
    for verdict in ["undecided so far.", "undecided after all 2 rounds."] {
        let game = tournament.running().next().unwrap();
        tournament.end(game, DRAWN);
        assert!(tournament.conclusions().pop().unwrap().to_string().ends_with(verdict), "{:?}", tournament.conclusions());
    }
    assert_eq!(tournament.stage(), Stage::Finished);
}

/// A test pairs only when both players are connected, and ends when one withdraws.
#[test]
fn a_sequential_test_waits_for_both() {
    let format = SprtMatch { test: "elo0=0,elo1=5".parse().unwrap(), rounds: None, games: 1, seed: 2 };
    let mut tournament = Logged::entered(Settings { concurrency: 1, ..settings(format) }, 2);
    tournament.handle_among(TournamentInput::Start, 9, &|name| name == "bot 0");
    assert_eq!((tournament.stage(), tournament.games().count()), (Stage::Running, 0));
    tournament.handle(TournamentInput::Tick);
    assert_eq!(tournament.running().count(), 1);
    tournament.handle(withdraw(1));
    assert_eq!(tournament.stage(), Stage::Finished);
    assert!(tournament.history().encounters().iter().all(|e| matches!(e.seats, Seats::Game(_)) && e.is_over()));
}

#[test]
fn an_absent_player_is_withdrawn() {
    let mut tournament =
        Logged::started(Settings { absences: Some(3), concurrency: 1, ..settings(RoundRobin { cycles: 1, games: 1, seed: 1 }) }, 8);
    let absent = |game: &GameView, who: u32| Side::BOTH.into_iter().find(|&side| game.seats[side].0 == who);
    tournament.play_out(|game| match absent(game, 3) {
        Some(side) => walkover(side.other()),
        None => DRAWN,
    });
    assert!(!tournament.history().is_present(referee::pairing::Player(3)));
    let waited = tournament.games().filter(|game| absent(game, 3).is_some() && game.attempts > 0).count();
    assert_eq!((tournament.stage(), waited), (Stage::Finished, 3));
    assert!((0..8).filter(|&k| k != 3).all(|k| tournament.history().is_present(referee::pairing::Player(k))));
}
