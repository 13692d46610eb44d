//! Parse errors of grids.

use super::{Cell, Unit};

/// The same digit twice in a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("sudoku_clash")]
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
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("sudoku")]
pub enum Error {
    /// There is no cell in the text.
    Empty,
    /// Far more text than the largest grid needs.
    TooLong {
        /// The length of the text.
        bytes: usize,
        /// The most that is read.
        most: usize,
    },
    /// A character that stands for nothing.
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
    Digit {
        /// The cell that holds it.
        cell: Cell,
        /// The number found.
        found: u64,
        /// The largest digit.
        side: u8,
    },
    /// A number of cells that no grid has.
    Size {
        /// The cells found.
        cells: usize,
        /// The side nearest to that.
        side: u8,
        /// The cells of that grid.
        full: usize,
    },
    /// A row that is too long or too short among rows that are right.
    Row {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        cells: usize,
        /// What it should have.
        side: u8,
    },
    /// Rows of one length that are no square.
    Rectangle {
        /// The cells of each row.
        width: usize,
        /// The rows.
        height: usize,
        /// The side of the square of as many cells.
        side: u8,
    },
    /// A box that is no box of a grid.
    Box {
        /// Columns of the box.
        width: u64,
        /// Rows of the box.
        height: u64,
        /// The most cells.
        most: u8,
    },
    /// A game ID without a box.
    GameIdHead {
        /// How the text begins.
        found: String,
    },
    /// A number in a game ID that is no digit of the grid.
    GameIdDigit {
        /// The character, from 1.
        at: usize,
        /// What stands there.
        found: String,
    },
    /// A character in a game ID that means nothing.
    GameIdLetter {
        /// The character, from 1.
        at: usize,
        /// What stands there.
        found: char,
    },
    /// Two givens clash.
    #[code(from)]
    Clash(Clash),
    /// Symbols that do not exist.
    Symbols {
        /// The name asked for.
        name: String,
    },
    /// A method that does not exist.
    Method {
        /// The name asked for.
        name: String,
        /// Those that exist.
        methods: String,
    },
}
