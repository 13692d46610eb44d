//! The clock is never overrun: engines that only pass the time, on a clock that only they move.

use super::*;
use crate::brain::{info, think};
use crate::clockwork::budget;
use crate::player::Turn;
use proptest::prelude::*;
use protocol::{Clocks, TimeControl, YourTurn};
use rules::{Catalogue, Knights, Position, knights};
use search::{Engine, Found, Progress, SearchLimits, Statistics, score};
use std::sync::atomic::AtomicU64;

#[derive(Clone)]
struct FakeClock {
    origin: Instant,
    passed_us: Arc<AtomicU64>,
}

impl FakeClock {
    fn new() -> FakeClock {
        FakeClock { origin: Instant::now(), passed_us: Arc::default() }
    }

    fn now(&self) -> Instant {
        self.origin + Duration::from_micros(self.passed_us.load(Ordering::Relaxed))
    }

    fn advance(&self, by: Duration) {
        self.passed_us.fetch_add(by.as_micros() as u64, Ordering::Relaxed);
    }
}

/// Lets time pass, a step before each question, and finishes an iteration every so many questions.
struct Idler {
    clock: FakeClock,
    step: Duration,
    questions_an_iteration: u32,
}

impl Engine<Knights> for Idler {
    fn name(&self) -> &'static str {
        "idler"
    }

    fn search(
        &mut self,
        position: &Knights,
        limits: &SearchLimits,
        go_on: &mut dyn FnMut(&Progress) -> bool,
    ) -> Option<Found<knights::Move>> {
        let mut progress = Progress::default();
        for question in 1.. {
            self.clock.advance(self.step);
            progress.finished = question % self.questions_an_iteration == 0;
            progress.depth += u32::from(progress.finished);
            if !go_on(&progress) || limits.depth.is_some_and(|most| progress.depth >= most) {
                break;
            }
        }
        let best = *position.legal_moves().first()?;
        Some(Found { best, score: 0, depth: progress.depth, pv: vec![best], is_proved: false, cost: Statistics::default() })
    }
}

struct Panicker;

impl Engine<Knights> for Panicker {
    fn name(&self) -> &'static str {
        "panicker"
    }

    fn search(&mut self, _: &Knights, _: &SearchLimits, _: &mut dyn FnMut(&Progress) -> bool) -> Option<Found<knights::Move>> {
        panic!("an engine's mistake");
    }
}

fn micros(duration: Duration) -> u64 {
    duration.as_micros() as u64
}

fn turn(position: &Knights, left: Option<Duration>, time: TimeControl, since: Option<Instant>) -> Turn {
    let clocks = Clocks { white_us: left.map(micros), black_us: left.map(micros) };
    let your_turn = YourTurn {
        game: 1,
        ply: position.ply(),
        you: protocol::Seat::White,
        position: position.to_string(),
        last_move: None,
        moves: vec![],
        legal_moves: position.legal_moves().iter().map(ToString::to_string).collect(),
        clocks,
    };
    Turn { your_turn, opponent: "you".into(), time, since }
}

fn wish(schedule: Schedule) -> Wish {
    Wish { schedule, most: None, paced: false, sharing: 1, delay: Delay::default() }
}

fn schedules() -> impl Strategy<Value = Schedule> {
    prop_oneof![Just(Schedule::Own), Just(Schedule::Course)]
}

const STEP: Duration = Duration::from_millis(2);

proptest! {
    #[test]
    fn no_move_overruns(
        schedule in schedules(),
        left_ms in proptest::option::of(0_u64..400_000),
        per_move_ms in proptest::option::of(1_u64..10_000),
        increment_ms in 0_u64..2_000,
        waited_ms in 0_u64..20_000,
        questions_an_iteration in 1_u32..2_000,
        sharing in 1_u32..20,
        known in any::<bool>(),
        paced in any::<bool>(),
    ) {
        let clock = FakeClock::new();
        let since = clock.now();
        clock.advance(Duration::from_millis(waited_ms));
        let began = clock.now();
        let time = TimeControl {
            budget_us: left_ms.map(|ms| ms * 1_000),
            increment_us: increment_ms * 1_000,
            per_move_us: per_move_ms.map(|ms| ms * 1_000),
        };
        let turn = turn(&Knights::start(), left_ms.map(Duration::from_millis), time, known.then_some(since));
        let mut idler = Idler { clock: clock.clone(), step: STEP, questions_an_iteration };
        let wish = Wish { paced, sharing, ..wish(schedule) };
        let reply = think(&mut idler, &turn, &wish, || clock.now(), || false);
        let is_legal = matches!(&reply, Reply::Move { game: 1, ply: 0, text, .. } if turn.your_turn.legal_moves.contains(text));
        prop_assert!(is_legal);
        let thought = clock.now() - began;
        let waited = if known { Duration::from_millis(waited_ms) } else { Duration::ZERO };
        let limit = [left_ms, per_move_ms].into_iter().flatten().min().map(Duration::from_millis);
        if let Some(limit) = limit {
            // 30 ms at least are kept, whatever has been lost before; the last question may come a step late.
            let most = limit.saturating_sub(waited).saturating_sub(Duration::from_millis(30));
            prop_assert!(thought <= most / sharing + STEP, "{thought:?} of {limit:?} after {waited:?}");
        }
        if paced || !known {
            prop_assert!(thought <= Duration::from_millis(30) + STEP);
        }
    }

    #[test]
    fn no_game_overruns(
        schedule in schedules(),
        budget_ms in 1_500_u64..400_000,
        increment_ms in prop_oneof![Just(0), 0_u64..1_000],
        questions_an_iteration in 1_u32..500,
        lag_ms in 0_u64..8,
    ) {
        let clock = FakeClock::new();
        let mut idler = Idler { clock: clock.clone(), step: STEP, questions_an_iteration };
        let time = TimeControl { budget_us: Some(budget_ms * 1_000), increment_us: increment_ms * 1_000, per_move_us: None };
        let mut left = Duration::from_millis(budget_ms);
        let mut position = Knights::start();
        // As many moves as no player makes more, each of them charged for the way too.
        for _ in 0..knights::MOST_MOVES {
            let since = clock.now();
            clock.advance(Duration::from_millis(lag_ms));
            think(&mut idler, &turn(&position, Some(left), time, Some(since)), &wish(schedule), || clock.now(), || false);
            let charged = clock.now() - since;
            prop_assert!(charged <= left, "{charged:?} of {left:?} at ply {}", position.ply());
            left = left - charged + Duration::from_millis(increment_ms);
            let ply = position.ply() + 2;
            position = format!("1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w {ply}").parse().unwrap();
        }
    }
}

