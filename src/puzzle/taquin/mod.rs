//! Sliding puzzles: the taquin, of any size, from any start to any goal, with any tile as the blank.
//!
//! [`solve`] takes a [`Puzzle`] and a [`Method`]. A pair that no moves join is told by parity. Every solution has passed
//! [`check`].

mod best_first;
mod check;
mod combinations;
mod deepening;
mod draw;
mod error;
mod generate;
mod geometry;
mod grid;
mod heuristic;
mod hint;
mod iteration;
mod layers;
mod lookup;
mod method;
mod mirror;
mod parity;
mod passing;
mod pattern;
mod puzzle;
mod sequences;
mod solve;
mod tables;
mod weighted;

pub use check::{Flaw, check};
pub use draw::{MOST_BOARDS, MOST_CELLS_DRAWN, film, svg, text};
pub use error::Error;
pub use generate::{Generated, generate, generate_at, lengths};
pub use grid::{Grid, MOST_SIDE, Shape};
pub use heuristic::{manhattan, misplaced};
pub use hint::{Because, Hint, hint};
pub use method::Method;
pub use parity::Unreachable;
pub use puzzle::{Direction, Goal, Puzzle};
pub use solve::{Attempt, Solution, needs_tables, pursue, solve, solve_with, tables, tables_key, watch, watch_with};
pub use tables::{LARGE_PLACEMENTS, LARGEST_PLACEMENTS, PatternDatabases, USUAL_PLACEMENTS};
