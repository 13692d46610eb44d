//! Laws and examples of the match.

use proptest::prelude::*;
use referee::*;
use rules::{BySide, Knights, Outcome, Position, Side};

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;

fn settings() -> MatchSettings {
    MatchSettings {
        time: TimeControl { budget: Some(Micros::from_secs(10)), increment: Micros::ZERO, per_move: None },
        lag_compensation: LagCompensation { per_move: ms(100), total: ms(250) },
        strikes: 0,
        ready_timeout: Micros::from_secs(60),
        disconnect: DisconnectPolicy::ClockRuns,
    }
}

fn new(settings: MatchSettings) -> Match {
    Match::new(Box::new(Knights::start()), settings)
}

fn ms(milliseconds: u64) -> Micros {
    Micros(milliseconds * 1_000)
}

fn mv(side: Side, ply: u32, text: &str) -> Input {
    Input::Move { side, ply, text: text.to_string() }
}

/// A game that has begun, with White's first turn delivered at one second.
fn begun(settings: MatchSettings) -> Match {
    started(new(settings))
}

fn started(mut game: Match) -> Match {
    for input in [Input::Online(WHITE), Input::Online(BLACK), Input::Ready(WHITE), Input::Ready(BLACK)] {
        assert_eq!(game.apply(input, ms(500)).error, None);
    }
    game.apply(Input::Delivered { ply: game.board().ply() }, ms(1_000));
    game
}

/// The charge and the clocks of a legal move.
fn charged(game: &mut Match, input: Input, now: Micros) -> (Charge, BySide<Option<Micros>>) {
    match &game.apply(input, now).events[..] {
        [Event { kind: EventKind::Moved { charge, clocks, .. }, .. }] => (*charge, *clocks),
        events => panic!("{events:?}"),
    }
}

fn ending(game: &Match) -> (Option<Outcome>, String) {
    match game.phase() {
        Phase::Over(ending) => (ending.outcome, ending.reason.to_string()),
        phase => panic!("the game continues: {phase:?}"),
    }
}

#[test]
fn a_move_is_charged_from_delivery_to_receipt_less_lag_compensation() {
    let mut game = begun(settings());
    let (charge, clocks) = charged(&mut game, mv(WHITE, 0, "B9-A7"), ms(1_350));
    assert_eq!((charge.sent, charge.received, charge.round_trip), (ms(1_000), ms(1_350), ms(350)));
    assert_eq!((charge.lag_compensation, charge.charged), (ms(100), ms(250)));
    assert_eq!(clocks, BySide { white: Some(ms(9_750)), black: Some(ms(10_000)) });
    // The lag compensation has a total: for the third move only 50 ms are left.
    let mut lag_compensation = Vec::new();
    for (ply, text) in [(1, "B1-A3"), (2, "C9-B7"), (3, "C1-B3"), (4, "H9-I7")] {
        let now = ms(2_000 + u64::from(ply) * 1_000);
        game.apply(Input::Delivered { ply }, now);
        let (charge, _) = charged(&mut game, mv(Side::to_move_after(ply), ply, text), now + ms(200));
        lag_compensation.push(charge.lag_compensation);
    }
    assert_eq!(lag_compensation, [ms(100), ms(100), ms(100), ms(50)]);
}

#[test]
fn a_loss_on_time_names_the_moves_that_did_not_count() {
    let mut game = begun(settings());
    for ply in [1, 2] {
        assert!(matches!(game.apply(mv(WHITE, ply, "B9-A7"), ms(1_350)).error, Some(CommandError::StalePly { .. })));
    }
    game.apply(Input::Tick, ms(11_101));
    let (outcome, why) = ending(&game);
    assert_eq!(outcome, Some(Outcome::Win(BLACK)));
    assert!(why.ends_with("; it sent 2 moves that did not count, the last one for ply 2"), "{why}");
}

#[test]
fn time_is_lost_after_the_deadline_and_not_at_it() {
    let mut game = begun(settings());
    assert_eq!(game.deadline(), Some(ms(11_100)));
    assert!(game.apply(Input::Tick, ms(11_100)).events.is_empty(), "an early tick is nothing");
    let mut late = begun(settings());
    assert!(matches!(late.apply(mv(WHITE, 0, "B9-A7"), ms(11_101)).error, Some(CommandError::GameOver)));
    let why = "White ran out of time at ply 0: 10.101 s after the turn was sent, with 10.100 s left (lag compensation of 0.100 s included)";
    assert_eq!(ending(&late), (Some(Outcome::Win(BLACK)), why.to_string()));
    assert_eq!(game.apply(mv(WHITE, 0, "B9-A7"), ms(11_100)).error, None, "the last moment is in time");
    assert_eq!(game.clocks().white.left, Some(Micros::ZERO));
}

