//! Cubes as stickers, and their sizes.

use super::stickers;
use super::{CubeError, Face, Sequence};
use crate::named::named;
use crate::quotation::clip;
use std::fmt;
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

/// The stickers of a cube: the faces U R F D L B, each row by row (U and D with F on the near side). [`SizedCube`](super::SizedCube) checks that the cube exists.
///
/// The text is that of Kociemba's programs, 54 or 24 face letters. Colour letters (`W R G Y O B` for U R F D L B) in either case and digits (1 to 6, or
/// 0 to 5) parse too, with spaces, commas and slashes anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Facelets {
    size: Size,
    colors: Vec<Face>,
}

impl Facelets {
    pub fn solved(size: Size) -> Facelets {
        let colors = Face::ALL.into_iter().flat_map(|face| std::iter::repeat_n(face, size.area())).collect();
        Facelets { size, colors }
    }

    /// The solved cube after `scramble`.
    ///
    /// # Errors
    /// [`CubeError::NoSlice`] for a slice of a 2×2×2.
    pub fn scrambled(size: Size, scramble: &Sequence) -> Result<Facelets, CubeError> {
        Facelets::solved(size).after(scramble)
    }

    /// This cube after `moves`.
    ///
    /// # Errors
    /// [`CubeError::NoSlice`] for a slice of a 2×2×2.
    pub fn after(&self, moves: &Sequence) -> Result<Facelets, CubeError> {
        let mut colors = self.colors.clone();
        for step in &moves.0 {
            colors = stickers::moved(self.size, &colors, *step)?;
        }
        Ok(Facelets { size: self.size, colors })
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// All stickers, in the order of the text.
    pub fn colors(&self) -> &[Face] {
        &self.colors
    }

    /// The stickers of one face, row by row.
    pub fn face(&self, face: Face) -> &[Face] {
        &self.colors[face as usize * self.size.area()..][..self.size.area()]
    }

    /// Whether each face has one colour, however the cube is held.
    pub fn is_solved(&self) -> bool {
        self.colors.chunks(self.size.area()).all(|face| face.iter().all(|color| *color == face[0]))
    }

    pub(super) fn new(size: Size, colors: Vec<Face>) -> Facelets {
        debug_assert_eq!(colors.len(), 6 * size.area());
        Facelets { size, colors }
    }
}

/// The letters of the faces; with `{:#}`, the letters of the colours.
impl fmt::Display for Facelets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = if f.alternate() { Face::color_letter } else { Face::letter };
        self.colors.iter().try_for_each(|color| write!(f, "{}", letter(*color)))
    }
}

impl FromStr for Facelets {
    type Err = CubeError;

    fn from_str(text: &str) -> Result<Facelets, CubeError> {
        let letters = || text.chars().filter(|c| !c.is_whitespace() && !",/".contains(*c)).map(|c| c.to_ascii_uppercase());
        let only = |these: &str| letters().find(|letter| these.contains(*letter));
        let size = match letters().count() {
            24 => Size::Two,
            54 => Size::Three,
            count => return Err(CubeError::Stickers { found: count }),
        };
        let alphabet = if letters().all(|letter| letter.is_ascii_digit()) {
            if letters().any(|digit| digit == '0') { "012345" } else { "123456" }
        } else {
            match (only("UFDL"), only("WGYO")) {
                (Some(face), Some(color)) => return Err(CubeError::Mixed { face, color }),
                (_, Some(_)) => "WRGYOB",
                (_, None) => "URFDLB",
            }
        };
        let face =
            |(i, found): (usize, char)| alphabet.find(found).map(|at| Face::ALL[at]).ok_or(CubeError::Letter { place: i + 1, found });
        let colors = letters().enumerate().map(face).collect::<Result<_, _>>()?;
        Ok(Facelets { size, colors })
    }
}
