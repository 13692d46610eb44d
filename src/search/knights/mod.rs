//! Chinese knights: its evaluations and its engines.

mod book;
mod heuristics;
mod inputs;
mod network;
mod opening;
mod ordering;
mod principal_variation;
pub mod proof;
mod race;

pub use book::Win;
pub use heuristics::KnightsHeuristic::{self, Exponential, Linear};
pub use network::Network;
pub use opening::{BALANCED, KnightsOpening, balanced_opening, opening};
pub use principal_variation::{LEVELS, PrincipalVariation};
