//! A move of Chinese knights, and why one may be illegal.

use super::Square;
use crate::{LONGEST_SHOWN, Side};
use alloc::string::String;
use core::fmt;
use core::str::FromStr;
use message::clipped;

/// A move: a step of one knight, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A knight goes from one intersection to another.
    Step { from: Square, to: Square },
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

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_notation")]
pub struct NoMove {
    /// What stood there, shortened.
    pub text: String,
}

impl NoMove {
    fn of(text: &str) -> NoMove {
        NoMove { text: clipped(text, LONGEST_SHOWN) }
    }
}

impl FromStr for Move {
    type Err = NoMove;

    fn from_str(text: &str) -> Result<Self, NoMove> {
        if text == "PASSE" {
            return Ok(Move::Pass);
        }
        let (from, to) = text.split_once('-').ok_or_else(|| NoMove::of(text))?;
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) => Ok(Move::Step { from, to }),
            _ => Err(NoMove::of(text)),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_move")]
pub enum IllegalStep {
    GameOver,
    MovesAvailable { example: Move },
    Empty { from: Square },
    NotYours { from: Square, side: Side },
    NotForward { from: Square, to: Square, side: Side, goal: u8 },
    NotAKnightMove { from: Square, to: Square },
    Blocked { from: Square, to: Square, leg: Square },
    OwnKnight { from: Square, to: Square },
}
