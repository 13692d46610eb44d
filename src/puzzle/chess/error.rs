//! Errors of FENs, field by field.

use crate::named::named;

named! {
    pub enum Side {
        White = "white",
        Black = "black",
    }
}

message::display_as_param!(Side);

impl From<cozy_chess::Color> for Side {
    fn from(color: cozy_chess::Color) -> Side {
        Side::ALL[color as usize]
    }
}

/// An invalid FEN.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("chess")]
pub enum Error {
    /// A wrong number of fields.
    Fields { found: usize },
    /// Not eight ranks.
    Ranks { found: usize },
    /// A rank that is not eight squares wide.
    Squares { rank: usize, squares: usize },
    /// A character that is neither a piece nor a number of empty squares.
    Letter { rank: usize, found: char },
    Kings { side: Side, count: u32 },
    /// More pawns or pieces than a game can have.
    TooMany { side: Side, pawns: u32, pieces: u32 },
    /// A pawn on the first or last rank.
    PawnRank { square: String },
    /// Kings on neighbouring squares.
    KingsTouch { square: String, other: String },
    /// Neither side to move.
    Side { found: String },
    /// The side that has just moved left its king in check.
    OpponentInCheck { side: Side },
    /// Three or more checks.
    Checks { side: Side, count: u32 },
    /// Castling rights that do not parse.
    Castling { found: String },
    /// Castling rights that the board contradicts.
    CastlingRight { right: char, king: &'static str, rook: &'static str },
    /// An impossible en passant square.
    EnPassant { rank: usize, found: String },
    /// No pawn can just have passed the square.
    EnPassantPawn { square: String },
    /// A check that is incompatible with the pawn's double step.
    EnPassantCheck { square: String },
    HalfmoveClock { found: String },
    MoveNumber { found: String },
}
