//! What the threads share.

use super::backup;
use super::change::WHAT_TO_DO;
use crate::core::storage::places::Place;
use crate::core::storage::{Fault, StorageError};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use tokio::sync::oneshot;

/// The way back for the answer to a write, and the write's place in the queue.
pub struct Done {
    pub reply: oneshot::Sender<Result<(), StorageError>>,
    pub place: Place,
}

impl Done {
    /// Answers; whoever waited may have gone.
    pub fn send(self, answer: Result<(), StorageError>) {
        let _ = self.reply.send(answer);
        drop(self.place);
    }
}

/// What the threads share.
#[derive(Default)]
pub struct Shared {
    trouble: Mutex<Option<String>>,
    damage: Mutex<Option<String>>,
    closing: AtomicBool,
    /// The size of the write-ahead log at the last checkpoint, in pages.
    wal_pages: AtomicI64,
}

impl Shared {
    pub fn trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn damage(&self) -> Option<String> {
        self.damage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn set_trouble(&self, why: Option<String>) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    /// Looks through the whole file, beside everything else. What is damaged is told, and what to do.
    pub fn look_for_damage(&self, path: &Path) {
        let why = match backup::flaw(path) {
            Ok(None) => return,
            Ok(Some(flaw)) => flaw,
            Err(error) if error.fault == Fault::Unavailable => return tracing::warn!(%error, "the database cannot be checked now"),
            Err(error) => error.to_string(),
        };
        let told = format!("{} is damaged ({why}): {WHAT_TO_DO}", path.display());
        tracing::error!("{told}");
        *self.damage.lock().unwrap_or_else(PoisonError::into_inner) = Some(told);
    }

    pub fn close(&self) {
        self.closing.store(true, Relaxed);
    }

    pub fn is_closing(&self) -> bool {
        self.closing.load(Relaxed)
    }

    pub fn wal_pages(&self) -> i64 {
        self.wal_pages.load(Relaxed)
    }

    pub fn set_wal_pages(&self, pages: i64) {
        self.wal_pages.store(pages, Relaxed);
    }
}
