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
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("sudoku_fault")]
pub enum Fault {
    /// Not as many digits as the grid has cells.
    Length {
        /// Digits in the answer.
        found: usize,
        /// Cells in the grid.
        expected: usize,
    },
    /// A given was changed.
    Given {
        /// The cell that was given.
        cell: Cell,
        /// The given.
        given: u8,
        /// The answer's digit.
        found: u8,
    },
    /// A digit stands not once in a unit.
    Unit {
        /// The row, column or box that breaks the rule.
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
        let changed = |(given, found): (&u8, &u8)| (*given != 0) & (given != found);
        let pairs = || puzzle.digits().iter().zip(&digits);
        // To look at all of them is quicker than to stop at the first.
        if pairs().fold(false, |any, pair| any | changed(pair)) {
            let index = pairs().position(changed).expect("one was found");
            return Err(Fault::Given { cell: shape.cell(index), given: puzzle.digits()[index], found: digits[index] });
        }
        if !complete(shape, &digits) {
            let here = |unit| shape.cells_of(unit).map(|cell| digits[shape.index(cell)]);
            let times = |unit, digit| here(unit).filter(|found| *found == digit).count();
            let wrong = |unit| (1..=shape.side()).find(|&digit| times(unit, digit) != 1).map(|digit| (unit, digit));
            let (unit, digit) = shape.units().find_map(wrong).expect("a grid that is not complete has a unit that lacks a digit");
            return Err(Fault::Unit { unit, digit, times: times(unit, digit) });
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

/// Whether every row, column and box holds every digit. They have as many cells as there are digits: then none is there twice.
fn complete(shape: Shape, digits: &[u8]) -> bool {
    let (side, height, width) = (usize::from(shape.side()), usize::from(shape.box_height()), usize::from(shape.box_width()));
    let all = (2_u32 << side) - 2;
    let mut columns = [0; Shape::LARGEST as usize];
    let mut fits = true;
    for rows_of_boxes in digits.chunks_exact(side * height) {
        let mut boxes = [0; Shape::LARGEST as usize];
        for row in rows_of_boxes.chunks_exact(side) {
            let mut in_row = 0;
            let parts = row.chunks_exact(width).zip(columns.chunks_exact_mut(width));
            for (in_box, (part, columns)) in boxes.iter_mut().zip(parts) {
                let mut in_part = 0;
                for (column, &digit) in columns.iter_mut().zip(part) {
                    let bit = 1_u32.checked_shl(digit.into()).unwrap_or(0);
                    *column |= bit;
                    in_part |= bit;
                }
                *in_box |= in_part;
                in_row |= in_part;
            }
            fits &= in_row == all;
        }
        fits &= boxes[..height].iter().all(|set| *set == all);
    }
    fits && columns[..side].iter().all(|set| *set == all)
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::grid::write_digits(self.shape(), &self.digits, f)
    }
}
