//! Scores, for the side to move: a win is [`WIN`] less the plies to it, a loss the negative of that, a draw 0, and everything else an
//! [evaluation](crate::Evaluate) in its own unit.

use rules::{Outcome, Side};

/// A game won by the side to move, with nothing left to play.
pub const WIN: i32 = 1_000_000;
pub const DRAW: i32 = 0;
/// The most plies to a win or a loss.
const LONGEST: i32 = 1_000;
pub(crate) const INFINITY: i32 = WIN + 1;

/// Whether a score is a win or a loss with best play.
#[inline]
pub const fn is_decided(score: i32) -> bool {
    score.abs() >= WIN - LONGEST
}

/// The plies to the end of a game that the score calls won or lost.
pub const fn plies_to_end(score: i32) -> Option<u32> {
    if is_decided(score) { Some((WIN - score.abs()) as u32) } else { None }
}

/// The score, for `side`, of a game that ended `ply` plies from the root.
#[inline]
pub fn of(outcome: Outcome, side: Side, ply: u32) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == side => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
        Outcome::Draw => DRAW,
    }
}

/// An evaluation, clamped between the scores of losses and wins.
#[inline]
pub(crate) fn undecided(evaluation: i32) -> i32 {
    evaluation.clamp(LONGEST - WIN + 1, WIN - LONGEST - 1)
}

/// A score counted from the root, converted to one counted from the position `ply` plies below it, as a table stores it.
#[inline]
pub(crate) const fn from_here(score: i32, ply: u32) -> i32 {
    if is_decided(score) { score + score.signum() * ply as i32 } else { score }
}

/// The score of a move, given the score of the position after it for the opponent.
pub const fn from_reply(score: i32) -> i32 {
    from_root(-score, 1)
}

#[inline]
pub(crate) const fn from_root(score: i32, ply: u32) -> i32 {
    if is_decided(score) { score - score.signum() * ply as i32 } else { score }
}
