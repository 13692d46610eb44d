//! A tournament as a report file: what the file says is what the table says, after whatever was decided.
#![allow(clippy::unwrap_used)]

mod settings;

use proptest::prelude::*;
use referee::Micros;
use referee::format::{AnyFormat, Knockout, RoundRobin, Swiss};
use referee::pairing::{Player, Rng};
use referee::tournament::*;
use referee::trf::{Report, RoundResult, TrfError};
use rules::{Outcome, Side};
use settings::settings;

const SWISS: Swiss = Swiss { rounds: Some(5), games: 1, accelerated: None, seed: 1 };

fn started(format: impl Into<AnyFormat>, players: u32) -> Tournament {
    let mut tournament = Tournament::new(settings(format));
    for player in 0..players {
        tournament.apply(Input::Enter { name: format!("bot {player}"), rating: 2000 - player as i32 }, Micros(0));
    }
    tournament.apply(Input::Start, Micros(1));
    tournament
}

fn tell(tournament: &mut Tournament, input: Input) {
    tournament.apply(input, Micros(tournament.last_fact_at().0 + 1));
}

fn decide(tournament: &mut Tournament, game: GameKey, decision: OperatorDecision) {
    tell(tournament, Input::Decide { game, decision, why: "a test".into() });
}

/// Ends a game somehow: mostly it is played; or one of the two or neither comes, and some such games are decided to be drawn.
fn end_somehow(tournament: &mut Tournament, game: GameView, rng: &mut Rng) {
    let won = |side| Some(Outcome::Win(side));
    let (outcome, played) = match rng.below(9) {
        0 => (won(Side::White), false),
        1 | 2 => (None, false),
        3..5 => (Some(Outcome::Draw), true),
        5 => (won(Side::Black), true),
        _ => (won(Side::White), true),
    };
    tell(tournament, Input::Ended { game: game.key, attempt: game.attempts, end: GameEnd { outcome, played } });
    // A decision of later would not change the pairings made since.
    if !played && tournament.history().round() == game.round && rng.below(2) == 0 {
        decide(tournament, game.key, OperatorDecision::Adjudicate(Outcome::Draw));
    }
}

/// Plays so many games in any order.
fn play(tournament: &mut Tournament, rng: &mut Rng, games: usize) {
    for _ in 0..games {
        let running: Vec<GameView> = tournament.running().collect();
        if running.is_empty() {
            break;
        }
        end_somehow(tournament, running[rng.below(running.len())], rng);
    }
}

/// The file of the rounds that are over, read again.
fn read_again(tournament: &Tournament) -> Report {
    let text = tournament.report(None, "Cup").unwrap().to_string();
    text.parse().unwrap_or_else(|error: TrfError| panic!("{error}\n{text}"))
}

proptest! {
    #[test]
    fn points_and_places_are_those_of_the_table(players in 4u32..12, seed: u64, is_swiss: bool, leaver in 0u32..12, games in 0usize..30) {
        let mut rng = Rng::new(seed);
        let format = if is_swiss { SWISS.into() } else { AnyFormat::RoundRobin(RoundRobin { cycles: 1, games: 1, seed }) };
        let mut tournament = started(format, players);
        // Who leaves a round-robin early counts for nobody.
        play(&mut tournament, &mut rng, games);
        tell(&mut tournament, Input::Withdraw { name: format!("bot {leaver}"), why: String::new() });
        play(&mut tournament, &mut rng, 500);
        prop_assert_eq!(tournament.stage(), Stage::Finished);
        let (report, standings) = (read_again(&tournament), tournament.standings());
        // Starting ranks are those of entry here.
        for (at, competitor) in report.competitors.iter().enumerate() {
            let line = standings.of(Player(at as u32)).unwrap();
            prop_assert_eq!((competitor.half_points, competitor.rank), (line.half_points, line.rank));
        }
        prop_assert_eq!(report.is_no_swiss(), !is_swiss);
        // Who had nothing but draws that were not played is, to whoever reads the file, nobody who took part, and has no pairing number.
        let is_unseen = |result: &RoundResult| matches!(result, RoundResult::UnplayedDraw | RoundResult::Absent { .. });
        let all_seen = !report.competitors.iter().any(|competitor| competitor.results.iter().all(is_unseen));
        for round in 1..=if is_swiss && all_seen { report.paired_rounds() } else { 0 } {
            prop_assert!(report.is_dutch(round, &|| true), "round {round}\n{report}");
        }
    }

    #[test]
    fn nothing_unfinished_is_told(players in 4u32..10, seed: u64, games in 1usize..20) {
        let mut rng = Rng::new(seed);
        let mut tournament = started(SWISS, players);
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

/// What the arbiter found: a game to which neither came and which is called drawn gave a whole point to each.
#[test]
fn an_unplayed_draw_is_half_a_point_for_each() {
    let mut tournament = started(Swiss { rounds: Some(1), ..SWISS }, 4);
    let games: Vec<GameView> = tournament.running().collect();
    for game in &games {
        tell(&mut tournament, Input::Ended { game: game.key, attempt: 1, end: GameEnd { outcome: None, played: false } });
    }
    decide(&mut tournament, games[0].key, OperatorDecision::Adjudicate(Outcome::Draw));
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
        let mut tournament = started(format, 4);
        for game in tournament.running().collect::<Vec<_>>() {
            let end = GameEnd { outcome: Some(Outcome::Win(Side::White)), played: true };
            tell(&mut tournament, Input::Ended { game: game.key, attempt: 1, end });
        }
        let text = tournament.report(None, "Cup").unwrap().to_string();
        assert!(text.contains(&format!("092 {system}\n")), "{text}");
        assert_eq!(text.parse::<Report>().unwrap().is_no_swiss(), !system.contains("Swiss"));
        assert_eq!(text.contains("XXC"), system.contains("Swiss"), "only a Swiss draws a colour by lot");
    }
}