#[test]
fn increment_cap_and_no_limit() {
    let time = TimeControl { budget: Some(ms(10_000)), increment: ms(2_000), per_move: Some(ms(3_000)) };
    let mut game = begun(MatchSettings { time, ..settings() });
    assert_eq!(game.deadline(), Some(ms(4_100)), "the cap comes before the budget");
    game.apply(mv(WHITE, 0, "B9-A7"), ms(2_100));
    assert_eq!(game.clocks().white.left, Some(ms(11_000)), "1.1 s less 0.1 s lag_compensation, plus 2 s");
    let unlimited = TimeControl { budget: None, increment: Micros::ZERO, per_move: None };
    let mut game = begun(MatchSettings { time: unlimited, ..settings() });
    assert_eq!(game.deadline(), None);
    assert!(game.apply(Input::Tick, Micros(u64::MAX)).events.is_empty());
    assert_eq!(game.apply(mv(WHITE, 0, "B9-A7"), Micros(u64::MAX)).events.len(), 1);
}

#[test]
fn illegal_moves_cost_strikes_and_then_the_game() {
    let mut game = begun(MatchSettings { strikes: 1, ..settings() });
    let decision = game.apply(mv(WHITE, 0, "B9-B8"), ms(1_100));
    assert!(matches!(&decision.events[..], [Event { kind: EventKind::Struck { strikes_left: 0, .. }, .. }]), "{decision:?}");
    game.apply(mv(WHITE, 0, "hello"), ms(1_200));
    let why =
        "White played `hello` at ply 0, which is illegal: a move is written B9-A7 (capital letter A to I, digit 1 to 9, hyphen) or PASSE";
    assert_eq!(ending(&game), (Some(Outcome::Win(BLACK)), why.to_string()));
    let mut game = begun(settings());
    game.apply(mv(WHITE, 0, ""), ms(1_100));
    assert!(ending(&game).1.ends_with("illegal: the field `move` is missing or empty"));
}

#[test]
fn moves_for_another_ply_change_nothing() {
    let mut game = begun(settings());
    let refused = |game: &mut Match, input| game.apply(input, ms(1_200)).error;
    assert_eq!(refused(&mut game, mv(BLACK, 0, "B1-A3")), Some(CommandError::NotYourTurn { side: WHITE }));
    assert_eq!(refused(&mut game, mv(WHITE, 7, "B9-A7")), Some(CommandError::StalePly { ply: 7, expected: 0 }));
    assert_eq!(refused(&mut game, mv(WHITE, 0, "B9-A7")), None);
    assert_eq!(refused(&mut game, mv(WHITE, 0, "B9-A7")), Some(CommandError::AlreadyPlayed { ply: 0 }), "a resend");
    assert_eq!(refused(&mut game, mv(WHITE, 0, "C9-B7")), Some(CommandError::NotYourTurn { side: BLACK }), "another move is no resend");
    assert_eq!(refused(&mut new(settings()), mv(WHITE, 0, "B9-A7")), Some(CommandError::NotStarted));
    game.apply(Input::Resign { side: BLACK, why: None }, ms(1_300));
    assert_eq!(ending(&game), (Some(Outcome::Win(WHITE)), "Black resigned".to_string()));
    assert_eq!(refused(&mut game, mv(BLACK, 1, "B1-A3")), Some(CommandError::GameOver));
    assert_eq!(refused(&mut game, mv(WHITE, 0, "B9-A7")), Some(CommandError::AlreadyPlayed { ply: 0 }), "even after the end");
}

#[test]
fn an_absent_player_loses() {
    let cases: [(&[Input], _, _); 3] = [
        (&[], None, "neither player was ready within 60.000 s"),
        (&[Input::Online(WHITE), Input::Ready(WHITE)], Some(Outcome::Win(WHITE)), "Black was not ready within 60.000 s"),
        (
            &[Input::Online(WHITE), Input::Ready(WHITE), Input::Online(BLACK), Input::Ready(BLACK), Input::Offline(BLACK)],
            Some(Outcome::Win(BLACK)),
            "White ran out of time at ply 0: 10.600 s after the turn was sent, with 10.100 s left \
             (lag compensation of 0.100 s included)",
        ),
    ];
    for (inputs, outcome, why) in cases {
        let mut game = new(settings());
        inputs.iter().for_each(|input| assert_eq!(game.apply(input.clone(), ms(1)).error, None));
        game.apply(Input::Delivered { ply: 0 }, ms(1));
        game.apply(Input::Tick, if outcome == Some(Outcome::Win(BLACK)) { ms(10_601) } else { ms(60_001) });
        assert_eq!(ending(&game), (outcome, why.to_string()));
    }
}

