//! From a game clock to a budget for one move. Arithmetic only: times are arguments, in microseconds.

use crate::Progress;

/// A player's clock as its turn begins, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left for the game; none if there is no limit.
    pub left: Option<u64>,
    /// What is added after each move.
    pub increment: u64,
    /// The most that one move may take.
    pub per_move: Option<u64>,
    /// What to keep away from the end: how late the caller's own timer may be. What every move loses on the way is not in it: take
    /// that off what is left.
    pub margin: u64,
}

impl Clock {
    /// The most that this move may take without losing, the margin taken off.
    fn most(&self) -> Option<u64> {
        let game = self.left.map(|left| left.saturating_sub(self.margin));
        let cap = self.per_move.map(|cap| cap.saturating_sub(self.margin));
        [game, cap].into_iter().flatten().min()
    }
}

/// What one move may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveBudget {
    /// After this many microseconds no further iteration is begun.
    pub soft: u64,
    /// After this many microseconds the search is stopped.
    pub hard: u64,
    /// Up to this depth an iteration is begun even after `soft`.
    pub least_depth: u32,
    /// No iteration is deeper than this.
    pub most_depth: Option<u32>,
}

impl MoveBudget {
    /// Whether a search that has come so far and taken so many microseconds may go on.
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

/// A player of Chinese knights makes at most this many moves.
const MOST_MOVES: u64 = rules::knights::MOST_MOVES as u64;
/// Without any limit, a move takes this long: 5 s.
const UNLIMITED: u64 = 5_000_000;

/// The course's schedule: the depth goes by the moves that this player has made (under 6: 3; under 20: from 3 up to 5; from 20 on:
/// from 3 up to 6), deeper than 3 only while the time for this move lasts: the time left / the moves left.
pub fn course(clock: &Clock, moves_made: u32) -> MoveBudget {
    let most_depth = match moves_made {
        0..6 => 3,
        6..20 => 5,
        _ => 6,
    };
    let moves_left = MOST_MOVES.saturating_sub(moves_made.into()).max(1);
    let share = clock.left.map_or(UNLIMITED, |left| left / moves_left);
    let most = clock.most().unwrap_or(UNLIMITED);
    MoveBudget { soft: share.min(most), hard: most, least_depth: 3, most_depth: Some(most_depth) }
}

/// After about this many moves a player has seen the end of the game. With 20, and half the time for a move that has long stayed the
/// best, `alphabeta` loses 41 ± 32 Elo (342 games of 0.3 s; SPRT of 0 against 30); with 12, and 4 for [`FEWEST_TO_COME`], so that more of
/// the clock is used, nothing is won (−27 ± 38, 182 games of 1.2 million nodes a side).
const USUAL_MOVES: u32 = 15;
/// As if never fewer moves than this were to come.
const FEWEST_TO_COME: u64 = 5;

/// How many moves a player that has made so many should still expect to matter.
pub fn moves_to_come(moves_made: u32) -> u64 {
    u64::from(USUAL_MOVES.saturating_sub(moves_made)).max(FEWEST_TO_COME)
}

/// The default schedule. The time left is shared among the moves that usually still matter, most of the increment is spent, and
/// iterations are begun as long as the share lasts. A forced move is played at once.
pub fn default(clock: &Clock, moves_made: u32, legal_moves: u32) -> MoveBudget {
    let at_once = MoveBudget { soft: 0, hard: 0, least_depth: 0, most_depth: None };
    if legal_moves <= 1 {
        return at_once;
    }
    let most = clock.most();
    let Some(left) = clock.left else {
        let hard = most.unwrap_or(UNLIMITED);
        return MoveBudget { soft: if most.is_some() { hard / 5 * 4 } else { hard }, hard, ..at_once };
    };
    let to_come = moves_to_come(moves_made);
    let left = left.saturating_sub(clock.margin);
    let share = left / to_come + clock.increment / 4 * 3;
    // Never more than a third of what is left, so that a bad estimate costs time but not the game.
    let hard = share.saturating_mul(3).min(left / 3 + clock.increment / 2).min(most.unwrap_or(u64::MAX));
    MoveBudget { soft: share.min(hard), hard, ..at_once }
}
