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
    Empty,
    TooLong { bytes: usize, most: usize },
    Character { line: usize, column: usize, found: char, largest: char },
    Digit { cell: SudokuCell, found: u64, side: u8 },
    Size { cells: usize, side: u8, full: usize },
    Row { row: usize, cells: usize, side: u8 },
    Rectangle { width: usize, height: usize, side: u8 },
    Box { width: u64, height: u64, most: u8 },
    GameIdHead { found: String },
    GameIdDigit { at: usize, found: String },
    GameIdLetter { at: usize, found: char },
    Clash(Clash),
    Symbols { name: String },
    Method { name: String, methods: String },
}
