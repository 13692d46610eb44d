//! Laws of the schedules.

use proptest::prelude::*;
use search::Progress;
use search::schedule::{ClockReading, course, default};

fn clocks() -> impl Strategy<Value = ClockReading> {
    let time = 0..400_000_000_u64;
    (prop::option::of(time.clone()), 0..5_000_000_u64, prop::option::of(time)).prop_map(|(left, increment, per_move)| ClockReading {
        left,
        increment,
        per_move,
    })
}

proptest! {
    #[test]
    fn no_budget_overruns_the_clock(clock in clocks(), moves in 0..60_u32, legal in 0..24_u32) {
        for budget in [course(&clock, moves), default(&clock, moves, legal)] {
            prop_assert!(budget.soft <= budget.hard);
            for most in [clock.left, clock.per_move].into_iter().flatten() {
                prop_assert!(budget.hard <= most, "{:?} of {:?}", budget, clock);
            }
        }
    }
}

/// At 10 s + 0.1 s the strong engine mostly sees the end between its moves 7 and 10; time left then is wasted.
#[test]
fn most_of_the_clock_is_used_by_the_time_games_are_decided() {
    let (budget, increment) = (10_000_000, 100_000);
    let mut clock = ClockReading { left: Some(budget), increment, per_move: None };
    for moves in 0..9 {
        let least = default(&clock, moves, 20).soft;
        clock.left = clock.left.map(|left| left - least + increment);
    }
    let used = budget + 9 * increment - clock.left.expect("a limit");
    assert!(used > (budget + 9 * increment) / 2, "{used} µs of {budget}");
}

#[test]
fn the_course_s_depths() {
    let clock = ClockReading { left: Some(360_000_000), increment: 0, per_move: None };
    for (moves, depth) in [(0, 3), (5, 3), (6, 5), (19, 5), (20, 6), (47, 6)] {
        assert_eq!(course(&clock, moves).most_depth, Some(depth), "after {moves} moves");
    }
    assert_eq!(course(&clock, 0).soft, 7_500_000);
    let at = |depth| Progress { finished: true, depth, ..Progress::default() };
    let budget = course(&clock, 6);
    assert!(budget.allows(&at(2), 10_000_000), "depth 3 is always finished");
    assert!(!budget.allows(&at(3), 10_000_000), "deeper only while time is left");
    assert!(budget.allows(&at(4), 1_000_000) && !budget.allows(&at(5), 1_000_000));
}

#[test]
fn a_forced_move_is_played_at_once() {
    let clock = ClockReading { left: Some(360_000_000), increment: 0, per_move: None };
    assert_eq!(default(&clock, 3, 1).hard, 0);
}
