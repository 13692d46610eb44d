//! What every room stands on: configuration, time, storage, threads for work, counters, the life of the process. Knows no other room.

mod bot_name;
mod checkpoint;
mod clip;
pub mod config;
pub mod counters;
mod descriptors;
mod error;
pub mod json;
mod latest;
mod life;
mod lots;
pub mod memory;
mod peer;
mod quota;
mod space;
pub mod spreadsheet;
mod steps;
pub mod storage;
pub mod time;
pub mod work;

pub use bot_name::{BotName, Look};
pub use checkpoint::Checkpoint;
pub use clip::clipped;
pub use config::Config;
pub use counters::Counters;
pub use descriptors::room_for;
pub use error::Error;
pub use latest::Latest;
pub use life::Life;
pub use lots::Lots;
pub use peer::{ConcurrencyLimit, Peer, Permit, household};
pub use quota::Quota;
pub use space::{Space, free_bytes};
pub use steps::StepTimes;
pub use time::{Timekeeper, Timeline};
