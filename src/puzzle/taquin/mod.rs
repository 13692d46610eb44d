//! Sliding puzzles: the taquin, of any size, from any start to any goal, with any tile as the blank.
//!
//! [`solve`] solves a [`Puzzle`] by a [`Method`]. Every solution has passed [`check`].

mod best_first;
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
mod weighted;

pub use check::{Flaw, check};
pub use draw::{MAX_BOARDS, MAX_CELLS_DRAWN, film, svg, text};
pub use error::Error;
pub use generate::{Generated, generate, generate_at, lengths};
pub use grid::{Grid, MAX_SIDE, Shape};
pub use hint::{Because, Hint, hint};
pub use ida_star::{manhattan, misplaced};
pub use method::Method;
pub use parity::Unreachable;
pub use puzzle::{Direction, Goal, Puzzle};
pub use solve::{Attempt, Solution, needs_tables, pursue, solve, solve_with, tables, tables_key, watch};
pub use tables::{LARGE_PLACEMENTS, LARGEST_PLACEMENTS, PatternDatabases, USUAL_PLACEMENTS};
