//! Ratings: Elo differences with intervals, the joint rating model, Glicko-2, and sequential tests.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod bradley_terry;
mod conjugate_gradients;
pub mod elo;
mod glicko;
mod matrix;
mod periods;
pub mod scores;
pub mod sprt;

pub use bradley_terry::{RatedGame, Ratings};
pub use elo::{Elo, EloEstimate};
pub use glicko::Glicko;
pub use periods::periods;
pub use scores::{GameScores, PairScores, Scores};
pub use sprt::{Sprt, SprtError, SprtVerdict};
