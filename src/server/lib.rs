//! The shell around judgement: the only room with sockets, storage, time, entropy and log lines.
//!
//! Inside, arrows point one way: `core` knows nobody; tournaments use matches; the solve service stands beside them; REST
//! and sockets use all of these; what assembles them is on top.

mod assembly;
mod core;
mod matches;
mod rest;
mod socket;
pub mod solve;
pub mod tokens;
mod tournaments;

pub use assembly::{Door, Pipes, Played, Referee, bind, bind_lines};
pub use core::config::{self, Config};
pub use core::storage;
pub use core::work;
pub use core::{BotName, Error};

#[cfg(feature = "fuzzing")]
pub mod fuzzing {
    //! What strangers' bytes are read by, for the fuzz targets alone.

    /// A frame of a bot; whether it is a message.
    pub fn frame(text: &str) -> bool {
        crate::socket::reads(text)
    }

    /// An archive; whether it can be taken in.
    pub fn archive(bytes: &[u8]) -> bool {
        crate::tournaments::archive::Archive::read(std::io::Cursor::new(bytes), rules::Catalogue::ALL, &Default::default()).is_ok()
    }

    /// A first line of the line protocol; its name.
    pub fn first_line(text: &str) -> Option<String> {
        crate::socket::first_name(text)
    }
}

use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use storage::{Durability, Fault, Opened, Storage, StorageError};

/// Storage on disk, and the proof that no other referee uses it.
pub struct DataFolder {
    opened: Opened,
    _lock: File,
}

impl DataFolder {
    /// Opens the storage in a folder, making it if need be, for one referee alone.
    ///
    /// # Errors
    /// When another referee runs there, or the disk refuses.
    pub fn open(folder: &Path, durability: Durability) -> Result<DataFolder, Error> {
        let lock = DataFolder::lock(folder)?;
        Ok(DataFolder { opened: storage::open(&folder.join("arbitre.db"), durability)?, _lock: lock })
    }

    /// Puts a backup in the place of what is in a folder that no referee uses; tells where that is kept.
    ///
    /// # Errors
    /// When a referee runs there, or the backup is none.
    pub fn restore(folder: &Path, backup: &Path) -> Result<Option<PathBuf>, Error> {
        let _lock = DataFolder::lock(folder)?;
        Ok(storage::restore(backup, &folder.join("arbitre.db"))?)
    }

    /// The proof that no referee runs in a folder, which is made if need be.
    fn lock(folder: &Path) -> Result<File, Error> {
        let failed = |what: &str, error| StorageError::of(Fault::Unavailable, format!("{what} {}", folder.display()), error);
        std::fs::create_dir_all(folder).map_err(|error| failed("cannot make the folder", error))?;
        let lock = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(folder.join("lock"))
            .map_err(|error| failed("cannot write to", error))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => StorageError::new(Fault::Unavailable, format!("another referee runs in {}", folder.display())),
            TryLockError::Error(error) => failed("cannot lock", error),
        })?;
        Ok(lock)
    }

    /// The storage.
    pub fn storage(&self) -> Arc<dyn Storage> {
        self.opened.storage.clone()
    }

    /// Closes it; everything that was promised is written. All handles on the storage should be gone by now.
    pub fn close(self) {
        self.opened.close();
    }
}
