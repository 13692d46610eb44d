//! Puzzles and positions as tasks: a question is read, worked on within its leash, and the answer shown in the form that is wanted.
//!
//! HTTP, jobs and the command line all come through here. No task knows who asks.

mod advice;
mod analysis;
mod assignment;
mod board;
mod catalogue;
mod chess;
mod comparison;
mod cube;
mod examples;
mod exercise;
mod filling;
mod form;
mod game;
mod inquiry;
mod job_id;
mod job_question;
mod jobs;
mod knights_tour;
mod light_up;
mod limits;
mod random;
mod review;
mod service;
mod sudoku;
mod tables;
mod taquin;
mod task;
mod to_analyse;
mod tools;
mod trace;
mod tree;
mod unreadable;

pub use assignment::{Assignment, Work};
pub use catalogue::{Kind, game, games, puzzle, puzzles};
pub use comparison::{MethodComparison, table};
pub use examples::{Example, examples};
pub use exercise::{exercise_attempt, exercise_list, exercise_solution};
pub use form::{Form, analysed, answer, event, report, stream};
pub use job_id::JobId;
pub use job_question::{JobAct, JobQuestion};
pub use jobs::{Jobs, UnfinishedJob};
pub use limits::Caps;
pub use random::WantedPuzzle;
pub use review::to_review;
pub use service::SolveService;
pub use tables::Preparation;
pub use taquin::Taquin;
pub use task::{Each, Iterations, Shown, SolveOutcome, Task};
pub use to_analyse::ToAnalyse;
pub use tools::{Tools, Wish};
pub use trace::Watching;
pub use tree::search_tree;
