//! Independent checker of every answer: it shares only the shape of the grid with the solvers.

use core::fmt;

use super::{SudokuCell, SudokuPuzzle, SudokuShape, Unit};

/// A full grid that keeps the givens of its puzzle and holds every digit once in each unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SudokuSolution {
    puzzle: SudokuPuzzle,
    digits: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("sudoku_fault")]
pub(crate) enum SudokuFault {
    Length { found: usize, expected: usize },
    Given { cell: SudokuCell, given: u8, found: u8 },
    Unit { unit: Unit, digit: u8, times: usize },
}

impl SudokuSolution {
    /// Checks an answer: digits in reading order.
    pub(super) fn check(puzzle: &SudokuPuzzle, digits: Vec<u8>) -> Result<SudokuSolution, SudokuFault> {
        let shape = puzzle.shape();
        if digits.len() != shape.cells() {
            return Err(SudokuFault::Length { found: digits.len(), expected: shape.cells() });
        }
        for (index, (&given, &found)) in puzzle.digits().iter().zip(&digits).enumerate() {
            if given != 0 && given != found {
                return Err(SudokuFault::Given { cell: shape.cell(index), given, found });
            }
        }
        for unit in shape.units() {
            let mut times = [0_u8; u8::MAX as usize + 1];
            shape.cells_of(unit).for_each(|cell| times[usize::from(digits[shape.index(cell)])] += 1);
            if let Some(digit) = (1..=shape.side()).find(|&digit| times[usize::from(digit)] != 1) {
                return Err(SudokuFault::Unit { unit, digit, times: times[usize::from(digit)].into() });
            }
        }
        Ok(SudokuSolution { puzzle: puzzle.clone(), digits })
    }

    pub fn puzzle(&self) -> &SudokuPuzzle {
        &self.puzzle
    }

    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    pub fn shape(&self) -> SudokuShape {
        self.puzzle.shape()
    }
}

impl fmt::Display for SudokuSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::grid::symbols(&self.digits))
    }
}
