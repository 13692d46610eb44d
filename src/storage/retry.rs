//! Writes that are retried, and why nothing can be written meanwhile.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a write is retried before that is reported.
pub const PATIENCE: Duration = Duration::from_millis(250);
/// The interval of log lines about one write.
const LOGGED_EVERY: Duration = Duration::from_secs(10);

/// Why nothing can be written at present.
#[derive(Clone, Default)]
pub struct Trouble(Arc<Mutex<Option<String>>>);

impl Trouble {
    /// The reason, if there is one.
    pub fn get(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn set(&self, why: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }
}

/// One write from its first attempt until this is dropped.
pub struct Retry<'t> {
    trouble: &'t Trouble,
    began: Instant,
    logged: Option<Instant>,
}

impl<'t> Retry<'t> {
    /// Before the first attempt.
    pub fn new(trouble: &'t Trouble) -> Retry<'t> {
        Retry { trouble, began: Instant::now(), logged: None }
    }

    /// Reports a failed attempt, if the write has been retried for long.
    pub fn failed(&mut self, why: &str) {
        if self.began.elapsed() < PATIENCE {
            return;
        }
        self.trouble.set(Some(why.into()));
        if self.logged.is_none_or(|logged| logged.elapsed() >= LOGGED_EVERY) {
            self.logged = Some(Instant::now());
            let seconds = self.began.elapsed().as_secs_f64();
            tracing::error!(why, seconds, "nothing can be written: matches wait with their clocks standing, new work is refused");
        }
    }
}

impl Drop for Retry<'_> {
    fn drop(&mut self) {
        if self.logged.is_some() {
            tracing::info!(seconds = self.began.elapsed().as_secs_f64(), "the storage writes again, and everything continues");
        }
        if self.began.elapsed() >= PATIENCE {
            self.trouble.set(None);
        }
    }
}
