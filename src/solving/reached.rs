//! The checkpoint of a long search as it is stored.

use puzzle::IterationProgress;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reached {
    bound: u32,
    roots: usize,
    of: usize,
    next_bound: u32,
}

impl From<IterationProgress> for Reached {
    fn from(IterationProgress { bound, roots, of, next_bound }: IterationProgress) -> Reached {
        Reached { bound, roots, of, next_bound }
    }
}

impl From<Reached> for IterationProgress {
    fn from(Reached { bound, roots, of, next_bound }: Reached) -> IterationProgress {
        IterationProgress { bound, roots, of, next_bound }
    }
}
