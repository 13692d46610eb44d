//! The data folder: one SQLite file, locked by one referee at a time.

use super::{Durability, Opened, StorageError, StorageErrorKind, sqlite};
use crate::failure::{StorageFailure, shown};
use std::path::{Path, PathBuf};

fn database(folder: &Path) -> PathBuf {
    folder.join("arbitre.db")
}

/// Opens the storage for one referee alone; creates it if it is missing.
pub fn open(folder: &Path, durability: Durability) -> Result<Opened, StorageError> {
    make(folder)?;
    let database = database(folder);
    let (file, lock) = sqlite::lock(&database)?;
    sqlite::open_as(&database, file, durability, lock)
}

/// Opens the storage for a command; a referee may be running.
pub fn open_beside(folder: &Path) -> Result<Opened, StorageError> {
    make(folder)?;
    sqlite::open(&database(folder), Durability::Power)
}

/// Whether a referee has stored anything there. Locking a missing database creates an empty file.
pub fn is_there(folder: &Path) -> bool {
    ["arbitre.db", "arbitre.db-wal"].iter().any(|name| folder.join(name).metadata().is_ok_and(|file| file.len() > 0))
}

/// Writes everything into a new file.
pub fn backup(folder: &Path, into: &Path) -> Result<(), StorageError> {
    sqlite::backup(&database(folder), into)
}

/// Replaces the database of a stopped referee by a backup. Returns the new path of the old database.
pub fn restore(folder: &Path, backup: &Path) -> Result<Option<PathBuf>, StorageError> {
    let is_new = !folder.exists();
    make(folder)?;
    let _lock = sqlite::lock(&database(folder))?;
    sqlite::restore(backup, &database(folder)).inspect_err(|_| {
        // The lock has made an empty database.
        if !is_there(folder) {
            drop(std::fs::remove_file(database(folder)));
        }
        if is_new {
            drop(std::fs::remove_dir(folder));
        }
    })
}

/// Frees the disk space of deleted rows.
pub fn shrink(folder: &Path) -> Result<(), StorageError> {
    let _lock = sqlite::lock(&database(folder))?;
    sqlite::shrink(&database(folder))
}

pub fn make(folder: &Path) -> Result<(), StorageError> {
    if folder.is_file() {
        return Err(StorageError::new(StorageErrorKind::Unavailable, StorageFailure::IsAFile { file: shown(folder) }));
    }
    std::fs::create_dir_all(folder)
        .map_err(|error| StorageError::unavailable(StorageFailure::FolderNotMade { folder: shown(folder) }, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_restore_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let backup = folder.path().join("backup");
        std::fs::write(&backup, "no database at all").expect("written");
        for (name, is_made) in [("new", false), ("made", true)] {
            let place = folder.path().join(name);
            if is_made {
                make(&place).expect("a folder");
            }
            restore(&place, &backup).expect_err("it is no backup");
            assert_eq!(place.exists(), is_made, "{name}");
            assert!(!is_made || std::fs::read_dir(&place).expect("a folder").next().is_none());
        }
    }

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
