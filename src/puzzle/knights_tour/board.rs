//! Chessboards, squares and tour problems.

use std::fmt;
use std::str::FromStr;

use super::error::TourError;
use crate::named::{named, read_by_name};
use crate::quotation::{clip, numbers, sides};

/// The most squares of a board: 4096×4096.
pub const MAX_SQUARES: u32 = 1 << 24;

/// The eight moves as (rows, columns), in the course's order.
pub const MOVES: [(i32, i32); 8] = [(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (-2, 1), (2, -1), (-2, -1)];

/// A board of at least one square and at most [`MAX_SQUARES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chessboard {
    width: u32,
    height: u32,
}

impl Chessboard {
    /// A board with `width` columns and `height` rows.
    ///
    /// # Errors
    /// A side of zero, or more than [`MAX_SQUARES`] squares.
    pub fn new(width: u64, height: u64) -> Result<Chessboard, TourError> {
        if width == 0 || height == 0 {
            return Err(TourError::EmptyBoard { width, height });
        }
        match (u32::try_from(width), u32::try_from(height), width.checked_mul(height)) {
            (Ok(w), Ok(h), Some(area)) if area <= u64::from(MAX_SQUARES) => Ok(Chessboard { width: w, height: h }),
            _ => Err(TourError::LargeBoard { width, height, most: MAX_SQUARES }),
        }
    }

    pub fn width(self) -> u32 {
        self.width
    }

    pub fn height(self) -> u32 {
        self.height
    }

    pub fn squares(self) -> u32 {
        self.width * self.height
    }

    /// The square at a row and a column, both from 0.
    ///
    /// # Errors
    /// The square is off the board.
    pub fn square(self, row: u64, column: u64) -> Result<TourSquare, TourError> {
        if row < u64::from(self.height) && column < u64::from(self.width) {
            Ok(TourSquare { row: row as u32, column: column as u32 })
        } else {
            Err(TourError::OffBoard { row, column, width: self.width, height: self.height })
        }
    }

    /// Parses row and column from 0, such as `0,0`, `(0,0)` or `[0,0]`, or chess notation, such as `a1`.
    ///
    /// # Errors
    /// Anything else, or a square off the board.
    pub fn read_square(self, text: &str) -> Result<TourSquare, TourError> {
        let wrong = || TourError::SquareText { found: clip(text) };
        let inner = text.trim();
        let column = inner.bytes().take_while(u8::is_ascii_alphabetic).count();
        if (1..=4).contains(&column) {
            // a to z, then aa, as in a spreadsheet.
            let letters = inner[..column].bytes().map(|letter| u64::from(letter.to_ascii_lowercase() - b'a') + 1);
            let column_number = letters.fold(0, |number, letter| number * 26 + letter) - 1;
            let plain = inner[column..].bytes().all(|byte| byte.is_ascii_digit());
            let from_below: u64 = inner[column..].parse().ok().filter(|&row| plain && row > 0).ok_or_else(wrong)?;
            let row = u64::from(self.height).checked_sub(from_below);
            let off_board = || TourError::NoSuchSquare { text: clip(text), width: self.width, height: self.height };
            return row.and_then(|row| self.square(row, column_number).ok()).ok_or_else(off_board);
        }
        let stripped = [('(', ')'), ('[', ']')].into_iter().find_map(|(open, close)| inner.strip_prefix(open)?.strip_suffix(close));
        let [row, column] = numbers(stripped.unwrap_or(inner).split([',', ' '])).ok_or_else(wrong)?;
        self.square(row, column)
    }

    /// A square in chess notation: a letter for the column, `aa` after `z`, and the row from below.
    pub fn square_name(self, square: TourSquare) -> String {
        let mut left = square.column + 1;
        let mut letters = Vec::new();
        while left > 0 {
            left -= 1;
            letters.push(char::from(b'a' + (left % 26) as u8));
            left /= 26;
        }
        format!("{}{}", letters.into_iter().rev().collect::<String>(), self.height - square.row)
    }

    pub(super) fn transposed(self) -> Chessboard {
        Chessboard { width: self.height, height: self.width }
    }

    pub(super) fn index(self, square: TourSquare) -> u32 {
        square.row * self.width + square.column
    }

    pub(super) fn at(self, index: u32) -> TourSquare {
        TourSquare { row: index / self.width, column: index % self.width }
    }

    /// The square after a move of [`MOVES`], if it is on the board.
    pub(super) fn after(self, from: TourSquare, by: usize) -> Option<TourSquare> {
        let (rows, columns) = MOVES[by];
        let row = from.row.checked_add_signed(rows).filter(|&row| row < self.height)?;
        let column = from.column.checked_add_signed(columns).filter(|&column| column < self.width)?;
        Some(TourSquare { row, column })
    }
}

impl fmt::Display for Chessboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Chessboard {
    type Err = TourError;

    /// Parses `8x8`, `8×8`, `8*8` or `8 8`: columns, then rows.
    fn from_str(text: &str) -> Result<Chessboard, TourError> {
        let [width, height] = sides(text).ok_or_else(|| TourError::BoardText { found: clip(text) })?;
        Chessboard::new(width, height)
    }
}

/// A square by row and column, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TourSquare {
    pub row: u32,
    pub column: u32,
}

impl TourSquare {
    /// Whether the square has the colour of the corner (0,0).
    pub fn has_corner_colour(self) -> bool {
        (self.row + self.column).is_multiple_of(2)
    }

    pub(super) fn transposed(self) -> TourSquare {
        TourSquare { row: self.column, column: self.row }
    }
}

impl fmt::Display for TourSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.column)
    }
}

named! {
    /// Whether the last square must be a knight's move from the first.
    pub enum TourKind {
        /// The tour may end anywhere.
        Open = "open",
        /// The tour ends a knight's move from where it began.
        Closed = "closed",
    }
}

read_by_name!(TourKind, TourError, |found| TourError::KindText { found });

/// A board, a start on it, and the kind of tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TourProblem {
    board: Chessboard,
    start: TourSquare,
    kind: TourKind,
}

impl TourProblem {
    /// The tours of `board` from a start.
    ///
    /// # Errors
    /// The start is off the board.
    pub fn new(board: Chessboard, row: u64, column: u64, kind: TourKind) -> Result<TourProblem, TourError> {
        Ok(TourProblem { board, start: board.square(row, column)?, kind })
    }

    /// Parses texts such as `8x8`, `0,0` and `open`.
    ///
    /// # Errors
    /// The first text that does not parse, or a start off the board.
    pub fn parse(board: &str, start: &str, kind: &str) -> Result<TourProblem, TourError> {
        let board: Chessboard = board.parse()?;
        Ok(TourProblem { board, start: board.read_square(start)?, kind: kind.parse()? })
    }

    pub fn board(self) -> Chessboard {
        self.board
    }

    pub fn start(self) -> TourSquare {
        self.start
    }

    pub fn kind(self) -> TourKind {
        self.kind
    }

    pub(super) fn transposed(self) -> TourProblem {
        TourProblem { board: self.board.transposed(), start: self.start.transposed(), kind: self.kind }
    }
}
