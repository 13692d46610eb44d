//! Laws of the tournament for any inputs in any order.

use crate::fixtures::{self, *};

use proptest::prelude::*;
use referee::Micros;
use referee::format::{AnyFormat, Arena, Gauntlet, Knockout, Ladder, RoundRobin, SprtMatch, Swiss};
use referee::pairing::Rng;
use referee::tournament::*;
use rules::{Catalogue, ConnectFour, Game, Knights, Outcome, Position, Side};
use std::collections::{BTreeMap, BTreeSet};

/// Every format; a new one must be added here to compile.
fn formats() -> impl Strategy<Value = AnyFormat> {
    let _ = |format: AnyFormat| match format {
        AnyFormat::RoundRobin(_) | AnyFormat::Gauntlet(_) | AnyFormat::Swiss(_) | AnyFormat::Knockout(_) => {}
        AnyFormat::Arena(_) | AnyFormat::Sprt(_) | AnyFormat::Ladder(_) => {}
    };
    (1u32..4, 1u32..3, 0u64..9).prop_flat_map(|(n, games, seed)| {
        prop_oneof![
            Just(AnyFormat::RoundRobin(RoundRobin { cycles: n, games, seed })),
            Just(AnyFormat::Gauntlet(Gauntlet { challengers: n, cycles: 1, games })),
            Just(AnyFormat::Swiss(Swiss { rounds: Some(2 * n), games, accelerated: false, seed })),
            Just(AnyFormat::Knockout(Knockout { games, tie_breaks: n - 1 })),
            Just(AnyFormat::Arena(Arena { games, lasts: Micros(500), seed })),
            Just(AnyFormat::Sprt(SprtMatch { test: "elo0=0,elo1=50".parse().unwrap(), rounds: Some(4 * n), games, seed })),
            Just(AnyFormat::Ladder(Ladder { games, daily: n, lasts: Some(Micros(500)), seed })),
        ]
    })
}

fn settings(format: impl Into<AnyFormat>, concurrency: u32, per_player: u32) -> Settings {
    Settings { opening_plies: 4, concurrency, per_player, ..fixtures::settings(format) }
}

fn end(lot: u64) -> TournamentGameEnd {
    let outcome = [Some(Outcome::Win(Side::White)), Some(Outcome::Win(Side::Black)), Some(Outcome::Draw), None][(lot % 4) as usize];
    TournamentGameEnd { outcome, played: outcome.is_some() && !lot.is_multiple_of(7) }
}

fn inputs() -> impl Strategy<Value = (u8, u64)> {
    (0u8..40, any::<u64>())
}

/// Mostly ends of running games.
fn input(tournament: &Tournament, kind: u8, lot: u64) -> TournamentInput {
    let name = format!("bot {}", lot % 9);
    let some_game = GameKey { encounter: (lot % 30) as u32, game: (lot / 30 % 3) as u32 };
    let why = if lot.is_multiple_of(11) { " ".into() } else { "a reason".into() };
    match kind {
        0..6 => TournamentInput::Enter { name, rating: (lot % 5) as i32 },
        6 => withdraw((lot % 9) as u32),
        7..10 => TournamentInput::Start,
        10 => TournamentInput::Pause,
        11 | 12 => TournamentInput::Resume,
        13 if lot.is_multiple_of(4) => TournamentInput::Finish,
        14 if lot.is_multiple_of(4) => TournamentInput::Archive,
        15 => TournamentInput::Ended { game: some_game, attempt: (lot % 3) as u32, end: end(lot / 7) },
        16 => TournamentInput::Decide { game: some_game, decision: OperatorDecision::Annul, why },
        17 => TournamentInput::Decide { game: some_game, decision: OperatorDecision::Replay, why },
        18 => TournamentInput::Decide { game: some_game, decision: OperatorDecision::Adjudicate(Outcome::Draw), why },
        _ => match tournament.running().nth((lot % 3) as usize) {
            Some(game) => TournamentInput::Ended { game: game.key, attempt: game.attempts, end: end(lot / 7) },
            None => TournamentInput::Tick,
        },
    }
}

/// Plays to the end, ending games in a random order, with results that depend on the game alone.
fn play_out(tournament: &mut Logged, seed: u64) {
    let mut rng = Rng::new(seed);
    for _ in 0..20_000 {
        let running: Vec<GameView> = tournament.running().collect();
        match (running.get(rng.below(running.len())), tournament.deadline()) {
            (None, None) => break,
            (None, Some(deadline)) => assert_eq!(tournament.tell_at(TournamentInput::Tick, deadline.0 + 1), None),
            (Some(game), _) => {
                let [white, black] = [game.seats.white.0, game.seats.black.0].map(u64::from);
                let lot = Rng::new(white << 40 | black << 20 | u64::from(game.round) << 8 | u64::from(game.key.game)).draw();
                tournament.end(*game, [won(Side::White), DRAWN, won(Side::Black)][(lot % 3) as usize]);
            }
        }
    }
    assert_eq!(tournament.stage(), Stage::Finished);
}

