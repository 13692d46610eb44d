//! The judge of every answer: slow, obvious, and sharing nothing with the solvers but the shape of the grid.

use core::fmt;

use super::{Cell, Puzzle, Shape, Unit};

/// A full grid that keeps the givens of its puzzle and holds every digit once in each unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    puzzle: Puzzle,
    digits: Vec<u8>,
}

/// Why a grid is not a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Not as many digits as the grid has cells.
    #[error("{found} digits for {expected} cells")]
    Length {
        /// Digits in the answer.
        found: usize,
        /// Cells in the grid.
        expected: usize,
    },
    /// A given was changed.
    #[error("{cell} is given as {given}, the answer has {found}")]
    Given {
        /// Where.
        cell: Cell,
        /// The given.
        given: u8,
        /// The answer's digit.
        found: u8,
    },
    /// A digit stands not once in a unit.
    #[error("{unit} holds the digit {digit} {times} times instead of once")]
    Unit {
        /// Where.
        unit: Unit,
        /// The digit, from 1.
        digit: u8,
        /// How often it stands there.
        times: usize,
    },
}

impl Solution {
    /// Checks an answer: digits in reading order.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(puzzle: &Puzzle, digits: Vec<u8>) -> Result<Solution, Fault> {
        let shape = puzzle.shape();
        if digits.len() != shape.cells() {
            return Err(Fault::Length { found: digits.len(), expected: shape.cells() });
        }
        for (index, (&given, &found)) in puzzle.digits().iter().zip(&digits).enumerate() {
            if given != 0 && given != found {
                return Err(Fault::Given { cell: shape.cell(index), given, found });
            }
        }
        for unit in shape.units() {
            let here = shape.cells_of(unit).map(|cell| digits[shape.index(cell)]);
            // As many cells as digits: all digits are there exactly if none is there twice.
            let set = here.clone().fold(0_u32, |set, digit| set | 1_u32.checked_shl(digit.into()).unwrap_or(0));
            if set != (2 << shape.side()) - 2 {
                let times = |digit| here.clone().filter(|found| *found == digit).count();
                let wrong = (1..=shape.side()).find(|&digit| times(digit) != 1);
                let digit = wrong.expect("a set that is not complete lacks a digit");
                return Err(Fault::Unit { unit, digit, times: times(digit) });
            }
        }
        Ok(Solution { puzzle: puzzle.clone(), digits })
    }

    /// The puzzle that it solves.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The digits in reading order.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The shape of the grid.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.puzzle.shape()
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::grid::write_digits(self.shape(), &self.digits, f)
    }
}
