//! Connect Four (puissance 4): stones fall into seven columns of six; four in line win.
//!
//! A set of cells is a `u64` with seven bits a column, bottom first, the seventh always empty: four in line are found by shifting the set
//! onto itself, and no line runs over an edge.

mod notation;

pub use notation::ConnectFourPositionError;

use crate::{BySide, GameVerdict, LONGEST_SHOWN, Outcome, Position, Side};
use alloc::string::String;
use arrayvec::ArrayVec;
use core::fmt;
use core::str::FromStr;
use message::{Coded, Message, clipped};

pub const COLUMNS: u8 = 7;
pub const ROWS: u8 = 6;
/// Bits a column: its cells and the empty one above.
pub const STRIDE: u8 = ROWS + 1;
pub const CELLS: u32 = COLUMNS as u32 * ROWS as u32;

/// The lowest cell of every column.
pub const BOTTOM: u64 = {
    let mut set = 0;
    let mut column = 0;
    while column < COLUMNS {
        set |= 1 << (column * STRIDE);
        column += 1;
    }
    set
};
pub const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);
/// The distance from one cell to the next in a line: upwards, to the right, and along both diagonals.
pub const DIRECTIONS: [u8; 4] = [1, STRIDE, STRIDE - 1, STRIDE + 1];

/// The cell of a column (0 is the left one) and a row (0 is the lowest).
#[inline]
pub const fn cell(column: u8, row: u8) -> u64 {
    1 << (column * STRIDE + row)
}

#[inline]
pub const fn column_cells(column: u8) -> u64 {
    ((1 << ROWS) - 1) << (column * STRIDE)
}

#[inline]
pub fn has_four(set: u64) -> bool {
    DIRECTIONS.iter().any(|by| {
        let pairs = set & set >> by;
        pairs & pairs >> (2 * by) != 0
    })
}

/// The number of lines of four within a set.
fn open_lines(set: u64) -> u32 {
    let lines = |by: &u8| (set & set >> by & set >> (2 * by) & set >> (3 * by)).count_ones();
    DIRECTIONS.iter().map(lines).sum()
}

/// A set with left and right swapped.
#[inline]
pub fn mirrored(set: u64) -> u64 {
    (0..COLUMNS).fold(0, |mirror, column| mirror | (set >> (column * STRIDE) & ((1 << STRIDE) - 1)) << ((COLUMNS - 1 - column) * STRIDE))
}

/// A move: the column into which the stone falls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(u8);

impl Column {
    /// The column with this index: 0 is the left one.
    pub const fn from_index(index: u8) -> Option<Column> {
        if index < COLUMNS { Some(Column(index)) } else { None }
    }

    /// 0 for the left one to 6.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }
}

displayed!(Column);

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("connect_four_notation")]
pub struct NoColumn {
    /// What stood there, shortened.
    pub text: String,
}

impl FromStr for Column {
    type Err = NoColumn;

    fn from_str(text: &str) -> Result<Self, NoColumn> {
        match *text.as_bytes() {
            [digit @ b'1'..=b'7'] => Ok(Column(digit - b'1')),
            _ => Err(NoColumn { text: clipped(text, LONGEST_SHOWN) }),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("connect_four_move")]
pub enum IllegalColumn {
    GameOver,
    Full { column: Column },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    stones: BySide<u64>,
    ply: u32,
}

impl ConnectFour {
    #[inline]
    pub fn set(&self, side: Side) -> u64 {
        self.stones[side]
    }

    #[inline]
    pub const fn occupied(&self) -> u64 {
        self.stones.white | self.stones.black
    }

    /// Where a stone may fall: the lowest empty cell of every column that is not full.
    #[inline]
    pub const fn landings(&self) -> u64 {
        (self.occupied() + BOTTOM) & BOARD
    }

    /// A number below 2⁴⁹, different for each position.
    #[inline]
    pub fn code(&self) -> u64 {
        // Adding the bottom row sets one bit above each column's stones.
        self.stones[self.side_to_move()] + self.occupied() + BOTTOM
    }

    /// The same code for a position and its mirror image.
    pub fn symmetric_code(&self) -> u64 {
        self.code().min(self.mirrored().code())
    }

    #[inline]
    fn just_moved_has_won(&self) -> bool {
        has_four(self.stones[self.side_to_move().other()])
    }
}

impl Position for ConnectFour {
    type Move = Column;
    type Moves = ArrayVec<Column, { COLUMNS as usize }>;
    type Illegal = IllegalColumn;
    const NAME: &'static str = "connect-four";

    fn start() -> Self {
        ConnectFour { stones: BySide { white: 0, black: 0 }, ply: 0 }
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        Side::to_move_after(self.ply)
    }

    #[inline]
    fn ply(&self) -> u32 {
        self.ply
    }

    /// The code, mixed by a bijection (the end of SplitMix64): two positions never share a key.
    #[inline]
    fn key(&self) -> u64 {
        crate::random::mix(self.code())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.just_moved_has_won() {
            return Some(Outcome::Win(self.side_to_move().other()));
        }
        (self.ply == CELLS).then_some(Outcome::Draw)
    }

    fn verdict(&self) -> Message {
        let side = self.side_to_move().other();
        if self.just_moved_has_won() { GameVerdict::InLine { side, count: 4 } } else { GameVerdict::Full { count: 4 } }.message()
    }

    /// From the left to the right.
    #[inline]
    fn legal_moves(&self) -> Self::Moves {
        if self.just_moved_has_won() {
            return ArrayVec::new();
        }
        let landings = self.landings();
        (0..COLUMNS).filter(|&column| landings & column_cells(column) != 0).map(Column).collect()
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.just_moved_has_won() { 0 } else { u64::from(self.landings().count_ones()) }
    }

    #[inline]
    fn play(&mut self, mv: Column) {
        let landing = self.landings() & column_cells(mv.0);
        let side = self.side_to_move();
        self.stones[side] |= landing;
        self.ply += 1;
    }

    fn mirrored(&self) -> Self {
        ConnectFour { stones: self.stones.map(mirrored), ply: self.ply }
    }

    fn mirrored_move(column: Column) -> Column {
        Column(COLUMNS - 1 - column.0)
    }

    fn check_move(&self, mv: Column) -> Result<(), IllegalColumn> {
        if self.outcome().is_some() {
            return Err(IllegalColumn::GameOver);
        }
        match self.landings() & column_cells(mv.0) {
            0 => Err(IllegalColumn::Full { column: mv }),
            _ => Ok(()),
        }
    }

    /// The difference in open lines, which are those without a stone of the other side, and 16 if a side could complete four now.
    fn imbalance(&self) -> u32 {
        let wins = |side: Side| (0..COLUMNS).any(|column| has_four(self.stones[side] | self.landings() & column_cells(column)));
        let open = |side: Side| open_lines(BOARD & !self.stones[side.other()]);
        open(Side::White).abs_diff(open(Side::Black)) + 16 * u32::from(Side::BOTH.into_iter().any(wins))
    }
}
