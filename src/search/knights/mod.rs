//! Chinese knights: evaluations and the engines made for this game alone.

mod course;
pub(crate) mod features;
mod fitted;
mod heuristics;
mod levels;
mod opening;
mod ordering;
mod principal_variation;
pub mod proof;
mod race;
mod weights;

pub use course::Course;
pub use fitted::Fitted;
pub use heuristics::{Exponential, Linear};
pub use levels::{LEVELS, Levelled};
pub use opening::{BALANCED, Balance, Opening, balanced_opening, opening};
pub use principal_variation::PrincipalVariation;
