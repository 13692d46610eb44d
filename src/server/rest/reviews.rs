//! Which job looks at which match: so that one is made for all who ask.

use crate::solve::JobId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The jobs of so many matches are remembered; of the others a new one is made.
const REMEMBERED: usize = 512;

/// Which job looks at which match.
#[derive(Clone, Default)]
pub struct Reviews(Arc<Mutex<BTreeMap<u64, JobId>>>);

impl Reviews {
    /// The job of a match, if one was made.
    pub fn of(&self, game: u64) -> Option<JobId> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&game).copied()
    }

    /// A job has been made for a match.
    pub fn remember(&self, game: u64, job: JobId) {
        let mut jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.len() >= REMEMBERED {
            jobs.pop_first();
        }
        jobs.insert(game, job);
    }
}
