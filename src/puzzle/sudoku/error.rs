//! What can be wrong with a grid as text: what, where, and what would be right.

use super::{Cell, Unit};

/// The same digit twice in a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the digit {digit} stands twice in {unit}: at {first} and at {second}")]
pub struct Clash {
    /// The unit with both cells.
    pub unit: Unit,
    /// The digit, from 1.
    pub digit: u8,
    /// The first of the two cells in reading order.
    pub first: Cell,
    /// The second.
    pub second: Cell,
}

/// Why a text is not a Sudoku.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is no cell in the text.
    #[error("the grid is empty: expected for instance 81 characters, 1 to 9 for a given and . or 0 for an empty cell")]
    Empty,
    /// Far more text than the largest grid needs.
    #[error("the grid has {bytes} bytes of text, more than the {most} that any grid needs")]
    TooLong {
        /// The length of the text.
        bytes: usize,
        /// The most that is read.
        most: usize,
    },
    /// A character that stands for nothing.
    #[error("line {line}, character {column}: '{found}' is not a cell: expected 1 to {largest}, or . or 0 for an empty cell")]
    Character {
        /// The line of the text, from 1.
        line: usize,
        /// The character in that line, from 1.
        column: usize,
        /// What stands there.
        found: char,
        /// The symbol of the largest digit, as far as the side of the grid is known.
        largest: char,
    },
    /// A number larger than the side.
    #[error("{cell} holds {found}, but the digits of this grid are 1 to {side}")]
    Digit {
        /// The cell that holds it.
        cell: Cell,
        /// The number found.
        found: u64,
        /// The largest digit.
        side: u8,
    },
    /// A number of cells that no grid has.
    #[error(
        "the grid has {cells} cells; the nearest grid is {side}×{side} with {}: {}",
        usize::from(*side) * usize::from(*side),
        difference(*cells, usize::from(*side) * usize::from(*side))
    )]
    Size {
        /// The cells found.
        cells: usize,
        /// The side nearest to that.
        side: u8,
    },
    /// A row that is too long or too short among rows that are right.
    #[error("row {row} has {cells} cells: expected {side}, as there are {side} rows")]
    Row {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        cells: usize,
        /// What it should have.
        side: u8,
    },
    /// Rows of one length that are no square.
    #[error("{height} rows of {width} cells: expected a square, such as {side} rows of {side}")]
    Rectangle {
        /// The cells of each row.
        width: usize,
        /// The rows.
        height: usize,
        /// The side of the square of as many cells.
        side: u8,
    },
    /// A box that is no box of a grid.
    #[error("boxes {width} wide and {height} high: expected both at least 2 and at most {most} cells in a box (3x3 is usual)")]
    Box {
        /// Columns of the box.
        width: u64,
        /// Rows of the box.
        height: u64,
        /// The most cells.
        most: u8,
    },
    /// A game ID that cannot be read.
    #[error("game ID, character {at}: found {found}, expected {expected}")]
    GameId {
        /// The character, from 1.
        at: usize,
        /// What stands there.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// Two givens clash.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// Symbols that do not exist.
    #[error("there are no symbols '{name}' for Sudoku: expected digits (1 to 9, then A), hexadecimal (0 to F) or letters (A to Y)")]
    Symbols {
        /// The name asked for.
        name: String,
    },
    /// A method that does not exist.
    #[error("there is no method '{name}' for Sudoku: expected one of {methods}")]
    Method {
        /// The name asked for.
        name: String,
        /// Those that exist.
        methods: String,
    },
}

fn difference(found: usize, wanted: usize) -> String {
    if found < wanted { format!("{} too few", wanted - found) } else { format!("{} too many", found - wanted) }
}
