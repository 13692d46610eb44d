//! Connect Four: three evaluations, and the exact value of any position.

mod heuristics;
mod solver;

pub use heuristics::{Cells, Lines, OpenLines};
pub use solver::{Solved, Solver};
