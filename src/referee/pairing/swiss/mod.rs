//! The Swiss system: every player is paired in every round, with an opponent of the same score.

mod colours;
pub mod dutch;
mod matching;
mod player_record;

pub use dutch::{Acceleration, Regulations};
