//! How long to think: from a turn to a budget that is never overrun. Arithmetic only; the moment is an argument.

use crate::player::Turn;
use rules::knights::MOST_MOVES;
use search::schedule::{self, Budget, Clock};
use std::time::{Duration, Instant};

/// Which schedule shares the time over the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Schedule {
    /// The project's own.
    Own,
    /// The course's: the depth by the moves played, the time shared over the moves that can remain.
    Course,
}

/// Opponents with whom not to hurry, so that people can follow the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// A move is not sent before so much time has passed since the turn began.
    pub interval: Duration,
    /// The names of these opponents.
    pub against: Vec<String>,
}

/// The least that is kept away from the end of the clock: the network's delay, and a busy machine.
const LEAST_MARGIN: Duration = Duration::from_millis(30);
/// The most.
const MOST_MARGIN: Duration = Duration::from_millis(500);
/// What a move without a thought may take.
const AT_LEAST_A_MOVE: Duration = Duration::from_millis(10);
/// The time to think in a paced game, and in a turn of which nobody knows when it began.
const BRIEFLY: Duration = Duration::from_millis(30);

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

impl Pace {
    /// How long to wait before answering a turn: nothing unless the opponent is one of those, and never what the clock can't bear.
    pub(crate) fn wait(&self, turn: &Turn) -> Option<Duration> {
        if self.interval.is_zero() || !self.against.contains(&turn.opponent) {
            return None;
        }
        let share = turn.time_left().map(|left| left / MOST_MOVES);
        let per_move = turn.time.per_move_us.map(|cap| Duration::from_micros(cap) / 4);
        Some([share, per_move].into_iter().flatten().fold(self.interval, Duration::min))
    }
}

/// What is asked of the time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub schedule: Schedule,
    pub most: Option<Duration>,
    pub paced: bool,
    /// How many turns share one search thread.
    pub sharing: u32,
}

/// The budget for a search that begins at `now`; its times count from then.
pub(crate) fn budget(turn: &Turn, wish: &Wish, now: Instant) -> Budget {
    let spent = turn.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
    // Even moves without a thought take time on the way: what all that can remain will take is not for thinking.
    let moves_made = turn.your_turn.ply / 2;
    let gained = Duration::from_micros(turn.time.increment_us);
    let reserve = AT_LEAST_A_MOVE.saturating_sub(gained) * MOST_MOVES.saturating_sub(moves_made);
    let left = turn.time_left().map(|left| left.saturating_sub(spent + reserve));
    let per_move = turn.time.per_move_us.map(|cap| Duration::from_micros(cap).saturating_sub(spent));
    let tightest = [left, per_move].into_iter().flatten().min();
    let margin = tightest.map_or(LEAST_MARGIN, |tightest| (LEAST_MARGIN + tightest / 20).min(MOST_MARGIN));
    // The schedule need keep nothing more: what moves lose on the way is in the reserve.
    let [game, cap] = [left, per_move].map(|time| time.map(|time| micros(time.saturating_sub(margin))));
    let clock = Clock { left: game, increment: turn.time.increment_us, per_move: cap, margin: 0 };
    let legal_moves = u32::try_from(turn.your_turn.legal_moves.len()).unwrap_or(u32::MAX);
    let mut budget = match wish.schedule {
        Schedule::Own => schedule::default(&clock, moves_made, legal_moves),
        Schedule::Course => schedule::course(&clock, moves_made),
    };
    let most =
        [wish.most, tightest.map(|tightest| tightest.saturating_sub(margin)), (wish.paced || turn.since.is_none()).then_some(BRIEFLY)];
    let most = most.into_iter().flatten().min().map_or(u64::MAX, micros);
    let sharing = u64::from(wish.sharing.max(1));
    budget.hard = budget.hard.min(most) / sharing;
    budget.soft = (budget.soft / sharing).min(budget.hard);
    budget
}
