//! The one door to every storage: nobody above knows which kind it is. What may block is done by a thread for blocking work.

use super::memory::MemoryStorage;
use super::{Durability, Fault, Opened, Storage, StorageError, StorageLocation, folder};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Opens the storage at a place, making it if need be, for one referee alone.
///
/// # Errors
/// When another referee runs there, what is there is none of this program's, or it cannot be opened.
pub async fn open(location: &StorageLocation, durability: Durability) -> Result<Opened, StorageError> {
    match location {
        StorageLocation::Memory => Ok(Opened::new(in_memory(), || {})),
        StorageLocation::Folder(path) => on_a_thread(path, move |path| folder::open(path, durability)).await,
    }
}

/// Opens it for a command that writes a little, whether a referee runs there or not: what it writes survives a power cut.
///
/// # Errors
/// When what is there is none of this program's, or it cannot be opened.
pub async fn open_beside(location: &StorageLocation) -> Result<Opened, StorageError> {
    match location {
        StorageLocation::Memory => Err(kept_nowhere()),
        StorageLocation::Folder(path) => on_a_thread(path, folder::open_beside).await,
    }
}

/// Whether a referee has kept anything there yet.
///
/// # Errors
/// When that cannot be found out.
pub async fn is_there(location: &StorageLocation) -> Result<bool, StorageError> {
    match location {
        StorageLocation::Memory => Ok(false),
        StorageLocation::Folder(path) => on_a_thread(path, |path| Ok(folder::is_there(path))).await,
    }
}

/// Writes all that is kept there into a new file, while a referee runs or not.
///
/// # Errors
/// When nothing is kept, the file is there already, or it cannot be written.
pub async fn backup(location: &StorageLocation, into: PathBuf) -> Result<(), StorageError> {
    match location {
        StorageLocation::Memory => Err(kept_nowhere()),
        StorageLocation::Folder(path) => on_a_thread(path, move |path| folder::backup(path, &into)).await,
    }
}

/// Puts a backup in the place of what a stopped referee keeps there; tells where that is kept now.
///
/// # Errors
/// When a referee runs there, the backup is none, or it cannot be written. Then what was there stays.
pub async fn restore(location: &StorageLocation, backup: PathBuf) -> Result<Option<PathBuf>, StorageError> {
    match location {
        StorageLocation::Memory => Err(kept_nowhere()),
        StorageLocation::Folder(path) => on_a_thread(path, move |path| folder::restore(path, &backup)).await,
    }
}

/// Storage in memory: for simulations, and for matches that nobody wants to keep.
pub fn in_memory() -> Arc<dyn Storage> {
    Arc::new(MemoryStorage::default())
}

fn kept_nowhere() -> StorageError {
    StorageError::new(Fault::Unavailable, "`memory` keeps nothing: `--data` names the folder that a referee keeps its matches in")
}

async fn on_a_thread<T: Send + 'static>(
    folder: &Path,
    work: impl FnOnce(&Path) -> Result<T, StorageError> + Send + 'static,
) -> Result<T, StorageError> {
    let folder = folder.to_path_buf();
    let done = tokio::task::spawn_blocking(move || work(&folder)).await;
    done.unwrap_or_else(|error| Err(StorageError::of(Fault::Unavailable, "the storage was not opened", error)))
}
