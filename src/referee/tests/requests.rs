//! Requests in a Swiss: byes, returns, players kept apart, accelerated rounds.

use crate::fixtures::*;

use referee::Micros;
use referee::format::{RoundRobin, Swiss};
use referee::pairing::{Player, Seats};
use referee::standings::Criterion;
use referee::tournament::*;
use referee::trf::TrfReport;
use rules::Side;

const SWISS: Swiss = Swiss { rounds: Some(4), games: 1, accelerated: false, seed: 1 };

/// Plays the current round: the player who entered first wins.
fn play_round(tournament: &mut Logged) {
    let round = tournament.history().round();
    while tournament.history().round() == round {
        let Some(game) = tournament.running().next() else { break };
        let winner = if game.seats.white < game.seats.black { Side::White } else { Side::Black };
        tournament.end(game, won(winner));
    }
}

fn finish(tournament: &mut Logged) {
    while tournament.stage() == Stage::Running {
        play_round(tournament);
    }
}

fn excuse(player: u32, round: u32, bye: RequestedBye) -> TournamentInput {
    TournamentInput::Excuse { name: name(player), round, bye }
}

#[test]
fn byes_by_request() {
    use RequestedBye::{HalfPoint, ZeroPoint};
    let mut tournament = Logged::entered(Settings { half_point_byes: 1, ..settings(SWISS) }, 8);
    assert_eq!(tournament.handle(excuse(0, 1, HalfPoint)), None);
    assert_eq!(tournament.handle(excuse(1, 2, ZeroPoint)), None);
    // A withdrawal before the start does not change the byes of others.
    assert_eq!(tournament.handle(excuse(5, 3, HalfPoint)), None);
    assert_eq!(tournament.handle(withdraw(4)), None);
    tournament.handle(TournamentInput::Start);
    assert!(!tournament.history().encounters().iter().any(|e| e.involves(Player(0))), "left out of the first round");
    let error = |input: TournamentInput| tournament.clone().apply(input, Micros(99)).error.unwrap().to_string();
    assert_eq!(error(excuse(2, 1, ZeroPoint)), "a bye can be asked for, or cancelled, in rounds 2 to 4, not in round 1");
    assert_eq!(error(excuse(2, 5, ZeroPoint)), "a bye can be asked for, or cancelled, in rounds 2 to 4, not in round 5");
    assert_eq!(error(excuse(0, 3, HalfPoint)), "bot 0 may ask for 1 half-point byes in this tournament, and has asked for as many already");
    assert_eq!(error(excuse(9, 3, ZeroPoint)), "bot 9 does not take part");
    for _ in 0..4 {
        play_round(&mut tournament);
    }
    assert_eq!(tournament.stage(), Stage::Finished);
    let half_points = |player: u32| tournament.standings().of(Player(player)).unwrap().half_points;
    assert_eq!(half_points(0), 1 + 2 * 3, "half a point, and three wins");
    // Number 5 has become number 4.
    assert!(!tournament.history().encounters().iter().any(|e| e.round == 3 && e.involves(Player(4))));
    assert!(tournament.history().encounters().iter().any(|e| e.round == 3 && e.involves(Player(5))));
    let games = tournament.history().encounters_of(Player(1)).filter(|e| matches!(e.seats, Seats::Game(_))).count();
    assert_eq!((games, half_points(1) % 2), (3, 0), "a zero-point bye is worth nothing");
    tournament.check_replay();
    let report = tournament.report(Some(4), "Cup").unwrap().to_string();
    assert!(report.contains("0000 - H") && report.contains("0000 - Z"), "{report}");
    // Other formats have no requested byes.
    let mut others = Logged::entered(settings(RoundRobin { cycles: 1, games: 1, seed: 1 }), 4);
    let error = others.handle(excuse(0, 1, ZeroPoint)).unwrap();
    assert_eq!(error.to_string(), "only a Swiss has byes by request, not a tournament of the format round_robin");
}

