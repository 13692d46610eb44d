//! Where a client waits for another: two connections make a game.

use crate::core::BotName;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// At most one client waits here: the next that comes plays it.
#[derive(Default)]
pub struct Bench(Mutex<Option<(BotName, u64)>>);

impl Bench {
    fn lock(&self) -> MutexGuard<'_, Option<(BotName, u64)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes who waits away from here, with its session, or has this client wait.
    pub fn take_or_wait(&self, name: &BotName, session: u64) -> Option<(BotName, u64)> {
        let mut bench = self.lock();
        let first = bench.take();
        if first.is_none() {
            *bench = Some((name.clone(), session));
        }
        first
    }

    /// The client of this session waits no longer.
    pub fn leave(&self, session: u64) {
        self.lock().take_if(|(_, waiting)| *waiting == session);
    }
}
