//! The taquin (sliding puzzle), of any size, from any start to any goal, with any tile as the blank.
//!
//! [`solve`] solves a [`TaquinPuzzle`] by a [`TaquinMethod`]. Every solution has passed [`check`].

mod best_first;
mod blocks;
mod check;
mod combinations;
mod draw;
mod error;
mod generate;
mod grid;
mod hint;
mod ida_star;
mod layers;
mod lookup;
mod method;
mod mirror;
mod parity;
mod pattern;
mod puzzle;
mod sequences;
mod solve;
mod tables;

pub use check::{TaquinFault, check};
pub use draw::{MAX_BOARDS, MAX_CELLS_DRAWN, film, svg, text};
pub use error::TaquinError;
pub use generate::{Generated, generate, generate_at, lengths};
pub use grid::{MAX_SIDE, TaquinGrid, TaquinShape};
pub use hint::{TaquinHint, TaquinReason, hint};
pub use ida_star::{manhattan, misplaced};
pub use method::TaquinMethod;
pub use parity::TaquinUnreachable;
pub use puzzle::{Direction, Goal, TaquinPuzzle};
pub use solve::{Attempt, TaquinSolution, needs_tables, pursue, solve, solve_with, tables, tables_key, watch};
pub use tables::{LARGE_PLACEMENTS, LARGEST_PLACEMENTS, PatternDatabases, USUAL_PLACEMENTS};
