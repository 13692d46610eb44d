//! The sizes of cubes.

use super::error::Error;
use crate::quotation::clip;
use std::fmt;
use std::str::FromStr;

/// A size of cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// 2×2×2, the pocket cube.
    Two,
    /// 3×3×3, Rubik's cube.
    Three,
}

impl Size {
    /// Both sizes.
    pub const ALL: [Size; 2] = [Size::Two, Size::Three];

    /// How many stickers an edge of a face has.
    pub fn edge(self) -> usize {
        self as usize + 2
    }

    /// How many stickers a face has.
    pub fn area(self) -> usize {
        self.edge() * self.edge()
    }
}

message::tell_displayed!(Size);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.edge();
        write!(f, "{n}×{n}×{n}")
    }
}

impl FromStr for Size {
    type Err = Error;

    fn from_str(text: &str) -> Result<Size, Error> {
        match text.trim() {
            "2" | "2x2x2" | "2×2×2" => Ok(Size::Two),
            "3" | "3x3x3" | "3×3×3" => Ok(Size::Three),
            other => Err(Error::Size { found: clip(other) }),
        }
    }
}
