//! Messages between bots, browsers and the referee, as serde types. No logic.
//!
//! One JSON object a text frame; `t` names the message; unknown fields are ignored. All times are whole microseconds, in fields
//! that end in `_us`; a time that is `null` has no limit. A ply is counted by the plies played before it: the first is 0.
//!
//! ```
//! use protocol::{BotMessage, json};
//!
//! let message: BotMessage = json::from_bytes(br#"{"t": "ready", "game": 17}"#)?;
//! assert_eq!(message, BotMessage::Ready { game: 17 });
//! # Ok::<(), protocol::json::UnreadableJson>(())
//! ```

mod analysis;
mod answer;
mod arbiter;
mod bot;
mod exercise;
mod job;
pub mod json;
mod log;
mod question;
mod referee;
mod rest;
mod review;
mod schema;
mod site;
mod standings;
mod tournament;
mod tournament_log;
mod trace;
mod word;

pub use analysis::*;
pub use answer::*;
pub use arbiter::*;
pub use bot::*;
pub use exercise::*;
pub use job::*;
pub use log::*;
pub use question::*;
pub use referee::*;
pub use rest::*;
pub use review::*;
pub use schema::{json_schema, plan_fields};
pub use site::*;
pub use standings::*;
pub use tournament::*;
pub use tournament_log::*;
pub use trace::*;
pub use word::*;

/// The version of the protocol. It changes only when a bot of the old version would fail.
pub const VERSION: u32 = 1;

pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
