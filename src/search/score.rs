//! Values of positions, always from the view of the side to move.
//!
//! A won game is worth [`WIN`] less the plies it takes, so that a sooner win is worth more and a later loss is less bad; a draw is 0;
//! everything else is an [evaluation](crate::Evaluate), in its own unit.

use rules::{Outcome, Side};

/// A game won by the side to move, with nothing left to play.
pub const WIN: i32 = 1_000_000;
/// A draw.
pub const DRAW: i32 = 0;
/// No won or lost game is further away than this, in plies.
const LONGEST: i32 = 1_000;
/// Above every value.
pub(crate) const INFINITY: i32 = WIN + 1;

/// Whether a value says that the game is won or lost with best play.
#[inline]
pub const fn is_decided(score: i32) -> bool {
    score.abs() >= WIN - LONGEST
}

/// In how many plies the game ends, if the value says that it is won or lost.
pub const fn plies_to_end(score: i32) -> Option<u32> {
    if is_decided(score) { Some((WIN - score.abs()) as u32) } else { None }
}

/// The value, for `side`, of a game that ended so, `ply` plies from the root.
#[inline]
pub(crate) fn of(outcome: Outcome, side: Side, ply: u32) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == side => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
        Outcome::Draw => DRAW,
    }
}

/// An evaluation kept away from the values of finished games.
#[inline]
pub(crate) fn undecided(evaluation: i32) -> i32 {
    evaluation.clamp(LONGEST - WIN + 1, WIN - LONGEST - 1)
}

/// A value at `ply` plies from the root, counted from the position itself: what a table may keep.
#[inline]
pub(crate) const fn from_here(score: i32, ply: u32) -> i32 {
    if is_decided(score) { score + score.signum() * ply as i32 } else { score }
}

/// What a move is worth for who makes it, if the position after it is worth this for the other side.
pub const fn from_reply(score: i32) -> i32 {
    from_root(-score, 1)
}

/// The inverse of [`from_here`].
#[inline]
pub(crate) const fn from_root(score: i32, ply: u32) -> i32 {
    if is_decided(score) { score - score.signum() * ply as i32 } else { score }
}