#[test]
fn a_long_disconnection_loses() {
    let settings = MatchSettings { disconnect: DisconnectPolicy::ForfeitAfter(ms(2_000)), ..settings() };
    let mut game = begun(settings);
    game.apply(Input::Offline(BLACK), ms(1_500));
    game.apply(Input::Online(BLACK), ms(3_500));
    game.apply(Input::Offline(BLACK), ms(3_600));
    game.apply(Input::Tick, ms(5_601));
    assert_eq!(ending(&game), (Some(Outcome::Win(WHITE)), "Black was disconnected for more than 2.000 s".to_string()));
    let mut game = begun(settings);
    game.apply(Input::Offline(WHITE), ms(1_500));
    game.apply(Input::Offline(BLACK), ms(1_500));
    game.apply(Input::Tick, ms(3_501));
    assert_eq!(ending(&game), (None, "both players were disconnected for more than 2.000 s".to_string()));
}

#[test]
fn the_clock_of_a_disconnected_player_runs() {
    let mut game = begun(settings());
    game.apply(Input::Offline(BLACK), ms(1_050));
    game.apply(mv(WHITE, 0, "B9-A7"), ms(2_000));
    game.apply(Input::Online(BLACK), ms(4_000));
    game.apply(Input::Delivered { ply: 1 }, ms(4_000));
    game.apply(mv(BLACK, 1, "B1-A3"), ms(5_000));
    assert_eq!(game.clocks().black.left, Some(ms(7_100)), "3 s less the lag_compensation");
}

/// White moves before or after the restart; Black comes back late and is charged from then on.
#[test]
fn after_a_restart_the_turn_begins_anew() {
    for restarts_first in [false, true] {
        let mut game = begun(settings());
        let restart = |game: &mut Match| drop(game.apply(Input::Restarted, ms(9_000)));
        if restarts_first {
            restart(&mut game);
            game.apply(Input::Online(WHITE), ms(9_100));
            game.apply(Input::Delivered { ply: 0 }, ms(9_100));
        }
        game.apply(mv(WHITE, 0, "B9-A7"), ms(if restarts_first { 9_300 } else { 2_000 }));
        if !restarts_first {
            game.apply(Input::Delivered { ply: 1 }, ms(2_000));
            restart(&mut game);
        }
        assert_eq!(game.deadline(), Some(ms(9_000 + 60_000 + 10_100)), "a player who never comes back loses on time");
        game.apply(Input::Online(BLACK), ms(20_000));
        game.apply(Input::Delivered { ply: 1 }, ms(20_000));
        game.apply(mv(BLACK, 1, "B1-A3"), ms(20_500));
        assert_eq!(game.clocks().black.left, Some(ms(9_600)));
    }
}

#[test]
fn a_stall_of_the_referee_is_recorded() {
    let mut game = begun(settings());
    game.apply(Input::Stalled(ms(700)), ms(1_100));
    let (charge, _) = charged(&mut game, mv(WHITE, 0, "B9-A7"), ms(1_200));
    assert_eq!((charge.stall, charge.charged), (ms(700), ms(100)));
}

#[test]
fn a_game_ends_by_the_rules() {
    let board: Knights = "1NN6/3N5/9/9/9/9/9/9/1n7 w 10".parse().expect("a position");
    let mut game = started(Match::new(Box::new(board), settings()));
    game.apply(mv(WHITE, 10, "D2-F1"), ms(1_010));
    assert_eq!(ending(&game), (Some(Outcome::Win(WHITE)), "White has 3 knights on row 1".to_string()));
    assert!(matches!(game.phase(), Phase::Over(ending) if matches!(ending.reason, Termination::Rules { .. })));
}

/// Any inputs; moves are often legal.
fn inputs() -> impl Strategy<Value = Vec<(u8, u8, u64)>> {
    prop::collection::vec((0..14_u8, any::<u8>(), 0..1_500_000_u64), 0..150)
}

fn input(game: &Match, kind: u8, choice: u8) -> Input {
    let side = if choice.is_multiple_of(2) { WHITE } else { BLACK };
    let ply = game.board().ply();
    match kind {
        0 => Input::Online(side),
        1 if choice > 200 => Input::Offline(side),
        2 => Input::Ready(side),
        3 => Input::Tick,
        4 if choice > 250 => Input::Resign { side, why: None },
        5 => mv(side, u32::from(choice / 2), "C9-B7"),
        6 if choice > 240 => mv(side, ply, "C9-C7"),
        7 => Input::Stalled(Micros(u64::from(choice) * 1_000)),
        8 if choice > 240 => Input::Restarted,
        9 => Input::Delivered { ply },
        _ => {
            let moves = game.board().legal_moves();
            match moves.len() {
                0 => Input::Tick,
                length => mv(game.board().side_to_move(), ply, &moves[choice as usize % length]),
            }
        }
    }
}

