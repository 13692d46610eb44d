//! C. E. Shannon, 'Programming a Computer for Playing Chess' (1950), section 'Evaluation function':
//! 200(K−K′) + 9(Q−Q′) + 5(R−R′) + 3(B−B′ + N−N′) + (P−P′) − ½(D−D′ + S−S′ + I−I′) + 0.1(M−M′).

use super::mobility::mobility;
use super::position::ChessPosition;
use crate::named::named;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Square};
use std::fmt;

named! {
    pub enum ShannonTerm {
        King = "king",
        Queens = "queens",
        Rooks = "rooks",
        Bishops = "bishops",
        Knights = "knights",
        Pawns = "pawns",
        /// D: doubled pawns, those beyond the first on their file.
        Doubled = "doubled pawns",
        /// S: blocked pawns, with a piece of either side on the square before them.
        Blocked = "blocked pawns",
        /// I: isolated pawns, without a pawn of their side on a neighbouring file.
        Isolated = "isolated pawns",
        /// M: mobility, the legal moves of the side as if it were to move.
        Mobility = "mobility",
    }
}

impl ShannonTerm {
    pub fn letter(self) -> char {
        ['K', 'Q', 'R', 'B', 'N', 'P', 'D', 'S', 'I', 'M'][self as usize]
    }

    pub fn weight(self) -> Tenths {
        Tenths([2000, 90, 50, 30, 30, 10, -5, -5, -5, 1][self as usize])
    }

    /// The counted squares of a side, each with its count.
    fn counted(self, board: &Board, color: Color) -> Vec<(Square, u32)> {
        let have = |piece| board.colored_pieces(color, piece);
        let pawns = have(Piece::Pawn);
        let on = |file: File| pawns & file.bitboard();
        let pieces = match self {
            ShannonTerm::King => have(Piece::King),
            ShannonTerm::Queens => have(Piece::Queen),
            ShannonTerm::Rooks => have(Piece::Rook),
            ShannonTerm::Bishops => have(Piece::Bishop),
            ShannonTerm::Knights => have(Piece::Knight),
            ShannonTerm::Pawns => pawns,
            // The first pawn of a file is the rearmost.
            ShannonTerm::Doubled => pawns & ranks_beyond(pawns, color),
            ShannonTerm::Blocked => pawns & ahead(board.occupied(), !color),
            ShannonTerm::Isolated => {
                let alone = |file: &File| (file.adjacent() & pawns).is_empty();
                File::ALL.into_iter().filter(alone).fold(BitBoard::EMPTY, |all, file| all | on(file))
            }
            ShannonTerm::Mobility => return mobility(board, color),
        };
        pieces.into_iter().map(|square| (square, 1)).collect()
    }
}

/// All squares ahead of these pawns on their files.
fn ranks_beyond(pawns: BitBoard, color: Color) -> BitBoard {
    (1..8).fold((BitBoard::EMPTY, pawns), |(all, from), _| (all | ahead(from, color), ahead(from, color))).0
}

fn ahead(pawns: BitBoard, color: Color) -> BitBoard {
    BitBoard(match color {
        Color::White => pawns.0 << 8,
        Color::Black => pawns.0 >> 8,
    })
}

/// A value in tenths of a pawn, the exact unit of the formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub i32);

/// In pawns: `1.5`, `-0.1`.
impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{}", size / 10, size % 10))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShannonRow {
    pub term: ShannonTerm,
    pub white: u32,
    pub black: u32,
}

impl ShannonRow {
    pub fn value(&self) -> Tenths {
        Tenths(self.term.weight().0 * (self.white as i32 - self.black as i32))
    }
}

/// Shannon's evaluation, term by term; positive is good for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    pub rows: [ShannonRow; 10],
}

impl Evaluation {
    pub fn of(position: &ChessPosition) -> Evaluation {
        let count = |term: ShannonTerm, color| term.counted(&position.board, color).into_iter().map(|(_, count)| count).sum();
        let row = |term| ShannonRow { term, white: count(term, Color::White), black: count(term, Color::Black) };
        Evaluation { rows: ShannonTerm::ALL.map(row) }
    }

    /// The counted squares of both sides, as cells from the top left, row by row, each with its count.
    pub fn counted(position: &ChessPosition, term: ShannonTerm) -> Vec<(usize, u32)> {
        let of = |color| term.counted(&position.board, color);
        let cell = |square: Square| (7 - square.rank() as usize) * 8 + square.file() as usize;
        let both = of(Color::White).into_iter().chain(of(Color::Black));
        both.filter(|(_, count)| *count > 0).map(|(square, count)| (cell(square), count)).collect()
    }

    pub fn sum(&self) -> Tenths {
        Tenths(self.rows.iter().map(|row| row.value().0).sum())
    }
}
