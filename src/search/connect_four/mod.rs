//! Connect Four: three evaluations, the exact value of any position, and random endings.

mod book;
mod bounds;
mod ending;
mod heuristics;
mod perfect;
mod solver;
mod stones;

pub use ending::{WonEnding, ending};
pub use heuristics::ConnectFourHeuristic::{self, Cells, Lines, OpenLines};
pub use perfect::{PerfectConnectFour, in_plies};
pub use solver::{ConnectFourSolver, ExactValue};
