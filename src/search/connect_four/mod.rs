//! Connect Four: three evaluations.

mod heuristics;

pub use heuristics::{Cells, Lines, OpenLines};
