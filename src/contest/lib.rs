//! Runs matches and tournaments as tasks, and manages tokens: each register is changed by commands to its owner alone.

mod bot_name;
mod config;
mod error;
pub mod matches;
pub mod spreadsheet;
mod time;
pub mod tokens;
pub mod tournaments;

pub use bot_name::{BotName, Skeleton};
pub use config::Config;
pub use error::{Error, MessageError, SeekOwner, Suspendable};
pub use time::{Timekeeper, Timeline};
