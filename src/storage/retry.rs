//! Retries of writes, and the current reason why they fail.

use crate::StorageError;
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// A write that is retried for longer is reported.
pub const REPORT_AFTER: Duration = Duration::from_millis(250);
/// The interval of log lines about one write.
const LOGGED_EVERY: Duration = Duration::from_secs(10);

/// The current reason why writes fail, shared by the writer and its readers.
#[derive(Clone, Default)]
pub struct WriteFailure(Arc<Mutex<Option<StorageError>>>);

impl WriteFailure {
    pub fn get(&self) -> Option<StorageError> {
        self.0.lock().clone()
    }

    pub fn set(&self, why: Option<StorageError>) {
        *self.0.lock() = why;
    }
}

/// The attempts of one write; dropping this ends them.
pub struct Retry<'t> {
    write_failure: &'t WriteFailure,
    began: Instant,
    logged: Option<Instant>,
}

impl<'t> Retry<'t> {
    pub fn new(write_failure: &'t WriteFailure) -> Retry<'t> {
        Retry { write_failure, began: Instant::now(), logged: None }
    }

    /// Reports a failed attempt, if the write has been retried for long.
    pub fn failed(&mut self, why: &StorageError) {
        if self.began.elapsed() < REPORT_AFTER {
            return;
        }
        self.write_failure.set(Some(why.clone()));
        if self.logged.is_none_or(|logged| logged.elapsed() >= LOGGED_EVERY) {
            self.logged = Some(Instant::now());
            let seconds = self.began.elapsed().as_secs_f64();
            tracing::error!(%why, seconds, "nothing can be written: matches wait with stopped clocks, new work is refused");
        }
    }
}

impl Drop for Retry<'_> {
    fn drop(&mut self) {
        if self.logged.is_some() {
            tracing::info!(seconds = self.began.elapsed().as_secs_f64(), "the storage writes again, and everything continues");
        }
        if self.began.elapsed() >= REPORT_AFTER {
            self.write_failure.set(None);
        }
    }
}
