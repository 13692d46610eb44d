//! The Swiss system: everybody plays every round, against somebody of the same score.

mod card;
mod colours;
pub mod dutch;
mod forest;
mod matching;
mod weight;

pub use dutch::{Acceleration, Regulations};
