//! Parse errors of boards.

use super::Cell;

/// Why a text is not a Light Up board.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("light_up")]
pub enum Error {
    /// There is no cell in the text.
    Empty,
    /// Far more text than the largest board needs.
    TooLong {
        /// The length of the text.
        bytes: usize,
        /// The most that is read.
        most: usize,
    },
    /// A width or height out of bounds.
    Size {
        /// How many columns were asked for.
        width: u64,
        /// How many rows were asked for.
        height: u64,
        /// The longest side.
        most: u16,
    },
    /// A row that is longer or shorter than the first.
    Row {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        cells: usize,
        /// What it should have.
        width: usize,
    },
    /// A clue above four.
    Clue {
        /// The cell of the clue.
        cell: Cell,
        /// The clue found.
        clue: u8,
    },
    /// A clue above the number of its white neighbours.
    Crowded {
        /// The cell of the clue.
        cell: Cell,
        /// The clue.
        clue: u8,
        /// Its white neighbours.
        places: u8,
    },
    /// A character that stands for nothing.
    Character {
        /// The line of the text, from 1.
        line: usize,
        /// The character in that line, from 1.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// The head of a game ID that cannot be read.
    Head {
        /// What stands before the colon.
        found: String,
    },
    /// A character of a game ID that stands for nothing.
    GameId {
        /// The character, from 1.
        at: usize,
        /// What stands there.
        found: char,
    },
    /// A game ID with too few or too many cells.
    Cells {
        /// The cells described, counted until there were too many.
        cells: usize,
        /// The cells of the board.
        expected: usize,
        /// How many columns were said.
        width: u16,
        /// How many rows were said.
        height: u16,
    },
    /// A size of which no board is known that is extreme.
    NeverExtreme {
        /// How many columns were asked for.
        width: u16,
        /// How many rows were asked for.
        height: u16,
    },
    /// A method that does not exist.
    Method {
        /// The name asked for.
        name: String,
        /// Those that exist.
        methods: String,
    },
}