/// Entrants have three different ratings.
fn started(format: impl Into<AnyFormat>, players: u32, concurrency: u32, per_player: u32) -> Logged {
    let mut tournament = Logged::entered(settings(format, concurrency, per_player), 0);
    for number in 0..players {
        tournament.handle(TournamentInput::Enter { name: name(number), rating: (number % 3) as i32 });
    }
    tournament.handle(TournamentInput::Start);
    tournament
}

proptest! {
    #[test]
    fn any_input_in_any_order(
        format in formats(), concurrency in 1u32..5, per_player in 1u32..3, inputs in prop::collection::vec(inputs(), 0..120),
    ) {
        let mut tournament = Logged::entered(settings(format, concurrency, per_player), 0);
        for (step, (kind, lot)) in inputs.into_iter().enumerate() {
            let input = input(&tournament, kind, lot);
            let before = tournament.events.len();
            if tournament.tell_at(input, step as u64 * 10).is_some() && tournament.events.len() == before {
                tournament.check_replay();
            }
            // The limits of boards and of games of a player hold.
            let mut busy: BTreeMap<_, u32> = BTreeMap::new();
            for game in tournament.running() {
                Side::BOTH.into_iter().for_each(|side| *busy.entry(game.seats[side]).or_default() += 1);
            }
            prop_assert!(tournament.running().count() <= concurrency as usize && busy.values().all(|&n| n <= per_player));
        }
        tournament.check_replay();
        let events = &tournament.events;
        prop_assert!(events.is_sorted_by_key(|event| event.at));
        // Each attempt of a game ends at most once, after it began.
        let (mut begun, mut ended) = (BTreeSet::new(), BTreeSet::new());
        for event in events {
            match event.kind {
                TournamentEventKind::Begun { game, attempt, .. } => prop_assert!(begun.insert((game, attempt))),
                TournamentEventKind::Ended { game, attempt, .. } => {
                    prop_assert!(begun.contains(&(game, attempt)) && ended.insert((game, attempt)));
                }
                _ => {}
            }
        }
        tournament.standings();
        tournament.crosstable();
        tournament.rated_games();
    }

    #[test]
    fn the_order_of_ends_does_not_change_the_table(
        format in formats().prop_filter("who is free when decides", |format| !matches!(format, AnyFormat::Arena(_) | AnyFormat::Ladder(_))),
        players in 4u32..20, concurrency in 1u32..6, one: u64, other: u64,
    ) {
        let mut tables = [one, other].map(|seed| {
            let mut tournament = started(format, players, concurrency, 1);
            play_out(&mut tournament, seed);
            tournament.check_replay();
            // The opening of a pair does not depend on earlier events.
            let openings: BTreeMap<_, _> = tournament.events.iter().filter_map(|event| match &event.kind {
                TournamentEventKind::Begun { game, seats, position, .. } => {
                    let view = tournament.game(*game).unwrap();
                    Some(((view.round, seats.white.min(seats.black), seats.white.max(seats.black)), position.clone()))
                }
                _ => None,
            }).collect();
            (tournament.standings(), tournament.crosstable(), openings)
        }).into_iter();
        prop_assert_eq!(tables.next(), tables.next());
    }

    #[test]
    fn standings_before_are_those_after_the_last_round(format in formats(), players in 4u32..16, seed: u64) {
        // One game at a time, so that a table holds whole rounds when a round begins.
        let mut tournament = started(format, players, 1, 1);
        play_out(&mut tournament, seed);
        let has_rounds = tournament.rounds().is_some();
        let (mut now, mut before, mut rounds) = (Tournament::new(tournament.settings().clone()), None, 0);
        for event in &tournament.events {
            let (round, table) = (now.history().current_round(), now.standings());
            now.absorb(event);
            if has_rounds && now.history().current_round() > round.max(1) {
                // A bye counts from the pairing on.
                before = Some(if matches!(event.kind, TournamentEventKind::Paired { .. }) { table } else { now.standings() });
                rounds += 1;
            }
            prop_assert_eq!(&now.standings_before(), &before);
        }
        prop_assert_eq!(rounds, if has_rounds { now.history().round().saturating_sub(1) } else { 0 });
    }

    #[test]
    fn an_arena_ends_when_its_time_is_over(players in 2u32..12, seed: u64) {
        let mut tournament = started(Arena { games: 1, lasts: Micros(300), seed }, players, 4, 1);
        play_out(&mut tournament, seed);
        prop_assert!(tournament.games().count() > 20);
    }

    #[test]
    fn openings_are_legal_balanced_and_repeat(seed: u64, plies in 0u32..16) {
        for game in Catalogue::ALL.games() {
            let position = game.opening(seed, plies).0.position();
            prop_assert_eq!(&position, &game.opening(seed, plies).0.position());
            let board = game.read(&position).unwrap();
            prop_assert_eq!((board.ply(), board.outcome()), (if game.has_openings() { plies } else { 0 }, None));
        }
        let position: Knights = Game::of::<Knights>().opening(seed, plies).0.position().parse().unwrap();
        if plies <= 8 && plies.is_multiple_of(2) {
            let material = Side::BOTH.map(|side| position.set(side).count_ones());
            let rows = Side::BOTH.map(|side| position.squares(side).map(|square| u32::from(Knights::advanced(side, square))).sum::<u32>());
            prop_assert!(material[0] == material[1] && rows[0].abs_diff(rows[1]) <= 1, "{position}");
        }
        let position: ConnectFour = Game::of::<ConnectFour>().opening(seed, plies).0.position().parse().unwrap();
        let is_decided = position.legal_moves().iter().any(|&mv| position.child(mv).outcome().is_some());
        prop_assert!(plies > 8 || !is_decided, "{position}");
    }
}

