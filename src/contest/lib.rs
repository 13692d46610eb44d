//! Runs matches and tournaments as tasks, and manages tokens. Actor model: each match and tournament has one task, which owns its state and handles commands.

mod bot_name;
mod config;
mod error;
pub mod matches;
mod rebuild;
pub mod spreadsheet;
mod time;
pub mod tokens;
pub mod tournaments;

pub use bot_name::{BotName, ConfusableSkeleton};
pub use config::Config;
pub use error::{Error, InternalError, MessageError, SeekOwner, Suspendable};
pub use matches::{Pruned, prune};
pub use rebuild::{Rebuilt, rebuild};
pub use time::{Timekeeper, Timeline};
