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

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Step { from, to } => write!(f, "{from}-{to}"),
            Move::Pass => f.write_str("PASSE"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a move is written B9-A7 (capital letter A to I, digit 1 to 9, hyphen) or PASSE")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// `PASSE` with a move at hand.
    #[error("PASSE is only for a side that cannot move, and {example} is possible")]
    MovesAtHand {
        /// One of the moves.
        example: Move,
    },
    /// Nobody stands there.
    #[error("no knight stands on {from}")]
    Empty {
        /// The intersection.
        from: Square,
    },
    /// The opponent's knight.
    #[error("the knight on {from} is {}'s, not yours", side)]
    NotYours {
        /// The intersection.
        from: Square,
        /// Whose knight it is.
        side: Side,
    },
    /// Knights only go forward.
    #[error("{from}-{to} does not go forward: {side} moves towards row {goal}")]
    NotForward {
        /// The start.
        from: Square,
        /// The end.
        to: Square,
        /// Who moves.
        side: Side,
        /// The row it moves towards, 1 or 9.
        goal: u8,
    },
    /// Not a knight's step.
    #[error("{from}-{to} is no knight's move: it goes two forward and one aside, or one forward and two aside")]
    NotAKnightMove {
        /// The start.
        from: Square,
        /// The end.
        to: Square,
    },
    /// A knight does not jump.
    #[error("{from}-{to} is blocked: a knight does not jump, and the leg at {leg} is occupied")]
    Blocked {
        /// The start.
        from: Square,
        /// The end.
        to: Square,
        /// The intersection that must be empty.
        leg: Square,
    },
    /// Own knights are not captured.
    #[error("{from}-{to} would capture your own knight on {to}")]
    OwnKnight {
        /// The start.
        from: Square,
        /// The end.
        to: Square,
    },
}
