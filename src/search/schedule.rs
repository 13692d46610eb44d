//! Time allocation: from a game clock to the budget of one move. Times are in microseconds.

use crate::Progress;

/// A player's clock at the begin of its turn, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// The remaining time, without the network's delay; none if unlimited.
    pub left: Option<u64>,
    /// The increment after each move.
    pub increment: u64,
    pub per_move: Option<u64>,
}

impl ClockReading {
    /// The time that this move can take without loss.
    fn most(&self) -> Option<u64> {
        [self.left, self.per_move].into_iter().flatten().min()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveBudget {
    /// The soft limit, in microseconds: no further iteration begins.
    pub soft: u64,
    /// The hard limit, in microseconds: the search stops.
    pub hard: u64,
    /// Up to this depth, iterations begin even after `soft`.
    pub least_depth: u32,
    /// The depth of the last iteration.
    pub most_depth: Option<u32>,
}

impl MoveBudget {
    /// Whether a search with this progress may continue after `elapsed` microseconds.
    pub fn allows(&self, progress: &Progress, elapsed: u64) -> bool {
        if elapsed >= self.hard {
            return false;
        }
        if !progress.finished || progress.depth < self.least_depth {
            return true;
        }
        elapsed < self.soft && self.most_depth.is_none_or(|most| progress.depth < most)
    }
}

/// The most moves of a player of Chinese knights.
const MAX_MOVES: u64 = rules::knights::MAX_MOVES as u64;
/// The time for a move without any limit: 5 s.
const UNLIMITED: u64 = 5_000_000;

/// The course's schedule: depth 3 for the first 6 moves, 3 to 5 until move 20, then 3 to 6; deeper than 3 only within the time left / the
/// moves left.
pub fn course(clock: &ClockReading, moves_made: u32) -> MoveBudget {
    let most_depth = match moves_made {
        0..6 => 3,
        6..20 => 5,
        _ => 6,
    };
    let moves_left = MAX_MOVES.saturating_sub(moves_made.into()).max(1);
    let share = clock.left.map_or(UNLIMITED, |left| left / moves_left);
    let most = clock.most().unwrap_or(UNLIMITED);
    MoveBudget { soft: share.min(most), hard: most, least_depth: 3, most_depth: Some(most_depth) }
}

/// The move by which a player usually sees the end of the game. With 20, `alphabeta` loses 41 ± 32 Elo (342 games of 0.3 s); with 12, and 4
/// for [`MIN_MOVES_LEFT`], nothing is won (−27 ± 38, 182 games).
const USUAL_MOVES: u32 = 15;
/// The fewest moves still expected.
const MIN_MOVES_LEFT: u64 = 5;

/// The moves still expected to matter after `moves_made`.
pub fn moves_to_come(moves_made: u32) -> u64 {
    u64::from(USUAL_MOVES.saturating_sub(moves_made)).max(MIN_MOVES_LEFT)
}

/// The default schedule: the remaining time is shared among the [moves to come](moves_to_come), and most of the increment is spent. A
/// forced move is played immediately.
pub fn default(clock: &ClockReading, moves_made: u32, legal_moves: u32) -> MoveBudget {
    let immediate = MoveBudget { soft: 0, hard: 0, least_depth: 0, most_depth: None };
    if legal_moves <= 1 {
        return immediate;
    }
    let most = clock.most();
    let Some(left) = clock.left else {
        let hard = most.unwrap_or(UNLIMITED);
        return MoveBudget { soft: if most.is_some() { hard / 5 * 4 } else { hard }, hard, ..immediate };
    };
    let to_come = moves_to_come(moves_made);
    let share = left / to_come + clock.increment / 4 * 3;
    // At most a third of the remaining time, so that a bad estimate does not lose the game.
    let hard = share.saturating_mul(3).min(left / 3 + clock.increment / 2).min(most.unwrap_or(u64::MAX));
    MoveBudget { soft: share.min(hard), hard, ..immediate }
}
