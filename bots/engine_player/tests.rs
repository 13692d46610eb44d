//! Time limits, with a fake engine that advances a fake clock.

use super::*;
use crate::fixtures;
use crate::game_engine::{info, think};
use crate::player::PlayerTurn;
use crate::time_manager::budget;
use proptest::prelude::*;
use protocol::TimeControlJson;
use rules::{Catalogue, Knights, Position, knights};
use search::{Engine, Progress, SearchLimits, SearchResult, Statistics, score};
use std::sync::atomic::AtomicU64;
use tokio::sync::mpsc::{Receiver, channel};

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

/// Advances the clock by a step before each call of `keep_going`, and finishes an iteration after a fixed number of calls.
struct FakeEngine {
    clock: FakeClock,
    calls_an_iteration: u32,
}

impl Engine<Knights> for FakeEngine {
    fn search(
        &mut self,
        position: &Knights,
        limits: &SearchLimits,
        keep_going: &mut dyn FnMut(&Progress) -> bool,
    ) -> Option<SearchResult<knights::Move>> {
        let mut progress = Progress::default();
        for call in 1.. {
            self.clock.advance(STEP);
            progress.finished = call % self.calls_an_iteration == 0;
            progress.depth += u32::from(progress.finished);
            if !keep_going(&progress) || limits.depth.is_some_and(|most| progress.depth >= most) {
                break;
            }
        }
        let best = *position.legal_moves().first()?;
        Some(SearchResult { best, score: 0, depth: progress.depth, pv: vec![best], is_proved: false, cost: Statistics::default() })
    }
}

struct PanickingEngine;

impl Engine<Knights> for PanickingEngine {
    fn search(&mut self, _: &Knights, _: &SearchLimits, _: &mut dyn FnMut(&Progress) -> bool) -> Option<SearchResult<knights::Move>> {
        panic!("an engine panics");
    }
}

const UNLIMITED: TimeControlJson = TimeControlJson { budget_us: None, increment_us: 0, per_move_us: None };

fn micros(duration: Duration) -> u64 {
    duration.as_micros() as u64
}

fn turn(position: &Knights, left: Option<Duration>, time: TimeControlJson, since: Option<Instant>) -> PlayerTurn {
    let mut your_turn = fixtures::your_turn(1, position.ply(), &[]);
    (your_turn.position, your_turn.clocks) = (position.to_string(), fixtures::clocks(left.map(micros)));
    your_turn.legal_moves = position.legal_moves().iter().map(ToString::to_string).collect();
    PlayerTurn { your_turn, opponent: "you".into(), time, since }
}

