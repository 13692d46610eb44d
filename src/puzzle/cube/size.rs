//! Cube sizes.

use super::error::Error;
use crate::named::named;
use crate::quotation::clip;
use std::str::FromStr;

named! {
    pub enum Size {
        Two = "2×2×2",
        Three = "3×3×3",
    }
}

impl Size {
    pub fn edge(self) -> usize {
        self as usize + 2
    }

    pub fn area(self) -> usize {
        self.edge() * self.edge()
    }
}

message::display_as_param!(Size);

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
