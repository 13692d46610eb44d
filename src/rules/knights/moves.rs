//! A move of Chinese knights, and why one may be illegal.

use super::Square;
use crate::{LONGEST_SHOWN, Side};
use alloc::string::String;
use core::fmt::{self, Write};
use core::str::FromStr;
use message::clipped;

/// A move: a step of one knight, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    Step {
        from: Square,
        to: Square,
    },
    /// `PASSE`: the only move of a side that cannot move.
    Pass,
}

displayed!(Move);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Step { from, to } => {
                from.fmt(f)?;
                f.write_char('-')?;
                to.fmt(f)
            }
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

impl FromStr for Move {
    type Err = NoMove;

    fn from_str(text: &str) -> Result<Self, NoMove> {
        let step = || {
            let (from, to) = text.split_once('-')?;
            Some(Move::Step { from: from.parse().ok()?, to: to.parse().ok()? })
        };
        let found = if text == "PASSE" { Some(Move::Pass) } else { step() };
        found.ok_or_else(|| NoMove { text: clipped(text, LONGEST_SHOWN) })
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
