//! Sans-IO state machines of matches and tournaments: an input and the time give events, without clocks or IO.
//!
//! [`Match::apply`] decides which events follow from an input. The state of a match is the sum of its events, so [`Match::replay`] of the
//! same events gives the same match.
//!
//! ```
//! use referee::{DisconnectPolicy, LagCompensation, Input, Match, Micros, MatchSettings, TimeControl};
//! use rules::{Outcome, Position, Side, TicTacToe};
//!
//! let settings = MatchSettings {
//!     time: TimeControl { budget: Some(Micros::from_secs(10)), ..TimeControl::default() },
//!     lag_compensation: LagCompensation::default(),
//!     strikes: 0,
//!     ready_timeout: Micros::from_secs(60),
//!     disconnect: DisconnectPolicy::ClockRuns,
//! };
//! let mut game = Match::new(Box::new(TicTacToe::start()), settings);
//! for side in [Side::White, Side::Black] {
//!     game.apply(Input::Online(side), Micros::ZERO);
//!     game.apply(Input::Ready(side), Micros::ZERO);
//! }
//! game.apply(Input::Delivered { ply: 0 }, Micros::from_secs(1));
//! let decision = game.apply(Input::Tick, Micros::from_secs(12));
//! assert!(matches!(game.phase(), referee::Phase::Over(ending) if ending.outcome == Some(Outcome::Win(Side::Black))), "White's time is up");
//! # assert!(!decision.events.is_empty());
//! ```
#![no_std]

extern crate alloc;

mod clock;
mod conclusion;
mod ending;
mod event;
pub mod format;
mod input;
mod judge;
pub mod pairing;
pub mod rating;
pub mod standings;
pub mod tournament;
pub mod trf;

pub use clock::{Charge, Clock, LagCompensation, Micros, ReadyTimeout, TimeControl, TimeError};
pub use conclusion::TableNote;
pub use ending::{Ending, Termination, TerminationKind, UnknownTermination};
pub use event::{Decision, Event, EventKind, Timed};
pub use input::{CommandError, Input};
pub use judge::{DisconnectPolicy, Match, MatchSettings, Phase};

/// The version of the rules of tournaments: pairings, standings, ratings and openings. The log of a tournament names it.
pub const RULES_VERSION: u32 = 1;
