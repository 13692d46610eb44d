//! Opening, backup and restore of every kind of storage. Blocking work runs on a thread for it.

use crate::StorageLocation;
#[cfg(feature = "cluster")]
use cluster::Holder;
use std::path::{Path, PathBuf};
use storage::{Durability, Opened, StorageError, StorageErrorKind, StorageFailure, folder, in_memory};

/// Opens the storage for one referee alone; creates it if it is missing. Fails if another referee runs there.
pub async fn open(location: &StorageLocation, durability: Durability) -> Result<Opened, StorageError> {
    let opened = match location {
        StorageLocation::Memory => Opened::new(in_memory(), || {}),
        StorageLocation::Folder(path) => on_a_thread(path, move |path| folder::open(path, durability)).await?,
        #[cfg(feature = "cluster")]
        StorageLocation::Database(url) => cluster::open(url, own_name()?, cluster::HighestSeen::default()).await?.map_err(|holder| {
            StorageError::new(StorageErrorKind::Unavailable, StorageFailure::NodeReferees { name: holder.name, place: url.to_string() })
        })?,
    };
    let remedy = match location {
        #[cfg(feature = "cluster")]
        StorageLocation::Database(url) => cluster::remedy(url),
        _ => "remove it".to_string(),
    };
    opened.refuse_incomplete_move(&location.to_string(), &remedy).await
}

/// The name of a command that has the database alone.
#[cfg(feature = "cluster")]
fn own_name() -> Result<Holder, StorageError> {
    let no_id = |error| StorageError::unavailable(StorageFailure::NoRandomBytes, error);
    Holder::of_this_process(format!("process {}", std::process::id()), String::new()).map_err(no_id)
}

/// Opens the storage for a command, whether a referee runs or not: what it writes survives a power cut.
pub async fn open_beside(location: &StorageLocation) -> Result<Opened, StorageError> {
    match location {
        StorageLocation::Memory => Err(stored_nowhere()),
        StorageLocation::Folder(path) => on_a_thread(path, folder::open_beside).await,
        #[cfg(feature = "cluster")]
        StorageLocation::Database(url) => cluster::open_beside(url).await,
    }
}

/// Whether a referee has stored anything there.
pub async fn is_there(location: &StorageLocation) -> Result<bool, StorageError> {
    match location {
        StorageLocation::Memory => Ok(false),
        StorageLocation::Folder(path) => on_a_thread(path, |path| Ok(folder::is_there(path))).await,
        #[cfg(feature = "cluster")]
        StorageLocation::Database(url) => cluster::is_there(url).await,
    }
}

/// Writes everything into a new file, whether a referee runs or not.
pub async fn backup(location: &StorageLocation, into: PathBuf) -> Result<(), StorageError> {
    let folder = folder_of(location, StorageFailure::BackedUpByDatabase)?;
    on_a_thread(folder, move |folder| folder::backup(folder, &into)).await
}

/// Frees the disk space of what was deleted from a stopped referee's folder. A database frees its own.
pub async fn shrink(location: &StorageLocation) -> Result<(), StorageError> {
    match location {
        StorageLocation::Folder(path) => on_a_thread(path, folder::shrink).await,
        _ => Ok(()),
    }
}

/// Replaces the database of a stopped referee by a backup; returns where the replaced one is now. If it fails, nothing is replaced.
pub async fn restore(location: &StorageLocation, backup: PathBuf) -> Result<Option<PathBuf>, StorageError> {
    let folder = folder_of(location, StorageFailure::RestoredByDatabase)?;
    on_a_thread(folder, move |folder| folder::restore(folder, &backup)).await
}

/// The folder of the storage; `of_database` is the error for a database.
#[cfg_attr(not(feature = "cluster"), expect(unused_variables, reason = "there is no other database"))]
fn folder_of(location: &StorageLocation, of_database: StorageFailure) -> Result<&Path, StorageError> {
    match location {
        StorageLocation::Memory => Err(stored_nowhere()),
        StorageLocation::Folder(folder) => Ok(folder),
        #[cfg(feature = "cluster")]
        StorageLocation::Database(_) => Err(StorageError::new(StorageErrorKind::Unavailable, of_database)),
    }
}

fn stored_nowhere() -> StorageError {
    StorageError::new(StorageErrorKind::Unavailable, StorageFailure::StoredNowhere)
}

async fn on_a_thread<T: Send + 'static>(
    folder: &Path,
    work: impl FnOnce(&Path) -> Result<T, StorageError> + Send + 'static,
) -> Result<T, StorageError> {
    let folder = folder.to_path_buf();
    let done = tokio::task::spawn_blocking(move || work(&folder)).await;
    done.unwrap_or_else(|error| Err(StorageError::unavailable(StorageFailure::NotOpened, error)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use storage::Change;

    #[tokio::test]
    async fn what_was_moved_only_in_part_is_not_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let location = StorageLocation::Folder(folder.path().into());
        let opened = open(&location, Durability::Process).await.expect("a storage");
        opened.storage.write(vec![Change::MoveIncomplete(true)]).await.expect("written");
        opened.close();
        let refused = open(&location, Durability::Process).await.err().expect("only a part");
        assert!(refused.to_string().contains("move again"), "{refused}");
    }
}
