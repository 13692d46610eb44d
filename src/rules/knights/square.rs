//! The 81 intersections.

use core::fmt::{self, Write};
use core::str::FromStr;

/// An intersection: `A1` is the top-left corner, `I9` the bottom-right one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    pub const COUNT: usize = 81;

    /// The intersection on line `column` (0 is `A`) and row `row` (0 is row 1), if it is on the board.
    pub const fn at(column: u8, row: u8) -> Option<Square> {
        if column < 9 && row < 9 { Some(Square(row * 9 + column)) } else { None }
    }

    /// The intersection with this index, row by row from `A1` = 0 to `I9` = 80, if there is one.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::COUNT { Some(Square(index as u8)) } else { None }
    }

    /// Row by row, from `A1` = 0 to `I9` = 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for `A` to 8 for `I`.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 % 9
    }

    /// 0 for row 1 to 8 for row 9.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / 9
    }

    /// Its mirror image, left and right swapped: `A1` for `I1`.
    pub const fn mirrored(self) -> Square {
        Square(self.0 + 8 - 2 * self.column())
    }

    #[inline]
    pub const fn bit(self) -> u128 {
        1 << self.0
    }

    /// This intersection moved by an offset that the caller knows to stay on the board.
    #[inline]
    pub(super) const fn offset(self, by: i32) -> Square {
        Square((self.0 as i32 + by) as u8)
    }
}

displayed!(Square);

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char((b'A' + self.column()).into())?;
        f.write_char((b'1' + self.row()).into())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_square")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        match *text.as_bytes() {
            [column @ b'A'..=b'I', row @ b'1'..=b'9'] => Ok(Square((row - b'1') * 9 + (column - b'A'))),
            _ => Err(ParseSquareError),
        }
    }
}

/// The intersections of a set, in the order of their indices.
#[derive(Clone, Copy, Debug)]
pub struct Squares(pub(super) u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}
