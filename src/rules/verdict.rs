//! Why a game ended by its rules.

use crate::Side;
use message::Coded;

/// Which rule ended a game, with the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("verdict")]
pub enum Verdict {
    /// Enough knights stand on the far row.
    Arrived {
        /// Whose.
        side: Side,
        /// How many.
        knights: u32,
        /// The far row, 1 or 9.
        row: u8,
    },
    /// Neither side can move.
    Stuck {
        /// White's knights that have arrived.
        white: u32,
        /// Black's.
        black: u32,
    },
    /// Stones in line.
    InLine {
        /// Whose.
        side: Side,
        /// How many win.
        count: u8,
    },
    /// The board is full.
    Full {
        /// How many in line would have won.
        count: u8,
    },
    /// A game that tells no more.
    ByTheRules,
}
