//! Errors of questions about knight's tours.

use super::board::TourSquare;

/// An invalid question. Rows and columns count from 0, visited squares from 1.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_tour")]
pub enum TourError {
    BoardText { found: String },
    EmptyBoard { width: u64, height: u64 },
    LargeBoard { width: u64, height: u64, most: u32 },
    SquareText { found: String },
    NoSuchSquare { text: String, width: u32, height: u32 },
    OffBoard { row: u64, column: u64, width: u32, height: u32 },
    Forbidden { what: &'static str, square: TourSquare },
    NoWay { number: usize, square: TourSquare, why: Obstacle },
    LargeField { width: u32, height: u32, most: u32 },
    NoneToGenerate { width: u32, height: u32 },
    LargeToGenerate { width: u32, height: u32, most: u32 },
    KindText { found: String },
    UnknownMethod { text: String, methods: String },
    LargeForMethod { method: String, width: u32, height: u32, most: u32 },
    WideForCount { width: u32, height: u32, most: u32, squares: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("tour_obstacle")]
pub enum Obstacle {
    NotTheStart,
    Forbidden,
    Visited,
    NoMove,
}
