//! Bots: a WebSocket client, the bundled bots on the engines, and a bridge for programs that speak the line protocol.
//!
//! A bot has no access to the referee or the server. A [`BotPlayer`] decides, a client ([`run`]) communicates.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod address;
mod args;
mod bridge;
mod client;
mod engine_player;
#[cfg(test)]
mod fixtures;
mod game_engine;
mod house;
mod log_message;
mod parallel;
mod player;
mod pool;
mod program;
mod session;
mod time_manager;
mod tls;

pub use address::{Address, AddressError};
pub use args::{BotArgs, BotError, DurationArgError};
pub use bridge::{LINES_OVER_PIPES, LINES_OVER_TCP};
pub use client::{ClientConfig, Error, interrupted, run, run_over};
pub use game_engine::EngineError;
pub use house::{HouseBot, HouseBots, HouseConfig};
pub use player::{BotPlayer, PlayerTurn, Replies, Reply};
pub use session::Seeking;
pub use time_manager::SlowPace;
pub use tls::is_not_tls;