proptest! {
    #[test]
    fn laws(steps in inputs(), strikes in 0..3_u8, budget in prop::option::of(0..20_000_u64), forfeit in prop::option::of(1..3_000_u64)) {
        let time = TimeControl { budget: budget.map(ms), increment: ms(50), per_move: None };
        let absence = forfeit.map_or(DisconnectPolicy::ClockRuns, |limit| DisconnectPolicy::ForfeitAfter(ms(limit)));
        let settings = MatchSettings { time, strikes, disconnect: absence, ..settings() };
        let (mut game, mut twin) = (new(settings), new(settings));
        let (mut log, mut now) = (Vec::new(), Micros::ZERO);
        for input in [Input::Online(WHITE), Input::Online(BLACK), Input::Ready(WHITE)] {
            game.apply(input.clone(), Micros::ZERO);
            log.extend(twin.apply(input, Micros::ZERO).events);
        }
        for (kind, choice, wait) in steps {
            now += Micros(wait);
            let given = input(&game, kind, choice);
            let before = (game.board().position(), game.deadline());
            let decision = game.apply(given.clone(), now);
            prop_assert_eq!(&decision, &twin.apply(given.clone(), now), "deterministic");
            if decision.events.is_empty() && !matches!(given, Input::Delivered { .. }) {
                prop_assert_eq!(before, (game.board().position(), game.deadline()), "without an event nothing changes");
            }
            log.extend(decision.events);
        }
        let ends = log.iter().filter(|event| matches!(event.kind, EventKind::Ended(_))).count();
        prop_assert_eq!(ends, usize::from(matches!(game.phase(), Phase::Over(_))), "at most one ending, and it is the phase");
        prop_assert!(log.iter().skip_while(|event| !matches!(event.kind, EventKind::Ended(_))).count() <= 1, "nothing after the end");
        prop_assert!(log.is_sorted_by_key(|event| event.at));
        for side in Side::BOTH {
            let charges: Vec<_> = log.iter().filter_map(|event| match &event.kind {
                EventKind::Moved { side: mover, charge, .. } if *mover == side => Some(charge),
                _ => None,
            }).collect();
            let paid: u64 = charges.iter().map(|charge| charge.charged.0).sum();
            let earned = budget.map(|budget| ms(budget).0 + charges.len() as u64 * ms(50).0);
            prop_assert_eq!(game.clocks()[side].left.map(|left| left.0), earned.map(|earned| earned - paid), "clocks are conserved");
            let lag_compensation: u64 = charges.iter().map(|charge| charge.lag_compensation.0).sum();
            prop_assert!(lag_compensation <= settings.lag_compensation.total.0);
        }
        let again = Match::replay(Box::new(Knights::start()), settings, &log);
        prop_assert_eq!(again.board().position(), game.board().position());
        prop_assert_eq!((again.clocks(), again.moves(), again.strikes_left()), (game.clocks(), game.moves(), game.strikes_left()));
        prop_assert_eq!(matches!(again.phase(), Phase::Over(_)), matches!(game.phase(), Phase::Over(_)));
    }
}

#[test]
fn time_controls_round_trip() {
    for text in ["360s", "10s+0.1s", "60s/5s", "unlimited", "unlimited/30s", "0.5s+0.01s/0.25s"] {
        assert_eq!(text.parse::<TimeControl>().map(|time| time.to_string()), Ok(text.to_string()));
    }
    assert_eq!("5min+500ms".parse::<TimeControl>().map(|time| time.to_string()), Ok("300s+0.5s".to_string()));
    for text in ["", "10", "s", "-1s", "10s+", "10s/", "1e9s", "9999999h", "unlimited+1s", "10 s", "0s", "NaNs", "10s+1s+1s", "1.2.3s"] {
        assert!(text.parse::<TimeControl>().is_err(), "{text:?}");
    }
}

#[test]
fn ready_timeouts_are_at_least_a_second() {
    for (text, timeout) in [
        ("0s", Err(TimeError::ReadyTimeout)),
        ("999ms", Err(TimeError::ReadyTimeout)),
        ("1", Err(TimeError::Length)),
        ("1000ms", Ok("1s")),
        ("1.5s", Ok("1.5s")),
        ("1min", Ok("60s")),
    ] {
        assert_eq!(text.parse::<ReadyTimeout>().map(|timeout| timeout.to_string()), timeout.map(String::from), "{text}");
    }
}
