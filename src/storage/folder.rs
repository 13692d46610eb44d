//! A folder with a SQLite file in it, which one referee uses at a time.

use super::{Durability, Fault, Opened, StorageError, sqlite};
use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

fn database(folder: &Path) -> PathBuf {
    folder.join("arbitre.db")
}

/// Opens the storage in a folder, making it if need be, for one referee alone.
pub fn open(folder: &Path, durability: Durability) -> Result<Opened, StorageError> {
    let lock = lock(folder)?;
    let file = sqlite::open(&database(folder), durability)?;
    Ok(Opened::new(file.storage.clone(), move || {
        file.close();
        drop(lock);
    }))
}

/// Opens it for a command, whether a referee runs there or not.
pub fn open_beside(folder: &Path) -> Result<Opened, StorageError> {
    make(folder)?;
    let file = sqlite::open(&database(folder), Durability::Power)?;
    Ok(Opened::new(file.storage.clone(), move || file.close()))
}

/// Whether a referee has kept anything there yet.
pub fn is_there(folder: &Path) -> bool {
    database(folder).exists()
}

/// Writes all that is kept there into a new file.
pub fn backup(folder: &Path, into: &Path) -> Result<(), StorageError> {
    sqlite::backup(&database(folder), into)
}

/// Puts a backup in the place of what is in a folder that no referee uses; tells where that is kept.
pub fn restore(folder: &Path, backup: &Path) -> Result<Option<PathBuf>, StorageError> {
    let _lock = lock(folder)?;
    sqlite::restore(backup, &database(folder))
}

/// Makes a folder, if need be.
pub fn make(folder: &Path) -> Result<(), StorageError> {
    std::fs::create_dir_all(folder)
        .map_err(|error| StorageError::of(Fault::Unavailable, format!("cannot make the folder {}", folder.display()), error))
}

/// The proof that no referee runs in a folder, which is made if need be.
fn lock(folder: &Path) -> Result<File, StorageError> {
    let failed = |what: &str, error| StorageError::of(Fault::Unavailable, format!("{what} {}", folder.display()), error);
    make(folder)?;
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
