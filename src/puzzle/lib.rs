//! Solvers for the classroom's puzzles, without a clock, a file or entropy, and without threads except those of a [`ResumableSearch`].
//!
//! Every search takes a [`KeepGoing`] as its only budget.
//!
//! ```
//! use puzzle::sudoku::{SudokuMethod, SudokuPuzzle, solve};
//! use puzzle::Verdict;
//!
//! let puzzle: SudokuPuzzle = "1......2.34.4..3".parse()?;
//! let mut nodes_left = 1_000;
//! let solved = solve(&puzzle, SudokuMethod::Propagation, &mut |_| { nodes_left -= 1; nodes_left > 0 });
//! assert!(matches!(solved.verdict, Verdict::Solved(_)));
//! # Ok::<(), puzzle::sudoku::SudokuError>(())
//! ```

mod answer;
pub mod chess;
pub mod cube;
mod difficulty;
mod impossible;
pub mod knights_tour;
mod learning;
pub mod light_up;
pub mod markup;
mod memory;
mod named;
mod permutation;
mod quotation;
mod resumable;
pub mod sudoku;
mod table_file;
pub mod taquin;
mod trace;
mod verdict;

pub use answer::{Answer, Each, Others, Solvable, Stream, StreamEnding, count, each_solution, solve, watch};
pub use difficulty::{Difficulty, NoSuchDifficulty};
pub use impossible::{AnyOf, Impossible};
pub use resumable::{IterationProgress, ResumableSearch};
pub use table_file::TableFileError;
pub use trace::{MAX_LEVELS, NoObserver, Observer, RecordedStep, Snapshot, Trace, TraceEvent};
pub use verdict::{Cost, KeepGoing, Solved, Verdict};
