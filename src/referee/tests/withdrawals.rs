//! Absences, withdrawals and changed results in every format.

use crate::fixtures::*;

use referee::Micros;
use referee::format::*;
use referee::pairing::{Encounter, Rng};
use referee::tournament::*;
use rules::{Outcome, Side};

fn started(format: AnyFormat, players: u32, absences: Option<u32>) -> Logged {
    Logged::started(Settings { absences, concurrency: 16, ..settings(format) }, players)
}

/// With draws only, all share the first place, or the seed decides.
#[test]
fn all_draws() {
    for format in formats(1, 400, 40) {
        let mut tournament = started(format, 8, None);
        tournament.play_out(|_| DRAWN);
        tournament.check_replay();
        assert_eq!(tournament.stage(), Stage::Finished, "{}", format.word());
        let lines = tournament.standings().lines;
        let all_even = lines.iter().all(|line| line.wins == line.byes && line.losses == 0);
        assert!(all_even && lines[0].rank == 1, "{}", format.word());
        if format.word() == "round_robin" {
            assert!(lines.iter().all(|line| line.rank == 1));
        }
    }
}

/// If no player connects, it ends without points except for byes; with `absences`, all are withdrawn.
#[test]
fn all_players_are_absent() {
    for format in formats(1, 400, 40) {
        for absences in [None, Some(3)] {
            let mut tournament = started(format, 7, absences);
            tournament.play_out(|_| NOBODY_CAME);
            tournament.check_replay();
            assert_eq!(tournament.stage(), Stage::Finished, "{}", format.word());
            let none_played = tournament.standings().lines.iter().all(|line| line.played == 0 && line.draws == 0);
            assert!(none_played, "{}", format.word());
            assert!(tournament.history().encounters().iter().all(|e| !e.is_played()), "{}", format.word());
            assert!(tournament.rated_games().is_empty());
            let began = tournament.events.iter().filter(|event| matches!(event.kind, TournamentEventKind::Begun { .. })).count();
            assert!(absences.is_none() || began <= 3 * 7, "{}: {began} games waited for", format.word());
        }
    }
}

/// A player who never comes has no points except for byes, and wins no knockout.
#[test]
fn absent_players_gain_nothing() {
    let mut knockouts_without_a_winner = 0;
    for (seed, format) in (0..60).flat_map(|seed| formats(1, 400, 40).into_iter().map(move |format| (seed, format))) {
        let mut rng = Rng::new(seed);
        let players = (2 + rng.below(7) as u32).min(*format.entrants().end());
        let ghosts: Vec<bool> = (0..players).map(|_| rng.below(2) == 0).collect();
        let is_ghost = |name: &str| ghosts[name[4..].parse::<usize>().unwrap()];
        let there = |name: &str| !is_ghost(name);
        let mut tournament =
            Logged::entered(Settings { absences: (seed % 3 == 0).then_some(2), concurrency: 16, ..settings(format) }, players);
        let mut input = TournamentInput::Start;
        for _ in 0..2_000 {
            tournament.handle_among(input, tournament.last_event_at().0 + 1, &there);
            let running: Vec<GameView> = tournament.running().collect();
            input = match running.get(rng.below(running.len().max(1))) {
                _ if rng.below(8) == 0 => withdraw(rng.below(players as usize) as u32),
                Some(game) => {
                    let has_attended = Side::BOTH.map(|side| !is_ghost(tournament.name(game.seats[side])));
                    let end = match has_attended {
                        [true, true] => won(Side::White),
                        [true, false] => walkover(Side::White),
                        [false, true] => walkover(Side::Black),
                        [false, false] => NOBODY_CAME,
                    };
                    TournamentInput::Ended { game: game.key, attempt: game.attempts, end }
                }
                None if tournament.stage() == Stage::Running && tournament.last_event_at() < Micros(500) => TournamentInput::Tick,
                None => break,
            };
        }
        for player in tournament.history().players().filter(|&player| is_ghost(tournament.name(player))) {
            let given: u32 =
                tournament.history().encounters_of(player).filter(|e| e.players().count() == 2).map(|e| e.half_points(player)).sum();
            assert_eq!(given, 0, "{}, seed {seed}: {}", format.word(), tournament.name(player));
        }
        if matches!(format, AnyFormat::Knockout(_)) && tournament.stage() == Stage::Finished {
            let bracket = format.bracket(tournament.history());
            assert!(bracket.iter().flatten().all(|pair| pair.settled.is_some()), "seed {seed}");
            let winner = bracket.last().and_then(|round| round[0].settled?.0);
            assert!(winner.is_none_or(|winner| !is_ghost(tournament.name(winner))), "seed {seed}");
            let first = tournament.standings().lines[0].player;
            assert!(winner.is_none_or(|winner| winner == first), "seed {seed}: {winner:?}, {first:?}");
            assert_eq!(winner.is_none(), tournament.conclusions().contains(&referee::TableNote::NoWinner), "seed {seed}");
            knockouts_without_a_winner += u32::from(winner.is_none());
        }
    }
    assert!(knockouts_without_a_winner > 3, "{knockouts_without_a_winner}");
}

