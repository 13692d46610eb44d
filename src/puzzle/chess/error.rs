//! What can be wrong with a FEN, field by field.

use cozy_chess::Color;

/// Why a FEN is refused: what is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Too few or too many fields.
    #[error(
        "a FEN has six fields with spaces between, or the first four: the board, w or b, castling (KQkq or -), \
         en passant (a square or -), the halfmove clock and the move number; this one has {0}"
    )]
    Fields(usize),
    /// Not eight ranks.
    #[error("the board has eight ranks with / between, from rank 8 down; this one has {0}")]
    Ranks(usize),
    /// A rank that is not eight squares wide.
    #[error("rank {rank} of the board has {squares} squares and not 8")]
    Squares {
        /// Which rank, 1 to 8.
        rank: usize,
        /// How many squares it has.
        squares: usize,
    },
    /// A character that is neither a piece nor a number of empty squares.
    #[error("{found:?} in rank {rank} is neither a piece (KQRBNP, kqrbnp) nor a number of empty squares (1 to 8)")]
    Letter {
        /// Which rank, 1 to 8.
        rank: usize,
        /// The character.
        found: char,
    },
    /// No king, or several.
    #[error("{color:?} has {count} kings and not one")]
    Kings {
        /// The side that has them.
        color: Color,
        /// How many.
        count: u32,
    },
    /// More pawns or pieces than a game can have.
    #[error("{color:?} has {pawns} pawns and {pieces} pieces, pawns included; a side has at most 8 and 16")]
    TooMany {
        /// The side that has them.
        color: Color,
        /// How many pawns.
        pawns: u32,
        /// How many pieces, pawns and king included.
        pieces: u32,
    },
    /// A pawn where none can be.
    #[error("there is a pawn on {0}, and a pawn is never on rank 1 or 8")]
    PawnRank(String),
    /// Kings on neighbouring squares.
    #[error("the kings stand on neighbouring squares, {0} and {1}")]
    KingsTouch(String, String),
    /// Neither side to move.
    #[error("the side to move is w or b, not {0:?}")]
    Side(String),
    /// The side that has just moved left its king in check.
    #[error("{0:?} is in check and has just moved: its king could be taken")]
    OpponentInCheck(Color),
    /// Three checks at once.
    #[error("{color:?} is in check by {count} pieces; two at most are possible")]
    Checks {
        /// Who is in check.
        color: Color,
        /// By how many.
        count: u32,
    },
    /// Castling rights that cannot be read.
    #[error("castling is - or some of the letters KQkq, each once; not {0:?}")]
    Castling(String),
    /// Castling rights that the board contradicts.
    #[error("castling says {right}, which needs the king on {king} and a rook of its colour on {rook}")]
    CastlingRight {
        /// The letter.
        right: char,
        /// Where the king must be.
        king: &'static str,
        /// Where the rook must be.
        rook: &'static str,
    },
    /// No square that en passant can have.
    #[error("en passant is - or a square of rank {rank}, the one just passed by a pawn; not {found:?}")]
    EnPassant {
        /// 6 with White to move, 3 with Black.
        rank: usize,
        /// The text.
        found: String,
    },
    /// No pawn has just passed that square.
    #[error("no pawn can just have passed {0}: it and the square behind must be empty, and the pawn on the square before it")]
    EnPassantPawn(String),
    /// A check that the pawn's double step cannot have given or left.
    #[error("the check on the king cannot come from a pawn's double step over {0}")]
    EnPassantCheck(String),
    /// The halfmove clock.
    #[error("the halfmove clock is a number from 0 to 100, not {0:?}")]
    HalfmoveClock(String),
    /// The number of the move.
    #[error("the move number is a number from 1 to 65535, not {0:?}")]
    MoveNumber(String),
}
