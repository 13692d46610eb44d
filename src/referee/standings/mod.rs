//! Standings: ranks, tie-breaks and the crosstable.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod criterion;
mod crosstable;
mod direct_encounter;
pub mod ladder;
mod table;
mod tally;
mod value;
mod values;

pub use criterion::{Criterion, OrderError};
pub use crosstable::{Crosstable, OpponentScore};
pub use table::{RankingRules, Standing, Standings};
pub use value::Value;
