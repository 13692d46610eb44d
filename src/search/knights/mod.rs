//! Chinese knights: evaluations and the engines made for this game alone.

mod book;
mod course;
mod heuristics;
mod inputs;
mod levels;
mod network;
mod opening;
mod ordering;
mod principal_variation;
pub mod proof;
mod race;

pub use book::Win;
pub use course::Course;
pub use heuristics::{Exponential, Linear};
pub use levels::{LEVELS, Levelled};
pub use network::Network;
pub use opening::{BALANCED, Balance, Opening, balanced_opening, opening};
pub use principal_variation::PrincipalVariation;
