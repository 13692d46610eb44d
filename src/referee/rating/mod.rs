//! How strong are they, and how sure is that? Elo differences with intervals, joint ratings, sequential tests.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod elo;
mod glicko;
pub mod joint;
mod matrix;
mod network;
mod periods;
pub mod scores;
pub mod sprt;

pub use elo::{Elo, Estimate};
pub use glicko::Glicko;
pub use joint::{RatedGame, Ratings};
pub use periods::periods;
pub use scores::{GameScores, PairScores, Scores};
pub use sprt::{EloModel, Sprt, SprtError, SprtVerdict};
