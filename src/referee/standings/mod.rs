//! Who is where: ranks, tie-breaks and the crosstable.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod book;
mod criterion;
mod crosstable;
mod direct_encounter;
mod first_edition;
pub mod ladder;
mod rules;
mod second_edition;
mod table;
mod value;

pub use criterion::{Criterion, OrderError};
pub use crosstable::{Cell, Crosstable};
pub use rules::RankingRules;
pub use table::{Standing, Standings};
pub use value::Value;
