//! Solvers for the classroom's puzzles. Pure: no clock, file or entropy, and no threads but those that a long search is [given](Effort).
//!
//! Every search takes `go_on: &mut impl FnMut(&Cost) -> bool` as its only notion of a budget. It is asked every few
//! thousand states at the latest; when it answers `false` the search ends with [`Verdict::GaveUp`].
//!
//! ```
//! use puzzle::sudoku::{Method, Puzzle, solve};
//! use puzzle::Verdict;
//!
//! let puzzle: Puzzle = "1......2.34.4..3".parse()?;
//! let mut nodes_left = 1_000;
//! let solved = solve(&puzzle, Method::Propagation, &mut |_| { nodes_left -= 1; nodes_left > 0 });
//! assert!(matches!(solved.verdict, Verdict::Solved(_)));
//! # Ok::<(), puzzle::sudoku::Error>(())
//! ```

mod answer;
pub mod chess;
pub mod cube;
mod difficulty;
mod effort;
mod impossible;
pub mod knights_tour;
mod learning;
pub mod light_up;
pub mod markup;
mod named;
mod quotation;
mod room;
mod sealed;
pub mod sudoku;
pub mod taquin;
mod trace;
mod verdict;

pub use answer::{Answer, Others, Solvable, Stream, StreamEnding, count, each_solution, solve, watch};
pub use difficulty::{Difficulty, NoSuchDifficulty};
pub use effort::{Effort, Progress};
pub use impossible::{AnyOf, Impossible};
pub use sealed::Unsealed;
pub use trace::{Event, MOST_LEVELS, Nobody, Observer, Scene, Step, Trace};
pub use verdict::{Cost, Solved, Verdict};
