//! Light Up (akari): white cells take bulbs. A bulb lights its row and column up to a black cell; no bulb lights another; a numbered black
//! cell has exactly this number of bulbs beside it; every white cell ends lit.
//!
//! A [`LightUpPuzzle`] is read from text, and each of its clues has enough white neighbours; a [`LightUpSolution`] has passed the independent checker.

mod backtracking;
mod check;
mod draw;
mod error;
mod extreme;
mod generate;
mod hint;
mod learning;
mod lines;
mod patterns;
mod pigeonholes;
mod puzzle;
mod read;
mod solve;
#[cfg(test)]
mod tests;

pub use crate::{count, each_solution, solve, watch};
pub use check::LightUpSolution;
pub use error::LightUpError;
pub use generate::generate;
pub use hint::{LightUpEnd, LightUpStep, LightUpWalk, walk};
pub use patterns::{CellMark, LightUpContradiction, Rule};
pub use puzzle::{LightUpCell, LightUpPuzzle, LightUpSquare};
pub use solve::LightUpMethod;

use patterns::DeducedMark;