/// A round in which all players, or all but one, have byes counts as a round.
#[test]
fn a_round_of_byes_is_a_round() {
    use RequestedBye::{HalfPoint, ZeroPoint};
    // In this round, this many of four players ask for half a point.
    for (round, away) in [(1, 4), (2, 4), (4, 4), (1, 3), (2, 3), (4, 3)] {
        let mut tournament = Logged::entered(Settings { half_point_byes: 1, ..settings(SWISS) }, 4);
        for player in 0..away {
            assert_eq!(tournament.handle(excuse(player, round, HalfPoint)), None);
        }
        tournament.handle(TournamentInput::Start);
        finish(&mut tournament);
        let history = tournament.history();
        let encounters = |round| history.encounters().iter().filter(|e| e.round == round).count();
        let expected = |other| if other == round { 4 - away as usize } else { 2 };
        assert_eq!((1..=4).map(encounters).collect::<Vec<_>>(), (1..=4).map(expected).collect::<Vec<_>>());
        let points: u32 = tournament.standings().lines.iter().map(|line| line.half_points).sum();
        assert_eq!(points, 3 * 4 + away + 2 * (4 - away), "round {round}, {away} away");
        tournament.check_replay();
        let text = tournament.report(None, "Cup").unwrap().to_string();
        let report: TrfReport = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(report.paired_rounds(), 4);
        assert!((1..=4).all(|round| report.is_dutch(round, &|| true)), "{text}");
        let half_points = |line: &str| line.as_bytes()[80..84].to_vec();
        let said: Vec<Vec<u8>> = text.lines().filter(|line| line.starts_with("001")).map(half_points).collect();
        let of = |player| format!("{:4.1}", f64::from(tournament.standings().of(Player(player)).unwrap().half_points) / 2.0).into_bytes();
        assert_eq!(said, (0..4).map(of).collect::<Vec<_>>());
    }
    // A player who is alone does not wait.
    let mut tournament = Logged::entered(settings(SWISS), 2);
    tournament.handle(TournamentInput::Start);
    assert_eq!(tournament.handle(excuse(0, 2, ZeroPoint)), None);
    tournament.handle(withdraw(1));
    assert_eq!((tournament.stage(), tournament.history().round()), (Stage::Finished, 1));
}

/// A round of byes counts in the standings and tie-breaks immediately.
#[test]
fn a_first_round_of_byes_counts() {
    let mut tournament = Logged::entered(Settings { half_point_byes: 1, ..settings(SWISS) }, 4);
    for player in 0..4 {
        tournament.handle(excuse(player, 1, RequestedBye::HalfPoint));
    }
    tournament.handle(TournamentInput::Start);
    let line = &tournament.standings().lines[0];
    assert_eq!(line.half_points, 1);
    let column = tournament.rules().order.iter().position(|criterion| *criterion == Criterion::Buchholz).unwrap();
    assert_eq!(line.values[column], line.values[0], "a dummy with half a point, as one has oneself");
}

#[test]
fn a_bye_can_be_cancelled_until_its_round_is_paired() {
    let cancel = |player, round| TournamentInput::CancelBye { name: name(player), round };
    let mut tournament = Logged::entered(Settings { half_point_byes: 1, ..settings(SWISS) }, 4);
    tournament.handle(excuse(0, 1, RequestedBye::HalfPoint));
    tournament.handle(excuse(1, 2, RequestedBye::HalfPoint));
    assert_eq!(tournament.handle(cancel(0, 1)), None);
    // A cancelled bye does not count.
    assert_eq!(tournament.handle(excuse(0, 3, RequestedBye::HalfPoint)), None);
    tournament.handle(TournamentInput::Start);
    assert!(tournament.history().encounters().iter().any(|e| e.round == 1 && e.involves(Player(0))));
    let error = |input: TournamentInput| tournament.clone().apply(input, Micros(99)).error.unwrap().to_string();
    assert_eq!(error(cancel(0, 1)), "a bye can be asked for, or cancelled, in rounds 2 to 4, not in round 1");
    assert_eq!(error(cancel(0, 2)), "bot 0 has not asked for a bye in round 2");
    assert_eq!(error(cancel(9, 2)), "bot 9 does not take part");
    assert_eq!(tournament.handle(cancel(1, 2)), None);
    play_round(&mut tournament);
    assert_eq!(tournament.history().encounters().iter().filter(|e| e.round == 2).count(), 2);
    tournament.check_replay();
}

