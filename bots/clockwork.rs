//! How long to think: from a turn to a budget that is never overrun. Arithmetic only; the moment is an argument.

use crate::player::Turn;
use rules::knights::MOST_MOVES;
use search::schedule::{self, Clock, MoveBudget, moves_to_come};
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
/// What every move loses on the way, until it is known better.
const FIRST_DELAY: Duration = Duration::from_millis(10);
/// The least that is expected.
const LEAST_DELAY: Duration = Duration::from_millis(1);
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

/// How many of the last delays are remembered.
const REMEMBERED: usize = 7;

/// What the last moves were charged beyond the time that this client knows of: the network, and a busy machine.
///
/// A spike says little of the moves to come, so that the median is what to expect of them; that it may come again is for the margin.
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
    /// A move was charged so much, and this client spent so much on it.
    pub(crate) fn observe(&mut self, charged: Duration, spent: Duration) {
        self.last[self.next] = charged.saturating_sub(spent).max(LEAST_DELAY);
        self.next = (self.next + 1) % REMEMBERED;
    }

    /// What a move loses as a rule.
    fn usual(&self) -> Duration {
        let mut sorted = self.last;
        sorted.sort_unstable();
        sorted[REMEMBERED / 2]
    }

    /// The most that one of the last moves has lost.
    fn worst(&self) -> Duration {
        self.last.into_iter().fold(LEAST_DELAY, Duration::max)
    }
}

/// What is asked of the time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub delay: Delay,
    pub schedule: Schedule,
    pub most: Option<Duration>,
    pub paced: bool,
    /// How many turns share one search thread.
    pub sharing: u32,
}

/// Whatever the moves to come may lose on the way, a thought gets one in so many parts of what is left for each of them.
const LEAST_SHARE: u64 = 10;
/// Few games are over before a player has made so many moves.
const LIKELY_MOVES: u32 = 8;
/// A game may be so many moves longer than usual.
const SPARE_MOVES: u64 = 4;

/// What of `left` is for thinking, if every move loses `delay` on the way.
///
/// What all moves that can remain will lose is kept back. Of most games that is far too much, so that as long as the game is young half
/// of what a usual one leaves may be thought away all the same.
fn to_think_with(left: u64, delay: u64, moves_made: u32) -> u64 {
    let can_remain = u64::from(MOST_MOVES.saturating_sub(moves_made));
    let will_come = can_remain.min(moves_to_come(moves_made) + SPARE_MOVES);
    let of_usual_game = if moves_made < LIKELY_MOVES { left.saturating_sub(delay * will_come) / 2 } else { 0 };
    left.saturating_sub(delay * can_remain).max(of_usual_game)
}

/// The budget for a search that begins at `now`; its times count from then.
///
/// While more than twice the worst delay is left on the clock, a thought is never shorter than a tenth of what is left for each move
/// to come, and the move is never late.
pub(crate) fn budget(turn: &Turn, wish: &Wish, now: Instant) -> MoveBudget {
    let spent = turn.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
    let moves_made = turn.your_turn.ply / 2;
    let (usual, worst) = (micros(wish.delay.usual()), micros(wish.delay.worst()));
    // Even moves without a thought take time on the way, and the increment pays for that first.
    let increment = turn.time.increment_us;
    let delay = usual.saturating_sub(increment);
    let game = turn.time_left().map(|left| micros(left.saturating_sub(spent)));
    let per_move = turn.time.per_move_us.map(|cap| cap.saturating_sub(micros(spent)));
    let tightest = [game, per_move].into_iter().flatten().min();
    let margin = tightest.map_or(micros(LEAST_MARGIN), |tightest| {
        // A delay that takes all there is cannot be helped: half is for thinking all the same.
        let delay = worst.min(tightest / 2);
        (micros(LEAST_MARGIN) + tightest / 20).min(micros(MOST_MARGIN)).max(delay)
    });
    let most = tightest.map(|tightest| tightest.saturating_sub(margin));
    let clock = Clock {
        left: game.map(|left| to_think_with(left.saturating_sub(margin), delay, moves_made)),
        increment: increment.saturating_sub(usual),
        per_move: per_move.map(|cap| cap.min(most.unwrap_or(cap))),
        margin: 0,
    };
    let legal_moves = u32::try_from(turn.your_turn.legal_moves.len()).unwrap_or(u32::MAX);
    let mut budget = match wish.schedule {
        Schedule::Own => schedule::default(&clock, moves_made, legal_moves),
        Schedule::Course => schedule::course(&clock, moves_made),
    };
    let least = game.filter(|&left| left > 2 * worst.max(micros(LEAST_MARGIN)) && legal_moves > 1);
    let least = least.map_or(0, |left| left / moves_to_come(moves_made) / LEAST_SHARE);
    (budget.soft, budget.hard) = (budget.soft.max(least), budget.hard.max(least));
    // Of the game's clock never more than half, so that what remains bears a delay as long as the thought; nor more than a third of what
    // is for thinking, so that a bad estimate costs time but not the game.
    let half = game.zip(clock.left).map(|(left, to_think_with)| (left / 2).min((to_think_with / 3 + increment / 2).max(least)));
    let briefly = (wish.paced || turn.since.is_none()).then_some(micros(BRIEFLY));
    let most = [wish.most.map(micros), most, half, briefly].into_iter().flatten().min().unwrap_or(u64::MAX);
    let sharing = u64::from(wish.sharing.max(1));
    budget.hard = budget.hard.min(most) / sharing;
    budget.soft = (budget.soft / sharing).min(budget.hard);
    budget
}
