//! What can be wrong with a question about a knight's tour.

use super::board::Square;

/// A question that cannot be asked, and what would be right instead.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_tour")]
pub enum Error {
    /// The board could not be read.
    BoardText {
        /// What there is.
        found: String,
    },
    /// The board has no square.
    EmptyBoard {
        /// Columns asked for.
        width: u64,
        /// Rows asked for.
        height: u64,
    },
    /// The board has too many squares.
    LargeBoard {
        /// Columns asked for.
        width: u64,
        /// Rows asked for.
        height: u64,
        /// The most squares.
        most: u32,
    },
    /// The square could not be read.
    SquareText {
        /// What there is.
        found: String,
    },
    /// The square, written as in chess, is not on the board.
    NoSuchSquare {
        /// The square asked for.
        text: String,
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
    },
    /// The square is not on the board.
    OffBoard {
        /// Row asked for, from 0.
        row: u64,
        /// Column asked for, from 0.
        column: u64,
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
    },
    /// The start or the end may not be visited.
    Forbidden {
        /// Which of the two.
        what: &'static str,
        /// The square.
        square: Square,
    },
    /// The squares that are said to be visited are no way of a knight.
    NoWay {
        /// Which of them, from 1.
        number: usize,
        /// The square.
        square: Square,
        /// What is wrong with it.
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
    /// The board is too large to be made at random.
    LargeToGenerate {
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
        /// The most squares.
        most: u32,
    },
    /// The kind of tour could not be read.
    KindText {
        /// What there is.
        found: String,
    },
    /// No method has this name.
    UnknownMethod {
        /// The name asked for.
        text: String,
        /// Those that exist.
        methods: String,
    },
    /// The method is not made for a board this large.
    LargeForMethod {
        /// The method asked for.
        method: String,
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
        /// The most squares that the method takes.
        most: u32,
    },
    /// The board is too large to count its tours.
    WideForCount {
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
        /// The longest that the shorter side may be.
        most: u32,
        /// The most squares.
        squares: u32,
    },
}

/// Why a knight could not visit a square next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("tour_obstacle")]
pub enum Obstacle {
    /// A tour begins with its start.
    NotTheStart,
    /// The square is to be left out.
    Forbidden,
    /// It was visited before.
    Visited,
    /// It is no knight's move from the one before.
    NoMove,
}
