//! A cell of a board.

use core::fmt;

/// A cell by its row and column, counted from 0; written from 1: `r1c1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: u16,
    /// The column, from 0 at the left.
    pub column: u16,
}

impl message::Tell for Cell {
    fn tell(&self) -> message::Param {
        crate::named::cell(self.row.into(), self.column.into())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", u32::from(self.row) + 1, u32::from(self.column) + 1)
    }
}
