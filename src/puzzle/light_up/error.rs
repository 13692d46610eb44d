//! Parse errors of boards.

use super::Cell;

/// Why a text is not a Light Up board. Lines, rows and characters count from 1.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("light_up")]
pub enum Error {
    /// There is no cell in the text.
    Empty,
    /// Far more text than the largest board needs.
    TooLong { bytes: usize, most: usize },
    /// A width or height out of bounds.
    Size { width: u64, height: u64, most: u16 },
    /// A row that is longer or shorter than the first.
    Row { row: usize, cells: usize, width: usize },
    /// A clue above four.
    Clue { cell: Cell, clue: u8 },
    /// A clue above the number of its white neighbours.
    Crowded { cell: Cell, clue: u8, places: u8 },
    /// A character that stands for nothing.
    Character { line: usize, column: usize, found: char },
    /// The head of a game ID that cannot be read.
    Head { found: String },
    /// A character of a game ID that stands for nothing.
    GameId { at: usize, found: char },
    /// A game ID with too few or too many cells.
    Cells { cells: usize, expected: usize, width: u16, height: u16 },
    /// A size of which no board is known that is extreme.
    NeverExtreme { width: u16, height: u16 },
    /// A method that does not exist.
    Method { name: String, methods: String },
}
