//! Parse errors of boards.

use super::LightUpCell;

/// Why a text is not a Light Up board. Lines, rows and characters count from 1.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("light_up")]
pub enum LightUpError {
    Empty,
    TooLong { bytes: usize, most: usize },
    Size { width: u64, height: u64, most: u16 },
    Row { row: usize, cells: usize, width: usize },
    Clue { cell: LightUpCell, clue: u8 },
    Crowded { cell: LightUpCell, clue: u8, places: u8 },
    Character { line: usize, column: usize, found: char },
    Head { found: String },
    GameId { at: usize, found: char },
    Cells { cells: usize, expected: usize, width: u16, height: u16 },
    NeverExtreme { width: u16, height: u16 },
    Method { name: String, methods: String },
}
