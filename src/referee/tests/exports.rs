//! Report files of tournaments agree with the standings.

use crate::fixtures::*;

use proptest::prelude::*;
use referee::format::{AnyFormat, Knockout, RoundRobin, Swiss};
use referee::pairing::{Player, Rng};
use referee::tournament::*;
use referee::trf::{RoundResult, TrfError, TrfReport};
use rules::{Outcome, Side};

const SWISS: Swiss = Swiss { rounds: Some(5), games: 1, accelerated: false, seed: 1 };

/// Ends a game at random; some games without a player are adjudicated as draws.
fn end_somehow(tournament: &mut Logged, game: GameView, rng: &mut Rng) {
    let end = match rng.below(9) {
        0 => walkover(Side::White),
        1 | 2 => NOBODY_CAME,
        3..5 => DRAWN,
        5 => won(Side::Black),
        _ => won(Side::White),
    };
    tournament.end(game, end);
    // A later decision would not change the pairings made since.
    if !end.played && tournament.history().round() == game.round && rng.below(2) == 0 {
        tournament.decide(game.key, OperatorDecision::Adjudicate(Outcome::Draw));
    }
}

/// Plays a number of games in any order.
fn play(tournament: &mut Logged, rng: &mut Rng, games: usize) {
    for _ in 0..games {
        let running: Vec<GameView> = tournament.running().collect();
        if running.is_empty() {
            break;
        }
        end_somehow(tournament, running[rng.below(running.len())], rng);
    }
}

/// The file of the finished rounds, parsed again.
fn read_again(tournament: &Tournament) -> TrfReport {
    let text = tournament.report(None, "Cup").unwrap().to_string();
    text.parse().unwrap_or_else(|error: TrfError| panic!("{error}\n{text}"))
}

proptest! {
    #[test]
    fn points_and_places_are_those_of_the_table(players in 4u32..12, seed: u64, is_swiss: bool, leaver in 0u32..12, games in 0usize..30) {
        let mut rng = Rng::new(seed);
        let format = if is_swiss { SWISS.into() } else { AnyFormat::RoundRobin(RoundRobin { cycles: 1, games: 1, seed }) };
        let mut tournament = Logged::started(settings(format), players);
        // A player who leaves a round-robin early is annulled.
        play(&mut tournament, &mut rng, games);
        tournament.handle(withdraw(leaver));
        play(&mut tournament, &mut rng, 500);
        prop_assert_eq!(tournament.stage(), Stage::Finished);
        let (report, standings) = (read_again(&tournament), tournament.standings());
        // Starting ranks are in the order of entry here.
        for (at, competitor) in report.competitors.iter().enumerate() {
            let line = standings.of(Player(at as u32)).unwrap();
            prop_assert_eq!((competitor.half_points, competitor.rank), (line.half_points, line.rank));
        }
        prop_assert_eq!(report.is_no_swiss(), !is_swiss);
        // In the file, a player with unplayed draws only did not take part and has no pairing number.
        let is_unseen = |result: &RoundResult| matches!(result, RoundResult::UnplayedDraw | RoundResult::Absent { .. });
        let all_seen = !report.competitors.iter().any(|competitor| competitor.results.iter().all(is_unseen));
        for round in 1..=if is_swiss && all_seen { report.paired_rounds() } else { 0 } {
            prop_assert!(report.is_dutch(round, &|| true), "round {round}\n{report}");
        }
    }

    #[test]
    fn unfinished_rounds_are_not_reported(players in 4u32..10, seed: u64, games in 1usize..20) {
        let mut rng = Rng::new(seed);
        let mut tournament = Logged::started(settings(SWISS), players);
        play(&mut tournament, &mut rng, games);
        let open = tournament.history().encounters().iter().filter(|encounter| !encounter.is_over()).map(|encounter| encounter.round).min();
        let finished = open.map_or(tournament.history().round(), |round| round - 1);
        let report = tournament.report(None, "Cup").unwrap();
        prop_assert!(report.paired_rounds() <= finished as usize, "{report}");
        prop_assert_eq!(&report, &tournament.report(Some(finished), "Cup").unwrap());
        let wrong = tournament.report(Some(finished + 1), "Cup").unwrap_err();
        prop_assert_eq!(wrong, TrfError::NotFinished { round: finished + 1, finished });
    }
}

#[test]
fn an_unplayed_draw_is_half_a_point_for_each() {
    let mut tournament = Logged::started(settings(Swiss { rounds: Some(1), ..SWISS }), 4);
    let games: Vec<GameView> = tournament.running().collect();
    for game in &games {
        tournament.end(*game, NOBODY_CAME);
    }
    tournament.decide(games[0].key, OperatorDecision::Adjudicate(Outcome::Draw));
    let text = tournament.report(None, "Cup").unwrap().to_string();
    assert_eq!((text.matches("0000 - =").count(), text.matches(" +").count()), (2, 0), "{text}");
    assert!(text.contains(" 0.5    1  0000 - =") && text.contains(" 0.0    3     4 "), "those who are tied share a place:\n{text}");
}

#[test]
fn a_report_names_the_system() {
    for (format, system) in [
        (AnyFormat::from(SWISS), "Individual: Swiss-System (FIDE Dutch, 2025)"),
        (AnyFormat::RoundRobin(RoundRobin { cycles: 1, games: 1, seed: 1 }), "Individual: round-robin"),
        (AnyFormat::Knockout(Knockout { games: 1, tie_breaks: 0 }), "Individual: knockout"),
    ] {
        let mut tournament = Logged::started(settings(format), 4);
        tournament.running().collect::<Vec<_>>().into_iter().for_each(|game| tournament.end(game, won(Side::White)));
        let text = tournament.report(None, "Cup").unwrap().to_string();
        assert!(text.contains(&format!("092 {system}\n")), "{text}");
        assert_eq!(text.parse::<TrfReport>().unwrap().is_no_swiss(), !system.contains("Swiss"));
        assert_eq!(text.contains("XXC"), system.contains("Swiss"), "only a Swiss draws a colour");
    }
}
