//! Cube sizes.

use super::error::CubeError;
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
    type Err = CubeError;

    fn from_str(text: &str) -> Result<Size, CubeError> {
        match text.trim() {
            "2" | "2x2x2" | "2×2×2" => Ok(Size::Two),
            "3" | "3x3x3" | "3×3×3" => Ok(Size::Three),
            other => Err(CubeError::Size { found: clip(other) }),
        }
    }
}
