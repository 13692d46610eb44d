//! What every room stands on: configuration, time, storage, threads for work, counters, the life of the process. Knows no other room.

mod bot_name;
mod clip;
pub mod config;
pub mod counters;
mod error;
pub mod json;
mod latest;
mod life;
mod lots;
pub mod spreadsheet;
mod steps;
pub mod storage;
pub mod time;
pub mod work;

pub use bot_name::BotName;
pub use clip::clipped;
pub use config::Config;
pub use counters::Counters;
pub use error::Error;
pub use latest::Latest;
pub use life::Life;
pub use lots::Lots;
pub use steps::Steps;
pub use time::{Timekeeper, Timeline};
