//! What can be wrong with a FEN, field by field.

use crate::named::named;

named! {
    /// A player.
    pub enum Side {
        /// Who begins.
        White = "white",
        /// The other.
        Black = "black",
    }
}

message::tell_displayed!(Side);

impl From<cozy_chess::Color> for Side {
    fn from(color: cozy_chess::Color) -> Side {
        Side::ALL[color as usize]
    }
}

/// Why a FEN is refused: what is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("chess")]
pub enum Error {
    /// Too few or too many fields.
    Fields {
        /// What there is.
        found: usize,
    },
    /// Not eight ranks.
    Ranks {
        /// What there is.
        found: usize,
    },
    /// A rank that is not eight squares wide.
    Squares {
        /// Which rank, 1 to 8.
        rank: usize,
        /// How many squares it has.
        squares: usize,
    },
    /// A character that is neither a piece nor a number of empty squares.
    Letter {
        /// Which rank, 1 to 8.
        rank: usize,
        /// The character.
        found: char,
    },
    /// No king, or several.
    Kings {
        /// The side that has them.
        side: Side,
        /// How many.
        count: u32,
    },
    /// More pawns or pieces than a game can have.
    TooMany {
        /// The side that has them.
        side: Side,
        /// How many pawns.
        pawns: u32,
        /// How many pieces, pawns and king included.
        pieces: u32,
    },
    /// A pawn where none can be.
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
        /// What there is.
        found: String,
    },
    /// The side that has just moved left its king in check.
    OpponentInCheck {
        /// The side.
        side: Side,
    },
    /// Three checks at once.
    Checks {
        /// Who is in check.
        side: Side,
        /// By how many.
        count: u32,
    },
    /// Castling rights that cannot be read.
    Castling {
        /// What there is.
        found: String,
    },
    /// Castling rights that the board contradicts.
    CastlingRight {
        /// The letter.
        right: char,
        /// Where the king must be.
        king: &'static str,
        /// Where the rook must be.
        rook: &'static str,
    },
    /// No square that en passant can have.
    EnPassant {
        /// 6 with White to move, 3 with Black.
        rank: usize,
        /// The text.
        found: String,
    },
    /// No pawn has just passed that square.
    EnPassantPawn {
        /// The square.
        square: String,
    },
    /// A check that the pawn's double step cannot have given or left.
    EnPassantCheck {
        /// The square.
        square: String,
    },
    /// The halfmove clock.
    HalfmoveClock {
        /// What there is.
        found: String,
    },
    /// The number of the move.
    MoveNumber {
        /// What there is.
        found: String,
    },
}
