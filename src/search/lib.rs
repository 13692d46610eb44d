//! Engines: search for the best move of a position. No clock, no thread, no entropy: the seed is an argument, and the caller's `keep_going` is
//! the budget.
//!
//! An [`Engine`] is made by name ([`knights_engine`]) or from its parts. [`schedule`] turns a game clock into the budget of a move.
//!
//! ```
//! use rules::{Position, TicTacToe};
//! use search::{EngineSettings, SearchLimits, tic_tac_toe_engine};
//!
//! let mut engine = tic_tac_toe_engine("perfect", &EngineSettings::default())?;
//! let found = engine.search(&TicTacToe::start(), &SearchLimits::default(), &mut |_| true).expect("the game is not over");
//! assert_eq!(found.score, 0, "perfect play is a draw");
//! # Ok::<(), search::UnknownEngine>(())
//! ```

mod analysis;
mod catalogue;
pub mod classroom;
pub mod connect_four;
mod engine;
pub mod exercise;
pub mod knights;
pub mod mcts;
mod node_budget;
mod observer;
mod random_player;
pub mod review;
pub mod schedule;
pub mod score;
mod table;
pub mod tic_tac_toe;

pub use analysis::{AnalysedLine, AnalysisState, analyse};
pub use catalogue::{
    CLASSROOM_ENGINES, ENGINES_WITHOUT_DEPTH, EngineSettings, KNIGHTS_ENGINES, KNIGHTS_PLAYERS, OBSERVABLE_ENGINES, PERFECT_ENGINES,
    UnknownEngine, classroom_engine, connect_four_engine, engines, knights_engine, search_observed, tic_tac_toe_engine,
};
pub use engine::{Engine, Evaluate, KeepSearching, Progress, SearchLimits, SearchResult, Statistics};
pub use observer::{Leaf, NoSearchObserver, SearchObserver, Simulation};
pub use table::TranspositionTable;
