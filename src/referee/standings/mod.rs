//! Who is where: ranks, tie-breaks and the crosstable.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod criteria;
mod crosstable;
mod table;

pub use criteria::{Criterion, OrderError, Value};
pub use crosstable::{Cell, Crosstable};
pub use table::{Rules, Standing, Standings};