/// A usual game and some moves more.
const MOVES: usize = 20;

/// What each move loses on the way: the same each time, nearly nothing but for spikes, or anything.
fn delays() -> impl Strategy<Value = Vec<Duration>> {
    let ms = |range| prop::collection::vec(range, MOVES);
    let spiky = (ms(0..15_u64), ms(50..1_500), prop::collection::vec(prop::bool::weighted(0.15), MOVES));
    let spiky = spiky.prop_map(|(usual, spikes, hits)| (0..MOVES).map(|at| if hits[at] { spikes[at] } else { usual[at] }).collect());
    prop_oneof![(0..300_u64).prop_map(|ms| vec![ms; MOVES]), spiky, ms(0..400)]
        .prop_map(|delays: Vec<u64>| delays.into_iter().map(Duration::from_millis).collect())
}

proptest! {
    #[test]
    fn delays_neither_starve_a_thought_nor_lose_a_game(
        budget_ms in 1_000_u64..30_000,
        increment_ms in prop_oneof![Just(0), 0_u64..300],
        questions_an_iteration in 1_u32..20,
        delays in delays(),
    ) {
        let clock = FakeClock::new();
        let mut idler = Idler { clock: clock.clone(), step: STEP, questions_an_iteration };
        let time = TimeControl { budget_us: Some(budget_ms * 1_000), increment_us: increment_ms * 1_000, per_move_us: None };
        let mut left = Duration::from_millis(budget_ms);
        let worst = delays.iter().copied().fold(Duration::from_millis(30), Duration::max) + STEP;
        let lost: Duration = delays.iter().sum();
        // Of delays that come without warning only the first law holds.
        let is_bearable = lost * 2 < left && delays.iter().all(|&delay| delay == delays[0]);
        let mut wish = wish(Schedule::Own);
        for (made, &delay) in (0_u32..).zip(&delays) {
            let position: Knights = format!("1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w {}", 2 * made).parse().unwrap();
            let since = clock.now();
            think(&mut idler, &turn(&position, Some(left), time, Some(since)), &wish, || clock.now(), || false);
            let thought = clock.now() - since;
            if left > 2 * worst {
                let to_come = u32::try_from(search::schedule::moves_to_come(made)).unwrap();
                prop_assert!(thought >= left / to_come / 10, "move {made}: {thought:?} of {left:?}");
                prop_assert!(thought + delay < left, "move {made}: {thought:?} and {delay:?} of {left:?}");
            }
            prop_assert!(!is_bearable || thought + delay < left, "move {made}: {thought:?} and {delay:?} of {left:?}");
            left = left.saturating_sub(thought + delay) + Duration::from_millis(increment_ms);
            wish.delay.observe(thought + delay, thought);
        }
    }
}

#[test]
fn one_late_message_costs_no_depth() {
    let time = TimeControl { budget_us: Some(2_000_000), increment_us: 20_000, per_move_us: None };
    let now = Instant::now();
    let turn = turn(&Knights::start(), Some(Duration::from_secs(2)), time, Some(now));
    let quiet = budget(&turn, &wish(Schedule::Own), now);
    let mut late = wish(Schedule::Own);
    late.delay.observe(Duration::from_millis(120), Duration::ZERO);
    assert_eq!(budget(&turn, &late, now), quiet);
}