/// A player wins when the opponent withdraws, if it is connected or has come to a game before.
#[test]
fn a_withdrawal_gives_points_to_present_opponents() {
    for (is_there_now, came_before, half_points) in [(true, false, 2), (false, true, 2), (false, false, 0)] {
        let swiss = Swiss { rounds: Some(2), games: 1, accelerated: false, seed: 1 };
        let mut tournament = Logged::started(settings(swiss), 4);
        if came_before {
            tournament.running().collect::<Vec<_>>().into_iter().for_each(|game| tournament.end(game, DRAWN));
        }
        let game = tournament.running().next().unwrap();
        let [leaver, waiting] = [game.seats.white, game.seats.black];
        let before = tournament.standings().of(waiting).unwrap().half_points;
        let there = |name: &str| is_there_now || name != tournament.name(waiting);
        let mut informed = tournament.clone();
        informed.handle_among(withdraw(leaver.0), 99, &there);
        assert_eq!(informed.standings().of(waiting).unwrap().half_points - before, half_points);
    }
}

#[test]
fn most_of_two_hundred_players_withdraw() {
    for format in formats(1, 400, 40) {
        let mut tournament = started(format, 200, None);
        let mut rng = Rng::new(4);
        let players = tournament.names().len() as u32;
        for number in 0..players * 3 / 4 {
            let running = tournament.running().next();
            if let (Some(game), 0) = (running, rng.below(2)) {
                tournament.end(game, DRAWN);
            }
            tournament.handle(withdraw((number * 7) % players));
        }
        tournament.play_out(|game| won(if game.round.is_multiple_of(2) { Side::White } else { Side::Black }));
        tournament.check_replay();
        assert_eq!(tournament.stage(), Stage::Finished, "{}", format.word());
        let is_fair = |e: &Encounter| !e.is_played() || e.players().count() == 2;
        assert!(tournament.history().encounters().iter().all(is_fair));
        assert_eq!(tournament.standings().lines.len() as u32, players);
    }
}

/// A changed result changes the standings, not the later pairings.
#[test]
fn a_result_is_changed_three_rounds_later() {
    let format = AnyFormat::from(Swiss { rounds: Some(6), games: 1, accelerated: false, seed: 1 });
    let mut tournament = started(format, 10, None);
    while tournament.history().round() < 4 {
        let game = tournament.running().next().unwrap();
        tournament.end(game, won(Side::White));
    }
    let (before, made) = (tournament.standings(), tournament.history().encounters().to_vec());
    let first = tournament.game(GameKey { encounter: 0, game: 0 }).unwrap();
    tournament.decide(first.key, OperatorDecision::Adjudicate(Outcome::Win(Side::Black)));
    let after = tournament.standings();
    let points = |standings: &referee::standings::Standings, player| standings.of(player).unwrap().half_points;
    assert_eq!(points(&before, first.seats.white), points(&after, first.seats.white) + 2);
    assert_eq!(points(&before, first.seats.black) + 2, points(&after, first.seats.black));
    let seats = |encounters: &[Encounter]| encounters.iter().map(|e| (e.round, e.seats)).collect::<Vec<_>>();
    assert_eq!(seats(&tournament.history().encounters()[..made.len()]), seats(&made));
    tournament.play_out(|_| won(Side::White));
    tournament.check_replay();
    assert_eq!((tournament.stage(), tournament.history().round()), (Stage::Finished, 6));
}
