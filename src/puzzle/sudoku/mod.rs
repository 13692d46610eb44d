//! Sudoku, from 4×4 to 25×25: every cell takes a digit so that each row, column and box holds every digit once.
//!
//! A [`Puzzle`] is read from text and has no clash among its givens; a [`Solution`] has passed the independent checker.

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
pub use cell::{Cell, Unit};
pub use check::Solution;
pub use error::{Clash, Error};
pub use generate::generate;
pub use grid::Puzzle;
pub use hint::{End, Walk, hint, walk};
pub use read::Symbols;
pub use shape::Shape;
pub use solve::Method;
pub use step::{Contradiction, Proof, Step};
pub use technique::Technique;

#[cfg(test)]
use check::Fault;
use notes::{Candidates, Notes};
use step::{Assumption, Because, Chain, Steps};
