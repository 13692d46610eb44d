//! The one door to every storage: nobody above knows which kind it is. What may block is done by a thread for blocking work.

use super::memory::MemoryStorage;
use super::postgres::{DatabaseUrl, LeaseWatch, Register};
use super::{Durability, Fault, HighestSeen, Holder, JobQueue, Opened, Storage, StorageError, StorageLocation, folder, postgres};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Opens the storage at a place, making it if need be, for one referee alone.
///
/// # Errors
/// When another referee runs there, what is there is none of this program's, or it cannot be opened.
pub async fn open(location: &StorageLocation, durability: Durability) -> Result<Opened, StorageError> {
    let opened = match location {
        StorageLocation::Memory => Opened::new(in_memory(), || {}),
        StorageLocation::Folder(path) => on_a_thread(path, move |path| folder::open(path, durability)).await?,
        StorageLocation::Database(url) => postgres::open(url, nameless()?, HighestSeen::default()).await?.map_err(|holder| {
            let what = format!("node `{}` referees in {url}, or did so a few seconds ago", holder.name);
            StorageError::new(Fault::Unavailable, what)
        })?,
    };
    whole(opened, location).await
}

/// The same, unless what is there is only a part of what was being moved there.
async fn whole(opened: Opened, location: &StorageLocation) -> Result<Opened, StorageError> {
    if !opened.storage.is_half_moved().await? {
        return Ok(opened);
    }
    // It waits for its threads.
    let _ = tokio::task::spawn_blocking(|| opened.close()).await;
    let empty = match location {
        StorageLocation::Database(url) => format!("empty it (DROP SCHEMA {} CASCADE)", url.schema()),
        _ => "remove it".into(),
    };
    let what =
        format!("{location} holds only a part of what `arbitre move-store` was moving there when it broke off: {empty}, and move again");
    Err(StorageError::new(Fault::Damaged, what))
}

/// The same for a node that would referee where others may: opened, or the node that does.
///
/// # Errors
/// As for [`open`].
pub async fn open_or_holder(url: &DatabaseUrl, node: Holder, seen: HighestSeen) -> Result<Result<Opened, Holder>, StorageError> {
    match postgres::open(url, node, seen).await? {
        Ok(opened) => Ok(Ok(whole(opened, &StorageLocation::Database(url.clone())).await?)),
        Err(holder) => Ok(Err(holder)),
    }
}

/// The queue of the jobs in a database, for a worker.
///
/// # Errors
/// When the database cannot be reached, no referee has used it yet, or it is of another version.
pub async fn open_queue(url: &DatabaseUrl) -> Result<Arc<dyn JobQueue>, StorageError> {
    postgres::open_queue(url).await
}

/// Sees which node referees, and tells of the one that asks.
///
/// # Errors
/// When the database cannot be reached, or is of a later version.
pub async fn watch(url: &DatabaseUrl) -> Result<(LeaseWatch, Register), StorageError> {
    postgres::watch(url).await
}

/// How soon a database that is down is asked again.
const AGAIN: Duration = Duration::from_millis(500);

/// Opens something of a database, and waits while that is down; `None` if it is stopped before. Whatever else is wrong ends the waiting.
pub async fn when_up<T, O: Future<Output = Result<T, StorageError>>>(
    stop: &CancellationToken,
    open: impl Fn() -> O,
) -> Option<Result<T, StorageError>> {
    let mut is_told = false;
    loop {
        match stop.run_until_cancelled(open()).await? {
            Err(error) if postgres::is_down(&error) => {
                if !std::mem::replace(&mut is_told, true) {
                    tracing::error!(%error, "the database does not answer: this process waits for it");
                }
            }
            opened => return Some(opened),
        }
        stop.run_until_cancelled(tokio::time::sleep(AGAIN)).await?;
    }
}

/// What a command is called that has the database for itself.
fn nameless() -> Result<Holder, StorageError> {
    let no_id = |error| StorageError::of(Fault::Unavailable, "the system has no random bytes", error);
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
        StorageLocation::Database(url) => postgres::open_beside(url).await,
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
        StorageLocation::Database(url) => postgres::is_there(url).await,
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
        StorageLocation::Database(_) => Err(by_the_database("backed up with `pg_dump`")),
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
        StorageLocation::Database(_) => Err(by_the_database("restored with `pg_restore`")),
    }
}

/// Storage in memory: for simulations, and for matches that nobody wants to keep.
pub fn in_memory() -> Arc<dyn Storage> {
    Arc::new(MemoryStorage::default())
}

fn kept_nowhere() -> StorageError {
    StorageError::new(Fault::Unavailable, "`memory` keeps nothing: `--data` names the folder that a referee keeps its matches in")
}

fn by_the_database(what: &str) -> StorageError {
    StorageError::new(Fault::Unavailable, format!("a database is {what}, or copied into a folder with `arbitre move-store`"))
}

async fn on_a_thread<T: Send + 'static>(
    folder: &Path,
    work: impl FnOnce(&Path) -> Result<T, StorageError> + Send + 'static,
) -> Result<T, StorageError> {
    let folder = folder.to_path_buf();
    let done = tokio::task::spawn_blocking(move || work(&folder)).await;
    done.unwrap_or_else(|error| Err(StorageError::of(Fault::Unavailable, "the storage was not opened", error)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::storage::Change;

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
