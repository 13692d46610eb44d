//! What the threads share.

use super::backup;
use super::change::WHAT_TO_DO;
use super::verify::Files;
use crate::places::Place;
use crate::{Fault, StorageError};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

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
    /// How the files contradict what was acknowledged, once they do.
    contradiction: (OnceLock<StorageError>, CancellationToken),
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

    /// Nothing more is acknowledged: the files are not those that were written.
    pub fn contradict(&self, what: String) -> StorageError {
        tracing::error!("{what}");
        // Of several threads that notice, the first says what is told.
        let error = self.contradiction.0.get_or_init(|| StorageError::damaged(what)).clone();
        self.set_damage(error.what.to_string());
        self.contradiction.1.cancel();
        error
    }

    /// How the files contradict what was acknowledged, if they do.
    pub fn contradiction(&self) -> Option<StorageError> {
        self.contradiction.0.get().cloned()
    }

    /// Waits until they do.
    pub async fn contradicted(&self) -> StorageError {
        self.contradiction.1.cancelled().await;
        self.contradiction().unwrap_or_else(StorageError::closed)
    }

    /// Says for good what is damaged.
    pub fn set_damage(&self, what: String) {
        *self.damage.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
    }

    /// Looks through the whole file, beside everything else. What is damaged is told, and what to do. A flaw counts if it is found again
    /// after the disk has read everything.
    pub fn look_for_damage(&self, path: &Path, files: &Files) {
        let look = || match backup::flaw(path) {
            Err(error) if error.fault == Fault::Damaged => Ok(Some(error.to_string())),
            looked => looked,
        };
        let looked = match look() {
            Ok(Some(_)) => files.read_through().and_then(|()| look()),
            looked => looked,
        };
        match looked {
            Ok(None) => {}
            Ok(Some(flaw)) => {
                let told = format!("{} is damaged ({flaw}): {WHAT_TO_DO}", path.display());
                tracing::error!("{told}");
                self.set_damage(told);
            }
            Err(error) => tracing::warn!(%error, "the database cannot be checked now"),
        }
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
