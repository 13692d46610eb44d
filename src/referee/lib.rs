//! Judgement. What goes in is an input and the time; what comes out are facts. Nothing here waits, prints, fails, or looks at a
//! clock: time is an argument.
//!
//! A match is an append-only list of [`Fact`]s. [`Match::apply`] decides which facts follow from an input; the state of a match is
//! nothing but the sum of its facts, so [`Match::replay`] of the same facts is the same match.
#![no_std]

extern crate alloc;

mod clock;
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
pub use ending::{Cause, Ending, Reason, UnknownCause};
pub use fact::{Event, Fact};
pub use input::{Input, Refusal};
pub use judge::{Absence, Match, Phase, Ruling, Terms, is_hidden};

/// The edition of the rules of tournaments: pairings, tables, ratings and openings. The first line of a tournament's log names it, so that a
/// change of the rules changes no table that has been read out.
pub const EDITION: u32 = 1;
