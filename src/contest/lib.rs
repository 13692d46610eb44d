//! The owners of matches, tournaments and tokens.

mod bot_name;
mod config;
mod error;
pub mod matches;
pub mod spreadsheet;
mod time;
pub mod tokens;
pub mod tournaments;

pub use bot_name::{BotName, Look};
pub use config::Config;
pub use error::{CameToNothing, Error, SeekOwner, Suspendable};
pub use time::{Timekeeper, Timeline};
