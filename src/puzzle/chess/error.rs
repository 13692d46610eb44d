//! Errors of FENs, field by field.

use crate::named::named;

named! {
    pub enum PieceColor {
        White = "white",
        Black = "black",
    }
}

message::display_as_param!(PieceColor);

impl From<cozy_chess::Color> for PieceColor {
    fn from(color: cozy_chess::Color) -> PieceColor {
        PieceColor::ALL[color as usize]
    }
}

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("chess")]
pub enum ChessError {
    Fields { found: usize },
    Ranks { found: usize },
    Squares { rank: usize, squares: usize },
    Letter { rank: usize, found: char },
    Kings { side: PieceColor, count: u32 },
    TooMany { side: PieceColor, pawns: u32, pieces: u32 },
    PawnRank { square: String },
    KingsTouch { square: String, other: String },
    Side { found: String },
    OpponentInCheck { side: PieceColor },
    Checks { side: PieceColor, count: u32 },
    Castling { found: String },
    CastlingRight { right: char, king: &'static str, rook: &'static str },
    EnPassant { rank: usize, found: String },
    EnPassantPawn { square: String },
    EnPassantCheck { square: String },
    HalfmoveClock { found: String },
    MoveNumber { found: String },
}
