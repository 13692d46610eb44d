//! Errors of questions about knight's tours.

use super::board::Square;

/// An invalid question. Rows and columns count from 0, visited squares from 1.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_tour")]
pub enum Error {
    /// The board does not parse.
    BoardText { found: String },
    /// The board has no square.
    EmptyBoard { width: u64, height: u64 },
    /// The board has too many squares.
    LargeBoard { width: u64, height: u64, most: u32 },
    /// The square does not parse.
    SquareText { found: String },
    /// The square, in chess notation, is not on the board.
    NoSuchSquare { text: String, width: u32, height: u32 },
    /// The square is not on the board.
    OffBoard { row: u64, column: u64, width: u32, height: u32 },
    /// The start or the end is a forbidden square.
    Forbidden { what: &'static str, square: Square },
    /// The visited squares are no path of a knight.
    NoWay { number: usize, square: Square, why: Obstacle },
    /// The board is too large for forbidden squares, visited ones or a given end.
    LargeField { width: u32, height: u32, most: u32 },
    /// The board is too large to be generated.
    LargeToGenerate { width: u32, height: u32, most: u32 },
    /// The kind of tour does not parse.
    KindText { found: String },
    UnknownMethod { text: String, methods: String },
    /// The board is too large for the method.
    LargeForMethod { method: String, width: u32, height: u32, most: u32 },
    /// The board is too large to count its tours.
    WideForCount { width: u32, height: u32, most: u32, squares: u32 },
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
