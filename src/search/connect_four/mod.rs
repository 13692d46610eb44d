//! Connect Four: three evaluations, and the exact value of any position.

mod book;
mod bounds;
mod heuristics;
mod perfect;
mod solver;
mod stones;

pub use heuristics::{Cells, Lines, OpenLines};
pub use perfect::{Perfect, in_plies};
pub use solver::{Solved, Solver};
