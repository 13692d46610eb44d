//! A move of Chinese knights, and why one may be illegal.

use super::Square;
use crate::Side;
use core::fmt;
use core::str::FromStr;

/// A move: a step of one knight, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A knight goes from one intersection to another.
    Step {
        /// Where the knight stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// `PASSE`: the only move of a side that cannot move.
    Pass,
}

displayed!(Move);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Step { from, to } => write!(f, "{from}-{to}"),
            Move::Pass => f.write_str("PASSE"),
        }
    }
}

/// The text is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_notation")]
pub struct NoMove;

impl FromStr for Move {
    type Err = NoMove;

    fn from_str(text: &str) -> Result<Self, NoMove> {
        if text == "PASSE" {
            return Ok(Move::Pass);
        }
        let (from, to) = text.split_once('-').ok_or(NoMove)?;
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) => Ok(Move::Step { from, to }),
            _ => Err(NoMove),
        }
    }
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_move")]
pub enum Illegal {
    /// The game has ended.
    GameOver,
    /// `PASSE` with a move at hand.
    MovesAtHand { example: Move },
    /// No knight stands there.
    Empty { from: Square },
    /// The opponent's knight.
    NotYours { from: Square, side: Side },
    /// Knights only go forward.
    NotForward { from: Square, to: Square, side: Side, goal: u8 },
    /// Not a knight's move.
    NotAKnightMove { from: Square, to: Square },
    /// The leg of the move is occupied: a knight does not jump.
    Blocked { from: Square, to: Square, leg: Square },
    /// Own knights are not captured.
    OwnKnight { from: Square, to: Square },
}
