//! What can be wrong with a board as text: what, where, and what would be right.

use super::Cell;

/// Why a text is not a Light Up board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is no cell in the text.
    #[error("the board is empty: expected rows of . (white), # (black) and 0 to 4, or a game ID such as 7x7:…")]
    Empty,
    /// Far more text than the largest board needs.
    #[error("the board has {bytes} bytes of text, more than the {most} that any board needs")]
    TooLong {
        /// The length of the text.
        bytes: usize,
        /// The most that is read.
        most: usize,
    },
    /// A width or height out of bounds.
    #[error("the board is {width}×{height}: expected 1×1 to {most}×{most}")]
    Size {
        /// How many columns were asked for.
        width: u64,
        /// How many rows were asked for.
        height: u64,
        /// The longest side.
        most: u16,
    },
    /// A row that is longer or shorter than the first.
    #[error("row {row} has {cells} cells: expected {width} as in the first row")]
    Row {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        cells: usize,
        /// What it should have.
        width: usize,
    },
    /// A clue above four.
    #[error("{cell} holds the clue {clue}: expected 0 to 4, as a cell has four neighbours")]
    Clue {
        /// The cell of the clue.
        cell: Cell,
        /// The clue found.
        clue: u8,
    },
    /// A clue above the number of its white neighbours.
    #[error("{cell} asks for {clue} bulbs, but only {places} of its neighbours are white")]
    Crowded {
        /// The cell of the clue.
        cell: Cell,
        /// The clue.
        clue: u8,
        /// Its white neighbours.
        places: u8,
    },
    /// A character that stands for nothing.
    #[error("line {line}, character {column}: '{found}' is not a cell: expected . for white, # for black, or 0 to 4")]
    Character {
        /// The line of the text, from 1.
        line: usize,
        /// The character in that line, from 1.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// The head of a game ID that cannot be read.
    #[error("the game ID starts with '{found}': expected the width and height, as in 7x7:")]
    Head {
        /// What stands before the colon.
        found: String,
    },
    /// A character of a game ID that stands for nothing.
    #[error("game ID, character {at}: found '{found}', expected a letter a to z (white cells), B (black) or a clue 0 to 4")]
    GameId {
        /// The character, from 1.
        at: usize,
        /// What stands there.
        found: char,
    },
    /// A game ID with too few or too many cells.
    #[error("the game ID describes {cells} cells or more: expected {expected}, as the board is {width}×{height}")]
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
    #[error("no extreme board of {width}×{height} is known: expected 5×6, 6×5 or larger, or easy, medium or hard")]
    NeverExtreme {
        /// How many columns were asked for.
        width: u16,
        /// How many rows were asked for.
        height: u16,
    },
    /// A method that does not exist.
    #[error("there is no method '{name}' for Light Up: expected one of {methods}")]
    Method {
        /// The name asked for.
        name: String,
        /// Those that exist.
        methods: String,
    },
}
