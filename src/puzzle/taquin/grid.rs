//! Boards as written: names in rows.

use std::fmt;
use std::str::FromStr;

use super::error::TaquinError;
use crate::quotation::{clip, sides};

pub const MAX_SIDE: u64 = 100;

/// Width and height, each from 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TaquinShape {
    width: u8,
    height: u8,
}

impl TaquinShape {
    /// A shape of `width` columns and `height` rows.
    ///
    /// # Errors
    /// A side of zero or longer than [`MAX_SIDE`].
    pub fn new(width: u64, height: u64) -> Result<TaquinShape, TaquinError> {
        match (width, height) {
            (0, _) | (_, 0) => Err(TaquinError::Empty),
            (1..=MAX_SIDE, 1..=MAX_SIDE) => Ok(TaquinShape { width: width as u8, height: height as u8 }),
            _ => Err(TaquinError::Large { width, height, most: MAX_SIDE }),
        }
    }

    pub fn width(self) -> usize {
        self.width.into()
    }

    pub fn height(self) -> usize {
        self.height.into()
    }

    /// The number of cells, the blank included.
    pub fn cells(self) -> usize {
        self.width() * self.height()
    }

    pub(super) fn transposed(self) -> TaquinShape {
        TaquinShape { width: self.height, height: self.width }
    }

    pub fn at(self, cell: usize) -> (usize, usize) {
        (cell / self.width(), cell % self.width())
    }

    pub(super) fn distance(self, a: usize, b: usize) -> u32 {
        let (a, b) = (self.at(a), self.at(b));
        (a.0.abs_diff(b.0) + a.1.abs_diff(b.1)) as u32
    }
}

impl fmt::Display for TaquinShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for TaquinShape {
    type Err = TaquinError;

    /// Parses `4x4`, `4×4`, `4*4` or `4 4`: columns, then rows.
    fn from_str(text: &str) -> Result<TaquinShape, TaquinError> {
        let [width, height] = sides(text).ok_or_else(|| TaquinError::ShapeText { found: clip(text) })?;
        TaquinShape::new(width, height)
    }
}

/// Names in rows, without a check of blanks or repeated names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaquinGrid {
    shape: TaquinShape,
    names: Vec<String>,
}

impl TaquinGrid {
    /// Names of cells, row by row.
    ///
    /// # Errors
    /// [`TaquinError::Count`] when they do not fill the shape.
    pub fn new(shape: TaquinShape, names: Vec<String>) -> Result<TaquinGrid, TaquinError> {
        if names.len() != shape.cells() {
            return Err(TaquinError::Count { shape: shape.to_string(), cells: shape.cells(), found: names.len() });
        }
        Ok(TaquinGrid { shape, names })
    }

    /// Parses rows split by `/` or line breaks, and cells split by spaces or commas. Words of equal length, or a single word, are split into letters if
    /// no letter repeats. A list in one row fills `shape` if that is given; otherwise a square number of cells is a square, a prime number one row.
    ///
    /// # Errors
    /// No cell, rows of different lengths, sides too long, cells that do not fill `shape`, or a list of ambiguous shape.
    pub fn parse(text: &str, shape: Option<TaquinShape>) -> Result<TaquinGrid, TaquinError> {
        let mut rows: Vec<Vec<&str>> = text
            .split(['/', '\n', '\r'])
            .map(|row| row.split(|c: char| c.is_whitespace() || c == ',').filter(|cell| !cell.is_empty()).collect())
            .filter(|row: &Vec<&str>| !row.is_empty())
            .collect();
        if let Some(letters) = letter_by_letter(&rows) {
            rows = letters;
        }
        let Some(first) = rows.first() else {
            return Err(TaquinError::Empty);
        };
        let wanted = first.len();
        if let Some(row) = rows.iter().position(|row| row.len() != wanted) {
            return Err(TaquinError::Ragged { row: row + 1, found: rows[row].len(), wanted });
        }
        let found = wanted * rows.len();
        let seen = (wanted as u64, rows.len() as u64);
        let side = found.isqrt();
        let shape = match shape {
            Some(shape) if rows.len() == 1 || (shape.width(), shape.height()) == (wanted, rows.len()) => shape,
            Some(shape) => {
                return Err(TaquinError::Shapes { start: TaquinShape::new(seen.0, seen.1)?.to_string(), goal: shape.to_string() });
            }
            None if rows.len() == 1 && side * side == found => TaquinShape::new(side as u64, side as u64)?,
            None if rows.len() == 1 => match (2..=side).rev().find(|height| found.is_multiple_of(*height)) {
                Some(height) => return Err(TaquinError::ManyShapes { found, width: found / height, height }),
                None => TaquinShape::new(seen.0, seen.1)?,
            },
            None => TaquinShape::new(seen.0, seen.1)?,
        };
        TaquinGrid::new(shape, rows.concat().into_iter().map(str::to_owned).collect())
    }

    pub fn shape(&self) -> TaquinShape {
        self.shape
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// The letters of rows written without spaces, as words of equal length or as one word, if no letter repeats, and if a word contains a blank.
fn letter_by_letter<'t>(rows: &[Vec<&'t str>]) -> Option<Vec<Vec<&'t str>>> {
    let words: Vec<&'t str> = rows.concat();
    let letters = |word: &str| word.chars().count();
    let alike = words.iter().all(|word| letters(word) == letters(words[0]));
    let in_words = alike && letters(words.first()?) > 1 && (rows.len() == 1 || rows.iter().all(|row| row.len() == 1));
    if !in_words || rows.len() == 1 && words.len() > 1 && !words.iter().any(|word| word.contains(['_', '.', '0'])) {
        return None;
    }
    let split = |word: &&'t str| -> Vec<&'t str> { word.char_indices().map(|(at, letter)| &word[at..at + letter.len_utf8()]).collect() };
    let rows: Vec<Vec<&str>> = words.iter().map(split).collect();
    let mut all = rows.concat();
    all.sort_unstable();
    all.windows(2).all(|pair| pair[0] != pair[1]).then_some(rows)
}

impl FromStr for TaquinGrid {
    type Err = TaquinError;

    fn from_str(text: &str) -> Result<TaquinGrid, TaquinError> {
        TaquinGrid::parse(text, None)
    }
}

impl fmt::Display for TaquinGrid {
    /// Rows split by ` / `, cells by a space.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, name) in self.names.iter().enumerate() {
            let gap = match cell % self.shape.width() {
                _ if cell == 0 => "",
                0 => " / ",
                _ => " ",
            };
            write!(f, "{gap}{name}")?;
        }
        Ok(())
    }
}