#[test]
fn a_pair_is_played_with_both_colours_from_one_opening() {
    let mut tournament = started(RoundRobin { cycles: 1, games: 2, seed: 1 }, 6, 3, 1);
    play_out(&mut tournament, 5);
    let mut pairs: BTreeMap<u32, Vec<_>> = BTreeMap::new();
    for event in tournament.events {
        if let TournamentEventKind::Begun { game, seats, position, .. } = event.kind {
            pairs.entry(game.encounter).or_default().push((seats, position));
        }
    }
    assert_eq!(pairs.len(), 15);
    for games in pairs.values() {
        let [(first, position), (second, same)] = &games[..] else { panic!("two games") };
        assert_eq!((first.white, first.black, position), (second.black, second.white, same));
    }
    assert_eq!(pairs.values().map(|games| &games[0].1).collect::<BTreeSet<_>>().len(), 15, "different pairs, different openings");
}

fn key(encounter: u32) -> GameKey {
    GameKey { encounter, game: 0 }
}

#[test]
fn errors_name_the_cause() {
    let enter = |name: &str| TournamentInput::Enter { name: name.into(), rating: 0 };
    let withdraw = |name: &str| TournamentInput::Withdraw { name: name.into(), why: String::new() };
    let decide = |encounter, decision, why: &str| TournamentInput::Decide { game: key(encounter), decision, why: why.into() };
    let mut t = Logged::entered(settings(Knockout { games: 1, tie_breaks: 0 }, 9, 1), 0);
    let too_few =
        "there are too few to pair: this tournament needs at least 2 entrants (`entrants` of its plan), and in play there are only 0";
    assert!(t.says(TournamentInput::Start).starts_with(too_few));
    t.says(enter("ann"));
    assert_eq!(t.says(enter("ann")), "ann takes part already");
    assert_eq!(t.says(withdraw("eve")), "eve does not take part");
    // A withdrawal before the start leaves no trace.
    assert_eq!((t.says(withdraw("ann")), t.names().len()), ("done".into(), 0));
    for name in ["ann", "bob", "cyd"] {
        assert_eq!(t.says(enter(name)), "done");
    }
    assert_eq!(t.says(TournamentInput::Pause), "the tournament is open for entry: it cannot be paused");
    assert_eq!(t.says(TournamentInput::Start), "done");
    assert_eq!(t.says(TournamentInput::Start), "the tournament is running: it has started before");
    assert_eq!(t.says(enter("dan")), "a tournament of the format knockout cannot be joined once it has started");
    assert_eq!(t.says(decide(9, OperatorDecision::Annul, "x")), "there is no game 10.1 in this tournament");
    assert_eq!(t.says(decide(0, OperatorDecision::Annul, "")), "there is no game 1.1 in this tournament", "a bye");
    assert_eq!(t.says(decide(1, OperatorDecision::Annul, "")), "a decision needs a reason");
    // The winner of the second encounter has been paired again.
    assert_eq!(t.says(decide(1, OperatorDecision::Adjudicate(Outcome::Win(Side::White)), "walkover")), "done");
    assert!(t.says(decide(1, OperatorDecision::Annul, "late")).starts_with("game 2.1 stays as it is: "));
    assert_eq!(t.says(decide(2, OperatorDecision::Replay, "power cut")), "done");
    assert_eq!(t.game(key(2)).map(|game| game.attempts), Some(2));
    let last = t.game(key(2)).unwrap();
    let leaver = withdraw(t.name(last.seats.black));
    assert_eq!(t.says(leaver), "done");
    assert_eq!(t.stage(), Stage::Finished, "the last opponent has gone");
    assert_eq!(t.says(enter("eve")), "the tournament is finished: it takes no more entrants");
    assert!(t.says(TournamentInput::Start).ends_with("it has started before; `resume` continues it if games are left"));
    assert_eq!(t.says(TournamentInput::Archive), "done");
    assert_eq!(t.says(decide(2, OperatorDecision::Annul, "x")), "the tournament is archived: its games can no longer be decided");
}

