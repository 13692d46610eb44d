//! Errors of questions about knight's tours.

use super::board::Square;

/// An invalid question.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_tour")]
pub enum Error {
    /// The board does not parse.
    BoardText {
        /// The text.
        found: String,
    },
    /// The board has no square.
    EmptyBoard {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
    },
    /// The board has too many squares.
    LargeBoard {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
        /// The most squares.
        most: u32,
    },
    /// The square does not parse.
    SquareText {
        /// The text.
        found: String,
    },
    /// The square, in chess notation, is not on the board.
    NoSuchSquare {
        /// The text.
        text: String,
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
    },
    /// The square is not on the board.
    OffBoard {
        /// Row, from 0.
        row: u64,
        /// Column, from 0.
        column: u64,
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
    },
    /// The start or the end is a forbidden square.
    Forbidden {
        /// Which of the two.
        what: &'static str,
        /// The square.
        square: Square,
    },
    /// The visited squares are no path of a knight.
    NoWay {
        /// Its number, from 1.
        number: usize,
        /// The square.
        square: Square,
        /// Why a knight cannot visit it.
        why: Obstacle,
    },
    /// The board is too large for forbidden squares, visited ones or a given end.
    LargeField {
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
        /// The most squares.
        most: u32,
    },
    /// The board is too large to be generated.
    LargeToGenerate {
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
        /// The most squares.
        most: u32,
    },
    /// The kind of tour does not parse.
    KindText {
        /// The text.
        found: String,
    },
    /// No method has this name.
    UnknownMethod {
        /// The name.
        text: String,
        /// The names of all methods.
        methods: String,
    },
    /// The board is too large for the method.
    LargeForMethod {
        /// The method.
        method: String,
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
        /// The most squares.
        most: u32,
    },
    /// The board is too large to count its tours.
    WideForCount {
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
        /// The most squares along the shorter side.
        most: u32,
        /// The most squares.
        squares: u32,
    },
}

/// Why a knight cannot visit a square next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("tour_obstacle")]
pub enum Obstacle {
    /// The first square is not the start.
    NotTheStart,
    /// The square is forbidden.
    Forbidden,
    /// The square was visited before.
    Visited,
    /// No knight's move from the square before leads there.
    NoMove,
}
