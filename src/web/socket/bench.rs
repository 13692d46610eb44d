//! Where a client waits for another: two connections make a game.

use contest::matches::Seeker;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// At most one client waits here: the next that comes plays it.
#[derive(Default)]
pub struct Bench(Mutex<Option<Seeker>>);

impl Bench {
    fn lock(&self) -> MutexGuard<'_, Option<Seeker>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes who waits away from here, or has this client wait.
    pub fn take_or_wait(&self, seeker: &Seeker) -> Option<Seeker> {
        let mut bench = self.lock();
        let first = bench.take();
        if first.is_none() {
            *bench = Some(seeker.clone());
        }
        first
    }

    /// The client of this session waits no longer.
    pub fn leave(&self, session: u64) {
        self.lock().take_if(|waiting| waiting.session == session);
    }
}
