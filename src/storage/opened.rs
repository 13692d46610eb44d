//! A storage that is open, whatever it is.

use super::{Fault, Storage, StorageError};
use crate::StorageTrouble;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// A storage that is open.
pub struct Opened {
    /// The storage.
    pub storage: Arc<dyn Storage>,
    closing: Box<dyn FnOnce() + Send>,
    superseded: CancellationToken,
}

impl Opened {
    /// One that is to be closed so, once its last handle is gone.
    pub fn new(storage: Arc<dyn Storage>, closing: impl FnOnce() + Send + 'static) -> Opened {
        Opened { storage, closing: Box::new(closing), superseded: CancellationToken::new() }
    }

    /// The same, until another node takes its place.
    pub fn until(self, superseded: CancellationToken) -> Opened {
        Opened { superseded, ..self }
    }

    /// Cancelled when another node referees in the place of this one.
    pub fn superseded(&self) -> &CancellationToken {
        &self.superseded
    }

    /// Refuses a storage that holds only a part of what was being moved there; `place` names it, `remedy` says how to empty it.
    ///
    /// # Errors
    /// When it does, or cannot be asked.
    pub async fn refuse_half_moved(self, place: &str, remedy: &str) -> Result<Opened, StorageError> {
        if !self.storage.is_half_moved().await? {
            return Ok(self);
        }
        // It waits for its threads.
        let _ = tokio::task::spawn_blocking(|| self.close()).await;
        Err(StorageError::new(Fault::Damaged, StorageTrouble::HalfMoved { place: place.into(), remedy: remedy.into() }))
    }

    /// Closes it; everything that was promised is written. All other handles on the storage should be gone by now.
    pub fn close(self) {
        drop(self.storage);
        (self.closing)();
    }
}
