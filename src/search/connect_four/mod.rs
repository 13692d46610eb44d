//! Connect Four: three evaluations, the exact value of any position, and endings at random.

mod book;
mod bounds;
mod ending;
mod heuristics;
mod perfect;
mod solver;
mod stones;

pub use ending::{Ending, ending};
pub use heuristics::{Cells, Lines, OpenLines};
pub use perfect::{Perfect, in_plies};
pub use solver::{Solved, Solver};
