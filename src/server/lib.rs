//! Configuration and assembly of the referee.

mod config;
mod error;
mod location;
mod open;
mod referee;

pub use config::Config;
pub use error::Error;
pub use location::{StorageLocation, StoragePlace};
pub use open::{backup, is_there, open, open_beside, restore, shrink};
pub use referee::{PlayedMatch, Referee};
