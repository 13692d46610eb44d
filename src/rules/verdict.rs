//! The rule that ended a game.

use crate::Side;
use message::Coded;

/// The rule that ended a game, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("verdict")]
pub enum GameVerdict {
    Arrived { side: Side, knights: u32, row: u8 },
    Stuck { white: u32, black: u32 },
    InLine { side: Side, count: u8 },
    Full { count: u8 },
    ByTheRules,
}
