//! Connect Four: three evaluations, the exact value of any position, and random endings.

mod book;
mod bounds;
mod ending;
mod heuristics;
mod perfect;
mod solver;
mod stones;

pub use ending::{Ending, ending};
pub use heuristics::Heuristic::{self, Cells, Lines, OpenLines};
pub use perfect::{Perfect, in_plies};
pub use solver::{ExactValue, Solver};
