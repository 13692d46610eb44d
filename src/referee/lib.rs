//! Judgement. What goes in is an input and the time; what comes out are events. Nothing here waits, prints, fails, or looks at a
//! clock: time is an argument.
//!
//! A match is an append-only list of [`Event`]s. [`Match::apply`] decides which events follow from an input; the state of a match is
//! nothing but the sum of its events, so [`Match::replay`] of the same events is the same match.
//!
//! ```
//! use referee::{DisconnectPolicy, LagCompensation, Input, Match, Micros, MatchSettings, TimeControl};
//! use rules::{Outcome, Position, Side, TicTacToe};
//!
//! let terms = MatchSettings {
//!     time: TimeControl { budget: Some(Micros::from_secs(10)), ..TimeControl::default() },
//!     allowance: LagCompensation::default(),
//!     strikes: 0,
//!     ready_within: Micros::from_secs(60),
//!     absence: DisconnectPolicy::ClockRuns,
//! };
//! let mut game = Match::new(Box::new(TicTacToe::start()), terms);
//! for side in [Side::White, Side::Black] {
//!     game.apply(Input::Online(side), Micros::ZERO);
//!     game.apply(Input::Ready(side), Micros::ZERO);
//! }
//! game.apply(Input::Delivered { ply: 0 }, Micros::from_secs(1));
//! let ruling = game.apply(Input::Tick, Micros::from_secs(12));
//! assert!(matches!(game.phase(), referee::Phase::Over(ending) if ending.outcome == Some(Outcome::Win(Side::Black))), "White's time is up");
//! # assert!(!ruling.events.is_empty());
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

pub use clock::{Charge, Clock, LagCompensation, Micros, TimeControl, TimeError};
pub use conclusion::Conclusion;
pub use ending::{Ending, Termination, TerminationKind, UnknownTermination};
pub use event::{Event, EventKind};
pub use input::{CommandError, Input};
pub use judge::{Decision, DisconnectPolicy, Match, MatchSettings, Phase, is_hidden};

/// The edition of the rules of tournaments: pairings, tables, ratings and openings. The first line of a tournament's log names it, so that a
/// change of the rules changes no table that has been read out.
pub const EDITION: u32 = 1;
