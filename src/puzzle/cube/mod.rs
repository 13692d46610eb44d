//! Rubik's cube, 3×3×3, and the pocket cube, 2×2×2.
//!
//! [`Facelets`] are the stickers of any cube, a [`Sequence`] is a scramble. A [`Cube`] is reachable by turns; [`Unreachable`] is the reason why another
//! is not. A [`Solver`] answers a [`Request`]; its answers have passed [`check()`].
//!
//! ```
//! use puzzle::cube::{Enough, Facelets, Method, Metric, Request, Size, Solver};
//! let scrambled = Facelets::scrambled(Size::Three, &"R U' F2 x Lw".parse()?)?;
//! let request = Request { method: Method::TwoPhase, metric: Metric::Half, enough: Enough::Moves(22) };
//! let solved = Solver::new().solve(&scrambled, request, &mut |_| true)?;
//! # Ok::<(), puzzle::cube::Error>(())
//! ```

mod check;
mod coordinate;
mod cubies;
mod distance;
mod draw;
mod error;
mod estimate;
mod facelets;
mod generate;
mod graph;
mod method;
mod notation;
mod optimal;
mod pairs;
mod phase;
mod reach;
mod reduced;
mod size;
mod solver;
mod stickers;
mod symmetry;
mod tables;
mod transitions;
mod turn;
mod two_phase;
mod watched;

#[cfg(test)]
mod tests;

pub use check::{Fault, check};
pub use cubies::{Cube2, Cube3};
pub use distance::Distances;
pub use error::Error;
pub use facelets::Facelets;
pub use generate::{Scramble, turns};
pub use method::{Heuristic, Method};
pub use notation::{Move, Part, Sequence};
pub use phase::first_phase;
pub use reach::{Color, Cube, Stickers, Unreachable};
pub use size::Size;
pub use solver::{Request, Solution, Solver};
pub use tables::PruningTables;
pub use turn::{Amount, Face, Metric, Turn};
pub use two_phase::Enough;
