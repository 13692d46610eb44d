//! Errors of FENs, field by field.

use crate::named::named;

named! {
    /// A player.
    pub enum Side {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
    }
}

message::tell_displayed!(Side);

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
    Fields {
        /// What was found.
        found: usize,
    },
    /// Not eight ranks.
    Ranks {
        /// What was found.
        found: usize,
    },
    /// A rank that is not eight squares wide.
    Squares {
        /// The rank, 1 to 8.
        rank: usize,
        /// The number of its squares.
        squares: usize,
    },
    /// A character that is neither a piece nor a number of empty squares.
    Letter {
        /// The rank, 1 to 8.
        rank: usize,
        /// The character.
        found: char,
    },
    /// No king, or several.
    Kings {
        /// The side that has them.
        side: Side,
        /// Their number.
        count: u32,
    },
    /// More pawns or pieces than a game can have.
    TooMany {
        /// The side that has them.
        side: Side,
        /// The number of pawns.
        pawns: u32,
        /// The number of pieces, pawns and king included.
        pieces: u32,
    },
    /// A pawn on the first or last rank.
    PawnRank {
        /// The square.
        square: String,
    },
    /// Kings on neighbouring squares.
    KingsTouch {
        /// The square.
        square: String,
        /// The other.
        other: String,
    },
    /// Neither side to move.
    Side {
        /// What was found.
        found: String,
    },
    /// The side that has just moved left its king in check.
    OpponentInCheck {
        /// The side.
        side: Side,
    },
    /// Three or more checks.
    Checks {
        /// The side in check.
        side: Side,
        /// The number of checks.
        count: u32,
    },
    /// Castling rights that do not parse.
    Castling {
        /// What was found.
        found: String,
    },
    /// Castling rights that the board contradicts.
    CastlingRight {
        /// The letter.
        right: char,
        /// The square of the king.
        king: &'static str,
        /// The square of the rook.
        rook: &'static str,
    },
    /// An impossible en passant square.
    EnPassant {
        /// 6 with White to move, 3 with Black.
        rank: usize,
        /// The text.
        found: String,
    },
    /// No pawn can just have passed the square.
    EnPassantPawn {
        /// The square.
        square: String,
    },
    /// A check that is incompatible with the pawn's double step.
    EnPassantCheck {
        /// The square.
        square: String,
    },
    /// The halfmove clock.
    HalfmoveClock {
        /// What was found.
        found: String,
    },
    /// The number of the move.
    MoveNumber {
        /// What was found.
        found: String,
    },
}
