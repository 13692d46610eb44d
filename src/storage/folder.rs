//! A folder with a SQLite file in it, which one referee uses at a time.

use super::{Durability, Fault, Opened, StorageError, sqlite};
use crate::trouble::{StorageTrouble, told};
use std::path::{Path, PathBuf};

fn database(folder: &Path) -> PathBuf {
    folder.join("arbitre.db")
}

/// Opens the storage in a folder, making it if need be, for one referee alone.
pub fn open(folder: &Path, durability: Durability) -> Result<Opened, StorageError> {
    make(folder)?;
    let database = database(folder);
    let file = sqlite::open_as(&database, sqlite::lock(&database)?, durability)?;
    Ok(Opened::new(file.storage.clone(), move || file.close()))
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
    make(folder)?;
    let _lock = sqlite::lock(&database(folder))?;
    sqlite::restore(backup, &database(folder))
}

/// Makes a folder, if need be.
pub fn make(folder: &Path) -> Result<(), StorageError> {
    std::fs::create_dir_all(folder)
        .map_err(|error| StorageError::of(Fault::Unavailable, StorageTrouble::FolderNotMade { folder: told(folder) }, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_second_referee_is_refused_whatever_is_deleted_beside_the_database() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = open(folder.path(), Durability::Process).expect("a new folder");
        for file in std::fs::read_dir(folder.path()).expect("a folder").map(|file| file.expect("a file").path()) {
            if !file.to_string_lossy().contains("arbitre.db") {
                std::fs::remove_file(file).expect("deleted");
            }
        }
        for refused in [open(folder.path(), Durability::Process).err(), restore(folder.path(), Path::new("backup")).err()] {
            let refused = refused.expect("the first one runs").to_string();
            assert!(refused.contains("another referee runs in"), "{refused}");
        }
        open_beside(folder.path()).expect("a command writes beside it").close();
        first.close();
        open(folder.path(), Durability::Process).expect("the first one has ended").close();
    }
}
