//! Engines: who is given a position finds a move. Pure: no clock, no thread, no entropy; a seed is an argument, and the caller's
//! `go_on` is the only notion of a budget.
//!
//! An [`Engine`] is made by name ([`knights_engine`]) or from its parts. [`schedule`] is the arithmetic that turns a game clock into a
//! budget; whoever owns a clock asks it from within `go_on`.
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
mod evaluate;
pub mod exercise;
pub mod knights;
pub mod mcts;
mod observer;
pub mod review;
pub mod schedule;
pub mod score;
mod stand_in;
mod table;
pub mod tic_tac_toe;
mod watch;
mod watched;

pub use analysis::{Analysis, Line, analyse};
pub use catalogue::{
    CLASSROOM_ENGINES, EngineSettings, KNIGHTS_ENGINES, KNIGHTS_PLAYERS, PERFECT_ENGINES, UnknownEngine, classroom_engine,
    connect_four_engine, engines, knights_engine, tic_tac_toe_engine,
};
pub use engine::{Engine, Found, Progress, SearchLimits, Statistics};
pub use evaluate::Evaluate;
pub use observer::{Leaf, SearchObserver, Simulation, Unwatched};
pub use table::Table;
pub use watched::{WATCHED_ENGINES, watch};
