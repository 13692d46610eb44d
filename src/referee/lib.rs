//! Judgement. What goes in is an input and the time; what comes out are facts. Nothing here waits, prints, fails, or looks at a
//! clock: time is an argument.
//!
//! A match is an append-only list of [`Fact`]s. [`Match::apply`] decides which facts follow from an input; the state of a match is
//! nothing but the sum of its facts, so [`Match::replay`] of the same facts is the same match.
//!
//! ```
//! use referee::{Absence, Allowance, Input, Match, Micros, Terms, TimeControl};
//! use rules::{Outcome, Position, Side, TicTacToe};
//!
//! let terms = Terms {
//!     time: TimeControl { budget: Some(Micros::from_secs(10)), ..TimeControl::default() },
//!     allowance: Allowance::default(),
//!     strikes: 0,
//!     ready_within: Micros::from_secs(60),
//!     absence: Absence::ClockRuns,
//! };
//! let mut game = Match::new(Box::new(TicTacToe::start()), terms);
//! for side in [Side::White, Side::Black] {
//!     game.apply(Input::Online(side), Micros::ZERO);
//!     game.apply(Input::Ready(side), Micros::ZERO);
//! }
//! game.apply(Input::Delivered { ply: 0 }, Micros::from_secs(1));
//! let ruling = game.apply(Input::Tick, Micros::from_secs(12));
//! assert!(matches!(game.phase(), referee::Phase::Over(ending) if ending.outcome == Some(Outcome::Win(Side::Black))), "White's time is up");
//! # assert!(!ruling.facts.is_empty());
//! ```
#![no_std]

extern crate alloc;

mod clock;
mod conclusion;
mod ending;
mod fact;
pub mod format;
mod input;
mod judge;
pub mod pairing;
pub mod rating;
pub mod standings;
pub mod tournament;
pub mod trf;

pub use clock::{Allowance, Charge, Clock, Micros, TimeControl, TimeError};
pub use conclusion::Conclusion;
pub use ending::{Cause, Ending, Reason, UnknownCause};
pub use fact::{Event, Fact};
pub use input::{Input, Refusal};
pub use judge::{Absence, Match, Phase, Ruling, Terms, is_hidden};

/// The edition of the rules of tournaments: pairings, tables, ratings and openings. The first line of a tournament's log names it, so that a
/// change of the rules changes no table that has been read out.
pub const EDITION: u32 = 1;
