//! The one door to every storage: nobody above knows which kind it is. What may block is done by a thread for blocking work.

use crate::StorageLocation;
#[cfg(feature = "cluster")]
use cluster::Holder;
use std::path::{Path, PathBuf};
use storage::{Durability, Fault, Opened, StorageError, StorageTrouble, folder, in_memory};

/// Opens the storage at a place, making it if need be, for one referee alone.
///
/// # Errors
/// When another referee runs there, what is there is none of this program's, or it cannot be opened.
pub async fn open(location: &StorageLocation, durability: Durability) -> Result<Opened, StorageError> {
    let opened = match location {
        StorageLocation::Memory => Opened::new(in_memory(), || {}),
        StorageLocation::Folder(path) => on_a_thread(path, move |path| folder::open(path, durability)).await?,
        #[cfg(feature = "cluster")]
        StorageLocation::Database(url) => cluster::open(url, nameless()?, cluster::HighestSeen::default()).await?.map_err(|holder| {
            StorageError::new(Fault::Unavailable, StorageTrouble::NodeReferees { name: holder.name, place: url.to_string() })
        })?,
    };
    let remedy = match location {
        #[cfg(feature = "cluster")]
        StorageLocation::Database(url) => cluster::remedy(url),
        _ => "remove it".to_string(),
    };
    opened.refuse_half_moved(&location.to_string(), &remedy).await
}

/// What a command is called that has the database for itself.
#[cfg(feature = "cluster")]
fn nameless() -> Result<Holder, StorageError> {
    let no_id = |error| StorageError::of(Fault::Unavailable, StorageTrouble::NoRandomBytes, error);
    Holder::of_this_process(format!("process {}", std::process::id()), String::new()).map_err(no_id)
}

/// Opens it for a command that writes a little, whether a referee runs there or not: what it writes survives a power cut.
///
/// # Errors
/// When what is there is none of this program's, or it cannot be opened.
pub async fn open_beside(location: &StorageLocation) -> Result<Opened, StorageError> {
    match location {
        StorageLocation::Memory => Err(kept_nowhere()),
        StorageLocation::Folder(path) => on_a_thread(path, folder::open_beside).await,
        #[cfg(feature = "cluster")]
        StorageLocation::Database(url) => cluster::open_beside(url).await,
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
        #[cfg(feature = "cluster")]
        StorageLocation::Database(url) => cluster::is_there(url).await,
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
        #[cfg(feature = "cluster")]
        StorageLocation::Database(_) => Err(StorageError::new(Fault::Unavailable, StorageTrouble::BackedUpByDatabase)),
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
        #[cfg(feature = "cluster")]
        StorageLocation::Database(_) => Err(StorageError::new(Fault::Unavailable, StorageTrouble::RestoredByDatabase)),
    }
}

fn kept_nowhere() -> StorageError {
    StorageError::new(Fault::Unavailable, StorageTrouble::StoredNowhere)
}

async fn on_a_thread<T: Send + 'static>(
    folder: &Path,
    work: impl FnOnce(&Path) -> Result<T, StorageError> + Send + 'static,
) -> Result<T, StorageError> {
    let folder = folder.to_path_buf();
    let done = tokio::task::spawn_blocking(move || work(&folder)).await;
    done.unwrap_or_else(|error| Err(StorageError::of(Fault::Unavailable, StorageTrouble::NotOpened, error)))
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
        opened.storage.write(vec![Change::Moving(true)]).await.expect("written");
        opened.close();
        let refused = open(&location, Durability::Process).await.err().expect("only a part");
        assert!(refused.to_string().contains("move again"), "{refused}");
    }
}
