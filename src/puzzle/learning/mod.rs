//! Conflict-driven clause learning (CDCL) with the rules of a puzzle as propagators.

mod analysis;
mod clauses;
mod scores;
mod search;
mod trail;

pub(crate) use search::Search;
pub(crate) use trail::{Rules, Trail, Value};
