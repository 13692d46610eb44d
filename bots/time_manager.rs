//! Time manager: from a turn to the budget of its search. The current moment is an argument.

use crate::player::PlayerTurn;
use rules::knights::MAX_MOVES;
use search::schedule::{self, ClockReading, MoveBudget, moves_to_come};
use std::time::{Duration, Instant};

/// The schedule that divides the time over the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Schedule {
    /// The project's own.
    Own,
    /// The course's: depth by the moves played, time divided over the moves that can remain.
    Course,
}

/// A slow pace against some opponents, so that people can follow the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlowPace {
    /// The least time from the begin of a turn to its move.
    pub interval: Duration,
    /// The names of these opponents.
    pub against: Vec<String>,
}

/// The safety margin for network delay and a busy machine: the least, and the most.
const LEAST_MARGIN: Duration = Duration::from_millis(30);
const MAX_MARGIN: Duration = Duration::from_millis(500);
/// The delay of a move before any is measured.
const FIRST_DELAY: Duration = Duration::from_millis(10);
const LEAST_DELAY: Duration = Duration::from_millis(1);
/// The time to think in a paced game, and in a turn whose begin is unknown.
const PACED_TIME: Duration = Duration::from_millis(30);

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

impl SlowPace {
    /// The wait before a move, limited by the clock; none against other opponents.
    pub(crate) fn wait(&self, turn: &PlayerTurn) -> Option<Duration> {
        if self.interval.is_zero() || !self.against.contains(&turn.opponent) {
            return None;
        }
        let share = turn.time_left().map(|left| left / MAX_MOVES);
        let per_move = turn.time.per_move_us.map(|cap| Duration::from_micros(cap) / 4);
        Some([share, per_move].into_iter().flatten().fold(self.interval, Duration::min))
    }
}

/// The number of stored delays.
const REMEMBERED: usize = 7;

/// The delays of the last moves: what they were charged beyond the time of this client. The median predicts the next ones; the worst is for
/// the margin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delay {
    last: [Duration; REMEMBERED],
    next: usize,
}

impl Default for Delay {
    fn default() -> Self {
        Delay { last: [FIRST_DELAY; REMEMBERED], next: 0 }
    }
}

impl Delay {
    /// Records the charge of a move, of which this client spent a part.
    pub(crate) fn observe(&mut self, charged: Duration, spent: Duration) {
        self.last[self.next] = charged.saturating_sub(spent).max(LEAST_DELAY);
        self.next = (self.next + 1) % REMEMBERED;
    }

    /// The median delay.
    fn usual(&self) -> Duration {
        let mut sorted = self.last;
        sorted.sort_unstable();
        sorted[REMEMBERED / 2]
    }

    fn worst(&self) -> Duration {
        self.last.into_iter().fold(LEAST_DELAY, Duration::max)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeRequest {
    pub delay: Delay,
    pub schedule: Schedule,
    pub most: Option<Duration>,
    pub paced: bool,
    /// The turns that share one search thread.
    pub sharing: u32,
}

/// A search gets at least this fraction of the remaining time a move, regardless of delays.
const LEAST_SHARE: u64 = 10;
/// Few games are shorter, in moves of a player.
const LIKELY_MOVES: u32 = 8;
/// The moves by which a game may be longer than usual.
const SPARE_MOVES: u64 = 4;

/// The part of `left` for searches, if every move has a delay of `delay`.
///
/// The delays of all moves that can remain are reserved. In most games that is far too much: early on, half of what a usual game leaves may
/// be spent.
fn for_searches(left: u64, delay: u64, moves_made: u32) -> u64 {
    let can_remain = u64::from(MAX_MOVES.saturating_sub(moves_made));
    let will_come = can_remain.min(moves_to_come(moves_made) + SPARE_MOVES);
    let of_usual_game = if moves_made < LIKELY_MOVES { left.saturating_sub(delay * will_come) / 2 } else { 0 };
    left.saturating_sub(delay * can_remain).max(of_usual_game)
}

/// The budget for a search that begins at `now`; its times count from then.
///
/// While more than twice the worst delay is left on the clock, a search gets at least a tenth of the time left a move, and the move is not
/// late.
pub(crate) fn budget(turn: &PlayerTurn, request: &TimeRequest, now: Instant) -> MoveBudget {
    let spent = turn.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
    let moves_made = turn.your_turn.ply / 2;
    let (usual, worst) = (micros(request.delay.usual()), micros(request.delay.worst()));
    // The increment covers the delay first.
    let increment = turn.time.increment_us;
    let delay = usual.saturating_sub(increment);
    let game = turn.time_left().map(|left| micros(left.saturating_sub(spent)));
    let per_move = turn.time.per_move_us.map(|cap| cap.saturating_sub(micros(spent)));
    let tightest = [game, per_move].into_iter().flatten().min();
    let margin = tightest.map_or(micros(LEAST_MARGIN), |tightest| {
        // If the delay takes the whole time, the search still gets half.
        let delay = worst.min(tightest / 2);
        (micros(LEAST_MARGIN) + tightest / 20).min(micros(MAX_MARGIN)).max(delay)
    });
    let most = tightest.map(|tightest| tightest.saturating_sub(margin));
    let clock = ClockReading {
        left: game.map(|left| for_searches(left.saturating_sub(margin), delay, moves_made)),
        increment: increment.saturating_sub(usual),
        per_move: per_move.map(|cap| cap.min(most.unwrap_or(cap))),
    };
    let legal_moves = u32::try_from(turn.your_turn.legal_moves.len()).unwrap_or(u32::MAX);
    let mut budget = match request.schedule {
        Schedule::Own => schedule::default(&clock, moves_made, legal_moves),
        Schedule::Course => schedule::course(&clock, moves_made),
    };
    let least = game.filter(|&left| left > 2 * worst.max(micros(LEAST_MARGIN)) && legal_moves > 1);
    let least = least.map_or(0, |left| left / moves_to_come(moves_made) / LEAST_SHARE);
    (budget.soft, budget.hard) = (budget.soft.max(least), budget.hard.max(least));
    // At most half of the clock, so that the rest covers a delay as long as the search; and a third of the time for searches, so that a bad
    // estimate does not lose the game.
    let half = game.zip(clock.left).map(|(left, for_searches)| (left / 2).min((for_searches / 3 + increment / 2).max(least)));
    let brief = (request.paced || turn.since.is_none()).then_some(micros(PACED_TIME));
    let most = [request.most.map(micros), most, half, brief].into_iter().flatten().min().unwrap_or(u64::MAX);
    let sharing = u64::from(request.sharing.max(1));
    budget.hard = budget.hard.min(most) / sharing;
    budget.soft = (budget.soft / sharing).min(budget.hard);
    budget
}