#[test]
fn whoever_is_told_to_stop_stops_and_answers() {
    let clock = FakeClock::new();
    let time = TimeControl { budget_us: None, increment_us: 0, per_move_us: None };
    let turn = turn(&Knights::start(), None, time, Some(clock.now()));
    let mut idler = Idler { clock: clock.clone(), step: STEP, questions_an_iteration: 10 };
    let began = clock.now();
    let stopped = || clock.now() >= began + Duration::from_millis(100);
    let reply = think(&mut idler, &turn, &wish(Schedule::Own), || clock.now(), stopped);
    assert!(matches!(reply, Reply::Move { .. }));
    assert_eq!(clock.now() - began, Duration::from_millis(100));
}

#[test]
fn an_engine_that_panics_still_moves() {
    let time = TimeControl { budget_us: None, increment_us: 0, per_move_us: None };
    let turn = turn(&Knights::start(), None, time, None);
    let reply = think(&mut Panicker, &turn, &wish(Schedule::Own), Instant::now, || false);
    let Reply::Move { text, info: None, .. } = reply else { panic!("{reply:?}") };
    assert!(turn.your_turn.legal_moves.contains(&text));
}

#[test]
fn the_pace_is_for_some_and_bends_to_the_clock() {
    let pace = Pace { interval: Duration::from_secs(1), against: vec!["you".into()] };
    let time = |per_move_us| TimeControl { budget_us: None, increment_us: 0, per_move_us };
    let wait = |left, per_move_us| pace.wait(&turn(&Knights::start(), left, time(per_move_us), None));
    assert_eq!(wait(None, None), Some(Duration::from_secs(1)));
    assert_eq!(wait(Some(Duration::from_secs(24)), None), Some(Duration::from_millis(500)));
    assert_eq!(wait(None, Some(400_000)), Some(Duration::from_millis(100)));
    let other = Pace { against: vec!["another".into()], ..pace.clone() };
    assert_eq!(other.wait(&turn(&Knights::start(), None, time(None), None)), None);
}

#[tokio::test]
async fn every_engine_plays_its_turn_on_the_threads() {
    let pool = Arc::new(Pool::new(2).unwrap());
    let time = TimeControl { budget_us: None, increment_us: 0, per_move_us: None };
    let named = |game: rules::Game| search::engines(game.name()).iter().map(move |engine| (game, engine));
    for (game, engine) in Catalogue::ALL.games().flat_map(named) {
        let config = ThinkerConfig {
            game: game.name().into(),
            engine: engine.to_string(),
            schedule: Schedule::Own,
            max_think: Some(Duration::from_millis(5)),
            mebibytes: 1,
            seed: 1,
            pace: Pace::default(),
            threads: 2,
            ponders: false,
        };
        let mut thinker = Thinker::new(config, pool.clone()).unwrap();
        let (replies, mut inbox) = tokio::sync::mpsc::channel(64);
        thinker.begin(replies);
        let mut turn = turn(&Knights::start(), None, time, Some(Instant::now()));
        (turn.your_turn.position, turn.your_turn.legal_moves) = (game.start().position(), game.start().legal_moves());
        thinker.turn(turn.clone());
        let Some(Reply::Move { text, info: Some(_), .. }) = inbox.recv().await else { panic!("{engine} did not move") };
        assert!(turn.your_turn.legal_moves.contains(&text), "{engine}: {text}");
        thinker.over(1, None);
    }
}

#[tokio::test]
async fn pondering_ends_when_the_turn_comes() {
    let pool = Arc::new(Pool::new(1).unwrap());
    let time = TimeControl { budget_us: None, increment_us: 0, per_move_us: None };
    let config = ThinkerConfig {
        game: Knights::NAME.into(),
        engine: "alphabeta".into(),
        schedule: Schedule::Own,
        max_think: Some(Duration::from_millis(5)),
        mebibytes: 1,
        seed: 1,
        pace: Pace::default(),
        threads: 1,
        ponders: true,
    };
    let mut thinker = Thinker::new(config, pool).unwrap();
    let (replies, mut inbox) = tokio::sync::mpsc::channel(64);
    thinker.begin(replies);
    // One thread alone: no further turn would be answered if the pondering after the one before went on.
    for game in [1, 1, 2] {
        let mut turn = turn(&Knights::start(), None, time, Some(Instant::now()));
        turn.your_turn.game = game;
        thinker.turn(turn);
        assert!(matches!(inbox.recv().await, Some(Reply::Move { info: Some(_), .. })));
    }
    thinker.over(1, None);
    // Dropping the thinker ends what goes on; the pool waits for it.
    drop(thinker);
}

#[test]
fn an_end_in_sight_is_told_in_plies_and_not_as_a_score() {
    let told = |value| {
        let info =
            info(&Found { best: knights::Move::Pass, score: value, depth: 9, pv: vec![], is_proved: false, cost: Statistics::default() });
        (info.score, info.ends_in)
    };
    assert_eq!(told(score::WIN - 7), (None, Some(7)));
    assert_eq!(told(6 - score::WIN), (None, Some(-6)));
    assert_eq!(told(-42), (Some(-42.0), None));
}
