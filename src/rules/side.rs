//! The two sides, a value for each of them, and the end of a game.

use core::fmt;
use core::ops::{Index, IndexMut};
use message::Coded;

/// A side. White moves first, in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    White,
    Black,
}

impl Side {
    /// Both sides, in the order in which they move.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The side to move `plies` plies from the start.
    pub const fn to_move_after(plies: u32) -> Side {
        if plies.is_multiple_of(2) { Side::White } else { Side::Black }
    }

    /// `white` or `black`, as on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }

    /// `w` or `b`, as in a position's text.
    pub(crate) const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }
}

impl message::ToParam for Side {
    const TYPE: message::ParamType = message::ParamType::Named("Side");

    fn to_param(&self) -> message::Param {
        self.name().to_param()
    }
}

impl fmt::Display for Side {
    /// `White` or `Black`, to begin a sentence with.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// The rule that ended a game, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("verdict")]
pub enum GameVerdict {
    Arrived { side: Side, knights: u32, row: u8 },
    Stuck { white: u32, black: u32 },
    InLine { side: Side, count: u8 },
    Full { count: u8 },
    ByTheRules,
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Win(Side),
    Draw,
}

impl Outcome {
    /// `white`, `black` or `draw`, as on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Win(side) => side.name(),
            Outcome::Draw => "draw",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    pub white: T,
    pub black: T,
}

impl<T> BySide<T> {
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        BySide { white: make(Side::White), black: make(Side::Black) }
    }

    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide { white: f(self.white), black: f(self.black) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}