#[test]
fn a_withdrawn_player_may_return() {
    let mut tournament = Logged::entered(Settings { absences: Some(2), ..settings(SWISS) }, 8);
    tournament.handle(TournamentInput::Start);
    assert_eq!(tournament.handle(withdraw(3)), None);
    play_round(&mut tournament);
    assert!(!tournament.history().encounters().iter().any(|e| e.round == 2 && e.involves(Player(3))));
    assert_eq!(tournament.handle(TournamentInput::Enter { name: name(3), rating: 9 }), None);
    play_round(&mut tournament);
    assert!(tournament.history().encounters().iter().any(|e| e.round == 3 && e.involves(Player(3))), "paired from the next round on");
    assert_eq!(tournament.names().len(), 8, "the same player as before");
    assert_eq!(
        tournament.handle(TournamentInput::Enter { name: name(3), rating: 9 }),
        Some(TournamentCommandError::TakesPart { name: name(3) })
    );
    finish(&mut tournament);
    tournament.check_replay();
    // The rest of a fixed schedule has been forfeited.
    let mut all = Logged::entered(settings(RoundRobin { cycles: 1, games: 1, seed: 1 }), 4);
    all.handle(TournamentInput::Start);
    all.handle(withdraw(3));
    let error = all.handle(TournamentInput::Enter { name: name(3), rating: 0 }).unwrap();
    assert_eq!(error.to_string(), "bot 3 has withdrawn, and in the format round_robin there is no way back once a tournament has started");
}

#[test]
fn teams_are_kept_apart() {
    // Otherwise the first and the fifth of eight meet in the first round.
    let forbidden = vec![vec![name(0), name(4), "somebody else".into()], vec![name(1), name(2), name(3)]];
    for (forbidden, meet) in [(Vec::new(), true), (forbidden, false)] {
        let mut tournament = Logged::entered(Settings { forbidden: forbidden.clone(), ..settings(SWISS) }, 8);
        tournament.handle(TournamentInput::Start);
        finish(&mut tournament);
        let of_one_team = |e: &&referee::pairing::Encounter| {
            let names: Vec<&str> = e.players().map(|player| tournament.name(player)).collect();
            names.len() == 2 && forbidden.iter().any(|group| names.iter().all(|name| group.iter().any(|other| other == name)))
        };
        assert_eq!(tournament.history().encounters().iter().filter(of_one_team).count(), 0);
        let first = tournament.history().encounters().iter().any(|e| e.round == 1 && e.involves(Player(0)) && e.involves(Player(4)));
        assert_eq!(first, meet);
    }
}

/// The upper half of sixteen meet in the first round, and the file has the virtual points.
#[test]
fn accelerated_rounds() {
    let format = Swiss { accelerated: true, ..SWISS };
    let mut tournament = Logged::entered(settings(format), 16);
    tournament.handle(TournamentInput::Start);
    for encounter in tournament.history().encounters() {
        let halves: Vec<bool> = encounter.players().map(|player| player.0 < 8).collect();
        assert_eq!(halves[0], halves[1]);
    }
    let report = tournament.report(Some(0), "Cup").unwrap();
    assert_eq!(report.competitors.iter().filter(|c| c.virtual_points.first() == Some(&2)).count(), 8);
    play_round(&mut tournament);
    let report = tournament.report(Some(1), "Cup").unwrap();
    assert!(report.is_dutch(1, &|| true) && report.to_string().contains("XXA    1"), "{report}");
}