#[test]
fn a_replay_resumes_a_finished_tournament() {
    // A final that is drawn in the replay continues to tie-breaks.
    let mut t = started(Knockout { games: 1, tie_breaks: 1 }, 2, 9, 1);
    t.handle(TournamentInput::Ended { game: key(0), attempt: 1, end: won(Side::White) });
    let white = t.game(key(0)).unwrap().seats.white;
    assert_eq!((t.stage(), t.winner()), (Stage::Finished, Some(t.name(white))));
    assert_eq!(t.decide(key(0), OperatorDecision::Replay), "done");
    assert_eq!((t.stage(), t.running().count(), t.winner()), (Stage::Running, 1, None));
    t.handle(TournamentInput::Ended { game: key(0), attempt: 2, end: DRAWN });
    assert!(t.stage() == Stage::Running && t.games().count() > 1, "tie-breaks");

    // A tournament that the operator ended early pairs nothing else.
    let mut t = started(RoundRobin { cycles: 1, games: 1, seed: 3 }, 4, 1, 1);
    assert_eq!(t.says(TournamentInput::Finish), "done");
    let voided = t.games().find(|game| matches!(game.status, GameStatus::Over(_))).unwrap();
    assert_eq!(t.decide(voided.key, OperatorDecision::Replay), "done");
    assert_eq!(t.says(TournamentInput::Enter { name: "eve".into(), rating: 0 }), "the tournament is running: it takes no more entrants");
    let again = t.game(voided.key).unwrap();
    t.end(again, won(Side::Black));
    let played = t.games().filter(|game| matches!(game.status, GameStatus::Over(end) if end.played)).count();
    assert_eq!((t.stage(), played), (Stage::Finished, 1));
}

#[test]
fn a_shared_first_place_or_one_without_a_game_has_no_winner() {
    for end in [DRAWN, walkover(Side::White)] {
        let mut t = started(RoundRobin { cycles: 1, games: 1, seed: 3 }, 2, 1, 1);
        t.handle(TournamentInput::Ended { game: key(0), attempt: 1, end });
        assert_eq!((t.stage(), t.winner()), (Stage::Finished, None), "{end:?}");
    }
}

#[test]
fn an_end_can_be_revoked() {
    let undisturbed = |t: &mut Logged| {
        play_out(t, 1);
        t.games().map(|game| game.status).collect::<Vec<_>>()
    };
    let mut t = started(RoundRobin { cycles: 2, games: 1, seed: 3 }, 4, 1, 1);
    t.handle(TournamentInput::Ended { game: key(0), attempt: 1, end: won(Side::White) });
    let (before, mut other) = (t.standings(), t.clone());
    for acts in [vec![TournamentInput::Finish], vec![TournamentInput::Finish, TournamentInput::Archive]] {
        assert!(acts.into_iter().chain([TournamentInput::Resume]).all(|act| t.says(act) == "done"));
        assert_eq!((t.stage(), t.running().count()), (Stage::Running, other.running().count()));
        assert_eq!(t.standings(), before);
    }
    assert_eq!(undisturbed(&mut t).len(), undisturbed(&mut other).len(), "as many games as if nothing had been");

    // A complete tournament ends again immediately; one that had not begun is open again.
    let ended = t.standings();
    assert_eq!(t.says(TournamentInput::Resume), "done");
    assert_eq!((t.stage(), t.standings()), (Stage::Finished, ended));
    let mut t = Logged::entered(t.settings().clone(), 0);
    assert_eq!((t.says(TournamentInput::Archive), t.says(TournamentInput::Resume)), ("done".into(), "done".into()));
    assert_eq!(t.stage(), Stage::Open);

    // An arena keeps the rest of its time.
    let mut t = started(Arena { games: 1, lasts: Micros::from_secs(60), seed: 1 }, 4, 9, 1);
    t.tell_at(TournamentInput::Finish, 20_000_000);
    t.tell_at(TournamentInput::Resume, 500_000_000);
    assert_eq!(t.deadline(), Some(Micros(540_000_005)));

    // Decisions after the end stay.
    let mut t = started(RoundRobin { cycles: 1, games: 1, seed: 3 }, 4, 1, 1);
    assert_eq!(t.says(TournamentInput::Finish), "done");
    assert_eq!(t.decide(key(0), OperatorDecision::Annul), "done");
    assert_eq!(t.says(TournamentInput::Resume), "done");
    assert!(matches!(t.game(key(0)).unwrap().status, GameStatus::Over(_)));
}

