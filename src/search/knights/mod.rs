//! Chinese knights: evaluations and the engines made for this game alone.

mod course;
mod heuristics;

pub use course::Course;
pub use heuristics::{Exponential, Linear};
