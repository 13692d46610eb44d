//! Where a referee keeps what it keeps, read once from what `--data` says.

use std::convert::Infallible;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A place for a storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageLocation {
    /// Nothing outlives the process.
    Memory,
    /// A folder, which also holds what is kept beside the storage: tables of solvers, the first operator's token.
    Folder(PathBuf),
}

impl StorageLocation {
    /// The folder for what is kept beside the storage, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            StorageLocation::Memory => None,
            StorageLocation::Folder(folder) => Some(folder),
        }
    }
}

impl From<OsString> for StorageLocation {
    fn from(text: OsString) -> StorageLocation {
        if text == "memory" { StorageLocation::Memory } else { StorageLocation::Folder(text.into()) }
    }
}

impl FromStr for StorageLocation {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<StorageLocation, Infallible> {
        Ok(OsString::from(text).into())
    }
}

impl fmt::Display for StorageLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageLocation::Memory => f.write_str("memory"),
            StorageLocation::Folder(folder) => folder.display().fmt(f),
        }
    }
}
