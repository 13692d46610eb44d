//! The checkpoint of a long search as it is stored.

use puzzle::Progress;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reached {
    bound: u32,
    roots: usize,
    of: usize,
    next_bound: u32,
}

impl From<Progress> for Reached {
    fn from(Progress { bound, roots, of, next_bound }: Progress) -> Reached {
        Reached { bound, roots, of, next_bound }
    }
}

impl From<Reached> for Progress {
    fn from(Reached { bound, roots, of, next_bound }: Reached) -> Progress {
        Progress { bound, roots, of, next_bound }
    }
}
