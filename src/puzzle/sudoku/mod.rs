//! Sudoku, from 4×4 to 25×25: every cell takes a digit so that each row, column and box holds every digit once.
//!
//! A [`SudokuPuzzle`] is read from text and has no clash among its givens; a [`SudokuSolution`] has passed the independent checker.

mod backtracking;
mod cell;
mod chains;
mod check;
mod draw;
mod error;
mod forcing;
mod generate;
mod grid;
mod hint;
mod learning;
mod notes;
mod patterns;
mod propagation;
mod read;
mod shape;
mod solve;
mod step;
mod technique;
#[cfg(test)]
mod tests;

pub use crate::{count, each_solution, solve, watch};
pub use cell::{SudokuCell, Unit};
pub use check::SudokuSolution;
pub use error::{Clash, SudokuError};
pub use generate::generate;
pub use grid::SudokuPuzzle;
pub use hint::{SudokuEnd, SudokuWalk, hint, walk};
pub use read::Symbols;
pub use shape::SudokuShape;
pub use solve::SudokuMethod;
pub use step::{SudokuContradiction, SudokuProof, SudokuStep};
pub use technique::{Grade, Technique};

#[cfg(test)]
use check::SudokuFault;
use notes::{Candidates, Notes};
use step::{Assumption, Chain, SudokuReason, SudokuSteps};
