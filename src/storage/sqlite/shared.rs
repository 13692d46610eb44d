//! State shared by the threads of the SQLite storage.

use super::backup;
use super::verify::Files;
use crate::failure::shown;
use crate::queue_slots::QueueSlot;
use crate::{StorageError, StorageErrorKind, StorageFailure, WriteFailure};
use message::ToParam;
use parking_lot::Mutex;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// Answers a write, and then frees its slot in the queue.
pub struct WriteReply {
    pub reply: oneshot::Sender<Result<(), StorageError>>,
    pub slot: QueueSlot,
}

impl WriteReply {
    pub fn send(self, answer: Result<(), StorageError>) {
        // The caller may have stopped waiting.
        let _ = self.reply.send(answer);
        drop(self.slot);
    }
}

#[derive(Default)]
pub struct SharedDatabase {
    pub write_failure: WriteFailure,
    damage: Mutex<Option<StorageError>>,
    pub is_closing: AtomicBool,
    /// The contradiction between the files and acknowledged writes, if any.
    contradiction: (OnceLock<StorageError>, CancellationToken),
}

impl SharedDatabase {
    pub fn damage(&self) -> Option<StorageError> {
        self.damage.lock().clone()
    }

    /// Stops all acknowledgements: the files are not those that were written.
    pub fn contradict(&self, what: StorageFailure) -> StorageError {
        tracing::error!("{what}");
        let error = self.contradiction.0.get_or_init(|| StorageError::damaged(what)).clone();
        self.set_damage(error.clone());
        self.contradiction.1.cancel();
        error
    }

    pub fn contradiction(&self) -> Option<StorageError> {
        self.contradiction.0.get().cloned()
    }

    /// Waits until the files contradict what was acknowledged.
    pub async fn contradicted(&self) -> StorageError {
        self.contradiction.1.cancelled().await;
        self.contradiction().unwrap_or_else(StorageError::closed)
    }

    pub fn set_damage(&self, what: StorageError) {
        *self.damage.lock() = Some(what);
    }

    /// Checks the whole file, and reports damage. A flaw is confirmed by a second check after a full read of the disk.
    pub fn look_for_damage(&self, path: &Path, files: &Files) {
        let look = || match backup::flaw(path) {
            Err(error) if error.kind == StorageErrorKind::Damaged => Ok(Some(error.to_param())),
            looked => looked,
        };
        let looked = match look() {
            Ok(Some(_)) => files.read_through().and_then(|()| look()),
            looked => looked,
        };
        match looked {
            Ok(None) => {}
            Ok(Some(flaw)) => {
                let report = StorageError::damaged(StorageFailure::DamagedFile { file: shown(path), flaw });
                tracing::error!("{report}");
                // A known contradiction is the better explanation.
                let mut damage = self.damage.lock();
                if self.contradiction().is_none() {
                    *damage = Some(report);
                }
            }
            Err(error) => tracing::warn!(%error, "the database cannot be checked now"),
        }
    }
}
