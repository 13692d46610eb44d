//! Bots: one WebSocket client, the bundled bots on the engines, and a bridge for programs that speak the classroom's line protocol.
//!
//! A bot sees what a stranger sees: nothing here knows the referee or the server. A [`Player`] decides, a client ([`run`]) talks.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod address;
mod args;
mod brain;
mod bridge;
mod client;
mod clockwork;
mod conversation;
mod house;
mod parallel;
mod player;
mod pool;
mod program;
mod thinker;
mod tls;

pub use address::{Address, AddressError};
pub use args::{BotArgs, BotError, NoDuration};
pub use brain::NoBrain;
pub use bridge::Bridge;
pub use client::{ClientConfig, Error, interrupted, run, run_over};
pub use clockwork::{Pace, Schedule};
pub use conversation::Seeking;
pub use house::{HouseBot, HouseBots, HouseConfig};
pub use player::{Player, Replies, Reply, Turn};
pub use pool::{Load, Pool};
pub use thinker::{Thinker, ThinkerConfig};
