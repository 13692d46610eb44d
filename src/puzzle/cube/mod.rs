//! Rubik's cube, 3×3×3, and the pocket cube, 2×2×2.
//!
//! [`Facelets`] are the stickers of any cube, a [`Sequence`] is a scramble. A [`SizedCube`] is reachable by turns; [`CubeUnreachable`] is the reason why another
//! is not. A [`CubeSolver`] answers a [`Request`]; its answers have passed [`check()`].
//!
//! ```
//! use puzzle::cube::{Enough, Facelets, CubeMethod, Metric, Request, Size, CubeSolver};
//! let scrambled = Facelets::scrambled(Size::Three, &"R U' F2 x Lw".parse()?)?;
//! let request = Request { method: CubeMethod::TwoPhase, metric: Metric::Half, enough: Enough::Moves(20) };
//! let solved = CubeSolver::new().solve(&scrambled, request, &mut |_| true)?;
//! # Ok::<(), puzzle::cube::CubeError>(())
//! ```

mod check;
mod coordinate;
mod cubies;
mod distance;
mod draw;
mod error;
mod facelets;
mod generate;
mod graph;
mod heuristics;
mod method;
mod nearest;
mod notation;
mod optimal;
mod phase;
mod phase_tables;
mod reach;
mod reduced;
mod snapshot;
mod solver;
mod stickers;
mod symmetry;
mod transitions;
mod turn;
mod two_phase;
mod views;

#[cfg(test)]
mod tests;

pub use check::{CubeFault, check};
pub use cubies::{Cube2, Cube3};
pub use distance::Distances;
pub use error::CubeError;
pub use facelets::{Facelets, Size};
pub use generate::{Scramble, turns};
pub use method::CubeMethod;
pub use nearest::nearest;
pub use notation::{MovedLayers, NotationMove, Sequence};
pub use optimal::PruningTables;
pub use phase::first_phase;
pub use reach::{Color, CubeUnreachable, SizedCube, Stickers};
pub use solver::{CubeSolution, CubeSolver, Request};
pub use turn::{Amount, Face, Metric, Turn};
pub use two_phase::Enough;
