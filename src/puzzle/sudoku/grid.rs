//! Sudoku puzzles: givens without a clash.

use core::fmt;

use super::{Clash, SudokuCell, SudokuError, SudokuShape, Unit};

/// A grid with some cells given. No digit stands twice in a unit.
///
/// Read from text by [`str::parse`] (see the formats there); written as one line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SudokuPuzzle {
    shape: SudokuShape,
    /// In reading order, 0 for an empty cell.
    digits: Vec<u8>,
}

impl SudokuPuzzle {
    /// A puzzle from its digits in reading order, 0 for an empty cell.
    ///
    /// # Errors
    /// Not as many digits as cells, a digit larger than the side, or a clash.
    pub fn new(shape: SudokuShape, digits: Vec<u8>) -> Result<SudokuPuzzle, SudokuError> {
        let side = shape.side();
        if digits.len() != shape.cells() {
            return Err(SudokuError::Size { cells: digits.len(), side, full: shape.cells() });
        }
        if let Some(index) = digits.iter().position(|&digit| digit > side) {
            return Err(SudokuError::Digit { cell: shape.cell(index), found: u64::from(digits[index]), side });
        }
        match shape.units().find_map(|unit| clash(shape, &digits, unit)) {
            Some(clash) => Err(clash.into()),
            None => Ok(SudokuPuzzle { shape, digits }),
        }
    }

    pub fn shape(&self) -> SudokuShape {
        self.shape
    }

    /// The digits in reading order, 0 for an empty cell.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    pub(super) fn without(&self, index: usize) -> SudokuPuzzle {
        let mut digits = self.digits.clone();
        digits[index] = 0;
        SudokuPuzzle { shape: self.shape, digits }
    }
}

fn clash(shape: SudokuShape, digits: &[u8], unit: Unit) -> Option<Clash> {
    let mut place: [Option<SudokuCell>; SudokuShape::LARGEST as usize + 1] = [None; SudokuShape::LARGEST as usize + 1];
    shape.cells_of(unit).find_map(|second| {
        let digit = digits[shape.index(second)];
        if digit == 0 {
            return None;
        }
        place[usize::from(digit)].replace(second).map(|first| Clash { unit, digit, first, second })
    })
}

impl fmt::Display for SudokuPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&symbols(&self.digits))
    }
}

pub(super) fn symbols(digits: &[u8]) -> String {
    digits.iter().map(|&digit| SudokuShape::symbol(digit)).collect()
}