fn request(schedule: Schedule) -> TimeRequest {
    TimeRequest { schedule, most: None, paced: false, sharing: 1, delay: Delay::default() }
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
        calls_an_iteration in 1_u32..2_000,
        sharing in 1_u32..20,
        known in any::<bool>(),
        paced in any::<bool>(),
    ) {
        let clock = FakeClock::new();
        let since = clock.now();
        clock.advance(Duration::from_millis(waited_ms));
        let began = clock.now();
        let time = TimeControlJson {
            budget_us: left_ms.map(|ms| ms * 1_000),
            increment_us: increment_ms * 1_000,
            per_move_us: per_move_ms.map(|ms| ms * 1_000),
        };
        let turn = turn(&Knights::start(), left_ms.map(Duration::from_millis), time, known.then_some(since));
        let mut engine = FakeEngine { clock: clock.clone(), calls_an_iteration };
        let request = TimeRequest { paced, sharing, ..request(schedule) };
        let reply = think(&mut engine, &turn, &request, || clock.now(), || false);
        let is_legal = matches!(&reply, Reply::Move { game: 1, ply: 0, text, .. } if turn.your_turn.legal_moves.contains(text));
        prop_assert!(is_legal);
        let searched = clock.now() - began;
        let waited = if known { Duration::from_millis(waited_ms) } else { Duration::ZERO };
        let limit = [left_ms, per_move_ms].into_iter().flatten().min().map(Duration::from_millis);
        if let Some(limit) = limit {
            // A margin of at least 30 ms is reserved; the last call of `keep_going` may be a step late.
            let most = limit.saturating_sub(waited).saturating_sub(Duration::from_millis(30));
            prop_assert!(searched <= most / sharing + STEP, "{searched:?} of {limit:?} after {waited:?}");
        }
        if paced || !known {
            prop_assert!(searched <= Duration::from_millis(30) + STEP);
        }
    }

    #[test]
    fn no_game_overruns(
        schedule in schedules(),
        budget_ms in 1_500_u64..400_000,
        increment_ms in prop_oneof![Just(0), 0_u64..1_000],
        calls_an_iteration in 1_u32..500,
        lag_ms in 0_u64..8,
    ) {
        let clock = FakeClock::new();
        let mut engine = FakeEngine { clock: clock.clone(), calls_an_iteration };
        let time = TimeControlJson { budget_us: Some(budget_ms * 1_000), increment_us: increment_ms * 1_000, per_move_us: None };
        let mut left = Duration::from_millis(budget_ms);
        let mut position = Knights::start();
        // The most moves of a player, each charged for a delay, too.
        for _ in 0..knights::MAX_MOVES {
            let since = clock.now();
            clock.advance(Duration::from_millis(lag_ms));
            think(&mut engine, &turn(&position, Some(left), time, Some(since)), &request(schedule), || clock.now(), || false);
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

/// Delays of the moves: constant, small with spikes, or random.
fn delays() -> impl Strategy<Value = Vec<Duration>> {
    let ms = |range| prop::collection::vec(range, MOVES);
    let spiky = (ms(0..15_u64), ms(50..1_500), prop::collection::vec(prop::bool::weighted(0.15), MOVES));
    let spiky = spiky.prop_map(|(usual, spikes, hits)| (0..MOVES).map(|at| if hits[at] { spikes[at] } else { usual[at] }).collect());
    prop_oneof![(0..300_u64).prop_map(|ms| vec![ms; MOVES]), spiky, ms(0..400)]
        .prop_map(|delays: Vec<u64>| delays.into_iter().map(Duration::from_millis).collect())
}

proptest! {
    #[test]
    fn delays_neither_starve_a_search_nor_lose_a_game(
        budget_ms in 1_000_u64..30_000,
        increment_ms in prop_oneof![Just(0), 0_u64..300],
        calls_an_iteration in 1_u32..20,
        delays in delays(),
    ) {
        let clock = FakeClock::new();
        let mut engine = FakeEngine { clock: clock.clone(), calls_an_iteration };
        let time = TimeControlJson { budget_us: Some(budget_ms * 1_000), increment_us: increment_ms * 1_000, per_move_us: None };
        let mut left = Duration::from_millis(budget_ms);
        let worst = delays.iter().copied().fold(Duration::from_millis(30), Duration::max) + STEP;
        let lost: Duration = delays.iter().sum();
        // For delays that vary, only the first law holds.
        let is_bearable = lost * 2 < left && delays.iter().all(|&delay| delay == delays[0]);
        let mut request = request(Schedule::Own);
        for (made, &delay) in (0_u32..).zip(&delays) {
            let position: Knights = format!("1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w {}", 2 * made).parse().unwrap();
            let since = clock.now();
            think(&mut engine, &turn(&position, Some(left), time, Some(since)), &request, || clock.now(), || false);
            let searched = clock.now() - since;
            if left > 2 * worst {
                let to_come = u32::try_from(search::schedule::moves_to_come(made)).unwrap();
                prop_assert!(searched >= left / to_come / 10, "move {made}: {searched:?} of {left:?}");
                prop_assert!(searched + delay < left, "move {made}: {searched:?} and {delay:?} of {left:?}");
            }
            prop_assert!(!is_bearable || searched + delay < left, "move {made}: {searched:?} and {delay:?} of {left:?}");
            left = left.saturating_sub(searched + delay) + Duration::from_millis(increment_ms);
            request.delay.observe(searched + delay, searched);
        }
    }
}

#[test]
fn one_late_message_costs_no_depth() {
    let time = TimeControlJson { budget_us: Some(2_000_000), increment_us: 20_000, per_move_us: None };
    let now = Instant::now();
    let turn = turn(&Knights::start(), Some(Duration::from_secs(2)), time, Some(now));
    let quiet = budget(&turn, &request(Schedule::Own), now);
    let mut late = request(Schedule::Own);
    late.delay.observe(Duration::from_millis(120), Duration::ZERO);
    assert_eq!(budget(&turn, &late, now), quiet);
}

#[test]
fn a_stopped_search_replies_at_once() {
    let clock = FakeClock::new();
    let turn = turn(&Knights::start(), None, UNLIMITED, Some(clock.now()));
    let mut engine = FakeEngine { clock: clock.clone(), calls_an_iteration: 10 };
    let began = clock.now();
    let stopped = || clock.now() >= began + Duration::from_millis(100);
    let reply = think(&mut engine, &turn, &request(Schedule::Own), || clock.now(), stopped);
    assert!(matches!(reply, Reply::Move { .. }));
    assert_eq!(clock.now() - began, Duration::from_millis(100));
}

#[test]
fn an_engine_that_panics_still_moves() {
    let turn = turn(&Knights::start(), None, UNLIMITED, None);
    let reply = think(&mut PanickingEngine, &turn, &request(Schedule::Own), Instant::now, || false);
    let Reply::Move { text, info: None, .. } = reply else { panic!("{reply:?}") };
    assert!(turn.your_turn.legal_moves.contains(&text));
}

#[test]
fn the_pace_depends_on_the_opponent_and_the_clock() {
    let pace = SlowPace { interval: Duration::from_secs(1), against: vec!["you".into()] };
    let time = |per_move_us| TimeControlJson { budget_us: None, increment_us: 0, per_move_us };
    let wait = |left, per_move_us| pace.wait(&turn(&Knights::start(), left, time(per_move_us), None));
    assert_eq!(wait(None, None), Some(Duration::from_secs(1)));
    assert_eq!(wait(Some(Duration::from_secs(24)), None), Some(Duration::from_millis(500)));
    assert_eq!(wait(None, Some(400_000)), Some(Duration::from_millis(100)));
    let other = SlowPace { against: vec!["another".into()], ..pace.clone() };
    assert_eq!(other.wait(&turn(&Knights::start(), None, time(None), None)), None);
}

/// A player of 5 ms a move, and its replies.
fn player(game: &str, engine: &str, pool: &Arc<DeadlinePool>, ponders: bool) -> (EnginePlayer, Receiver<Reply>) {
    let config = EnginePlayerConfig {
        game: game.into(),
        engine: engine.into(),
        schedule: Schedule::Own,
        max_think: Some(Duration::from_millis(5)),
        mebibytes: 1,
        seed: 1,
        pace: SlowPace::default(),
        threads: 2,
        ponders,
    };
    let mut player = EnginePlayer::new(config, pool.clone()).unwrap();
    let (replies, inbox) = channel(64);
    player.begin(replies);
    (player, inbox)
}

#[tokio::test]
async fn every_engine_plays_a_turn() {
    let pool = Arc::new(DeadlinePool::new(2).unwrap());
    let named = |game: rules::Game| search::engines(game.name()).iter().map(move |engine| (game, engine));
    for (game, engine) in Catalogue::ALL.games().flat_map(named) {
        let (mut player, mut inbox) = player(game.name(), engine, &pool, false);
        let mut turn = turn(&Knights::start(), None, UNLIMITED, Some(Instant::now()));
        (turn.your_turn.position, turn.your_turn.legal_moves) = (game.start().position(), game.start().legal_moves());
        player.turn(turn.clone());
        let Some(Reply::Move { text, info: Some(_), .. }) = inbox.recv().await else { panic!("{engine} did not move") };
        assert!(turn.your_turn.legal_moves.contains(&text), "{engine}: {text}");
        player.over(1, None);
    }
}

#[tokio::test]
async fn pondering_ends_when_the_turn_comes() {
    let pool = Arc::new(DeadlinePool::new(1).unwrap());
    let (mut player, mut inbox) = player(Knights::NAME, "alphabeta", &pool, true);
    // With one thread, a turn is answered only if the pondering before it has ended.
    for game in [1, 1, 2] {
        let mut turn = turn(&Knights::start(), None, UNLIMITED, Some(Instant::now()));
        turn.your_turn.game = game;
        player.turn(turn);
        assert!(matches!(inbox.recv().await, Some(Reply::Move { info: Some(_), .. })));
    }
    player.over(1, None);
    // The pool waits for the search that this stops.
    drop(player);
}

#[test]
fn a_decided_game_is_sent_in_plies_and_not_as_a_score() {
    let sent = |value| {
        let (best, pv, cost) = (knights::Move::Pass, vec![], Statistics::default());
        let info = info(&SearchResult { best, score: value, depth: 9, pv, is_proved: false, cost });
        (info.score, info.ends_in)
    };
    assert_eq!(sent(score::WIN - 7), (None, Some(7)));
    assert_eq!(sent(6 - score::WIN), (None, Some(-6)));
    assert_eq!(sent(-42), (Some(-42.0), None));
}
