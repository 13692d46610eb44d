//! How strong are they, and how sure is that? Elo differences with intervals, joint ratings, sequential tests.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod elo;
pub mod joint;
mod matrix;
mod network;
pub mod scores;
pub mod sprt;

pub use elo::{Elo, Estimate};
pub use joint::{Joint, RatedGame, Ratings};
pub use scores::{GameScores, PairScores, Scores};
pub use sprt::{EloModel, Sprt, SprtError, Verdict};
