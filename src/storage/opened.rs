//! A storage handle with its close function and the signal of a fail-over.

use super::{Storage, StorageError, StorageErrorKind};
use crate::StorageFailure;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

pub struct Opened {
    pub storage: Arc<dyn Storage>,
    closing: Box<dyn FnOnce() + Send>,
    superseded: CancellationToken,
}

impl Opened {
    /// A storage with the function that closes it after its last handle is dropped.
    pub fn new(storage: Arc<dyn Storage>, closing: impl FnOnce() + Send + 'static) -> Opened {
        Opened { storage, closing: Box::new(closing), superseded: CancellationToken::new() }
    }

    /// The same storage, with the signal of a fail-over.
    pub fn until(self, superseded: CancellationToken) -> Opened {
        Opened { superseded, ..self }
    }

    /// Cancelled when another node referees instead.
    pub fn superseded(&self) -> &CancellationToken {
        &self.superseded
    }

    /// Refuses a storage with an incomplete move into it. `place` names the storage, `remedy` how to empty it.
    ///
    /// # Errors
    /// In that case, or when it does not answer.
    pub async fn refuse_incomplete_move(self, place: &str, remedy: &str) -> Result<Opened, StorageError> {
        if !self.storage.is_move_incomplete().await? {
            return Ok(self);
        }
        // Closing waits for threads.
        let _ = tokio::task::spawn_blocking(|| self.close()).await;
        Err(StorageError::new(StorageErrorKind::Damaged, StorageFailure::HalfMoved { place: place.into(), remedy: remedy.into() }))
    }

    /// Closes the storage after writing everything acknowledged. All other handles should be dropped first.
    pub fn close(self) {
        drop(self.storage);
        (self.closing)();
    }
}
