//! The rule that ended a game.

use crate::Side;
use message::Coded;

/// The rule that ended a game, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("verdict")]
pub enum Verdict {
    /// Enough knights stand on the far row.
    Arrived {
        /// The side.
        side: Side,
        /// Their number.
        knights: u32,
        /// The far row, 1 or 9.
        row: u8,
    },
    /// Neither side can move.
    Stuck {
        /// White's knights on the far row.
        white: u32,
        /// Black's.
        black: u32,
    },
    /// Stones in line.
    InLine {
        /// The side.
        side: Side,
        /// The number in line that wins.
        count: u8,
    },
    /// The board is full.
    Full {
        /// The number in line that would have won.
        count: u8,
    },
    /// Another rule.
    ByTheRules,
}