#[test]
fn annulling_a_game_whose_players_have_been_paired_again_changes_the_table_alone() {
    let mut tournament = started(Swiss { rounds: Some(3), games: 1, accelerated: false, seed: 3 }, 6, 9, 1);
    while tournament.history().round() < 3 {
        let game = tournament.running().next().unwrap();
        tournament.end(game, won(Side::White));
    }
    let winner = tournament.game(key(0)).unwrap().seats.white;
    let before = (tournament.history().encounters().len(), tournament.standings().of(winner).unwrap().half_points);
    assert_eq!(tournament.decide(key(0), OperatorDecision::Annul), "done");
    let after = (tournament.history().encounters().len(), tournament.standings().of(winner).unwrap().half_points);
    assert_eq!((before.0, before.1 - 2), after);
    play_out(&mut tournament, 1);
}

#[test]
fn a_game_that_was_annulled_and_then_decided_after_all_has_been_played() {
    let mut tournament = started(RoundRobin { cycles: 1, games: 1, seed: 1 }, 2, 1, 1);
    tournament.handle(TournamentInput::Ended { game: key(0), attempt: 1, end: won(Side::White) });
    for decision in [OperatorDecision::Annul, OperatorDecision::Annul, OperatorDecision::Adjudicate(Outcome::Draw)] {
        assert_eq!(tournament.decide(key(0), decision), "done");
    }
    assert_eq!(tournament.rated_games().len(), 1);
    // A replayed game has not been played before its end.
    assert_eq!(tournament.decide(key(0), OperatorDecision::Replay), "done");
    tournament.handle(TournamentInput::Ended { game: key(0), attempt: 2, end: NOBODY_CAME });
    tournament.decide(key(0), OperatorDecision::Adjudicate(Outcome::Draw));
    assert_eq!(tournament.rated_games().len(), 0);
}

#[test]
fn a_withdrawal_forfeits_what_is_left_and_keeps_what_was_played() {
    let mut tournament = started(RoundRobin { cycles: 1, games: 2, seed: 1 }, 2, 1, 1);
    let white = tournament.game(key(0)).unwrap().seats.white;
    tournament.handle(TournamentInput::Ended { game: key(0), attempt: 1, end: won(Side::White) });
    tournament.handle(withdraw(white.0));
    assert_eq!(tournament.stage(), Stage::Finished);
    assert_eq!(tournament.standings().of(white).unwrap().half_points, 2, "the game that was won still counts");
    assert_eq!(tournament.rated_games().len(), 1);
}

#[test]
fn absent_players_do_not_hold_up_others() {
    let mut tournament = Logged::entered(settings(RoundRobin { cycles: 1, games: 1, seed: 2 }, 4, 1), 10);
    // Every second bot is disconnected. Games of connected bots begin first, and at most half of the boards wait.
    let is_there = |name: &str| name.as_bytes()[4].is_multiple_of(2);
    let both = |t: &Tournament, game: &GameView| [game.seats.white, game.seats.black].iter().all(|&p| is_there(t.name(p)));
    tournament.handle_among(TournamentInput::Start, 20, &is_there);
    assert_eq!(tournament.running().filter(|game| both(&tournament, game)).count(), 2, "as many as five can play");
    while tournament.stage() == Stage::Running {
        let running: Vec<GameView> = tournament.running().collect();
        assert!(running.iter().filter(|game| !both(&tournament, game)).count() <= 2 && running.len() <= 4);
        // Connected bots finish immediately; the other games wait.
        let next = running.iter().find(|game| both(&tournament, game)).or(running.first()).unwrap();
        tournament.handle_among(TournamentInput::Ended { game: next.key, attempt: 1, end: DRAWN }, 20, &is_there);
    }
    assert_eq!(tournament.games().count(), 45);
}
