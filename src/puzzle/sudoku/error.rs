//! Parse errors of grids.

use super::{SudokuCell, Unit};

/// The same digit twice in a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("sudoku_clash")]
pub struct Clash {
    pub unit: Unit,
    /// The digit, from 1.
    pub digit: u8,
    /// The first of the two cells in reading order.
    pub first: SudokuCell,
    pub second: SudokuCell,
}

/// Why a text is not a Sudoku. Lines, rows and characters count from 1.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("sudoku")]
pub enum SudokuError {
    /// There is no cell in the text.
    Empty,
    /// Far more text than the largest grid needs.
    TooLong { bytes: usize, most: usize },
    /// A character that stands for nothing.
    Character { line: usize, column: usize, found: char, largest: char },
    /// A number larger than the side.
    Digit { cell: SudokuCell, found: u64, side: u8 },
    /// A number of cells that no grid has.
    Size { cells: usize, side: u8, full: usize },
    /// A row that is too long or too short among rows that are right.
    Row { row: usize, cells: usize, side: u8 },
    /// Rows of one length that are no square.
    Rectangle { width: usize, height: usize, side: u8 },
    /// A box that is not a box of a grid.
    Box { width: u64, height: u64, most: u8 },
    /// A game ID without a box.
    GameIdHead { found: String },
    /// A number in a game ID that is not a digit of the grid.
    GameIdDigit { at: usize, found: String },
    /// A character in a game ID that means nothing.
    GameIdLetter { at: usize, found: char },
    /// Two givens clash.
    Clash(Clash),
    /// Symbols that do not exist.
    Symbols { name: String },
    /// A method that does not exist.
    Method { name: String, methods: String },
}
