//! The location of the storage, from `--data` and `--store`.

use clap::builder::ValueParserFactory;
#[cfg(feature = "cluster")]
use cluster::{DatabaseUrl, UnreadableUrl, read_store_file};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use storage::{RedactedParser, StorageError, folder};

#[cfg(not(feature = "cluster"))]
use std::convert::Infallible as UnreadableUrl;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageLocation {
    /// Memory, which ends with the process.
    Memory,
    /// A folder, for one referee.
    Folder(PathBuf),
    /// A schema of a database, which several nodes share.
    #[cfg(feature = "cluster")]
    Database(DatabaseUrl),
}

impl StorageLocation {
    /// The folder for files beside the storage, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            StorageLocation::Folder(folder) => Some(folder),
            _ => None,
        }
    }
}

/// The flags of the location.
#[derive(Clone, Debug, clap::Args)]
pub struct StoragePlace {
    /// Data folder of the referee; `memory` stores nothing
    #[arg(long, env = "ARBITRE_DATA", default_value = "./arbitre-data")]
    pub data: StorageLocation,
    #[cfg(feature = "cluster")]
    /// Database of the stored data, shared by several nodes: postgres://USER:PASSWORD@HOST/DATABASE?schema=NAME; the folder then
    /// holds only this node's own files
    #[arg(long, env = "ARBITRE_STORE", hide_env_values = true, value_name = "URL")]
    pub store: Option<DatabaseUrl>,
    #[cfg(feature = "cluster")]
    /// File that contains the value of --store, since every user of the machine can read a command line
    #[arg(long, env = "ARBITRE_STORE_FILE", value_name = "FILE", value_parser = read_store_file)]
    pub store_file: Option<DatabaseUrl>,
}

impl StoragePlace {
    pub fn memory() -> StoragePlace {
        StoragePlace {
            data: StorageLocation::Memory,
            #[cfg(feature = "cluster")]
            store: None,
            #[cfg(feature = "cluster")]
            store_file: None,
        }
    }

    pub fn location(&self) -> StorageLocation {
        #[cfg(feature = "cluster")]
        if let Some(url) = self.store.as_ref().or(self.store_file.as_ref()) {
            return StorageLocation::Database(url.clone());
        }
        self.data.clone()
    }

    /// Creates the folder, if there is one.
    pub fn make_folder(&self) -> Result<(), StorageError> {
        self.folder().map_or(Ok(()), folder::make)
    }

    /// The folder for files beside the matches, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.data.folder()
    }
}

/// An error never shows the text, which may hold a password.
impl ValueParserFactory for StorageLocation {
    type Parser = RedactedParser<StorageLocation>;

    fn value_parser() -> Self::Parser {
        RedactedParser::default()
    }
}

impl FromStr for StorageLocation {
    type Err = UnreadableUrl;

    fn from_str(text: &str) -> Result<StorageLocation, Self::Err> {
        match text {
            "memory" => Ok(StorageLocation::Memory),
            #[cfg(feature = "cluster")]
            _ if DatabaseUrl::is_meant(text) => text.parse().map(StorageLocation::Database),
            _ => Ok(StorageLocation::Folder(text.into())),
        }
    }
}

impl fmt::Display for StorageLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageLocation::Memory => f.write_str("memory"),
            StorageLocation::Folder(folder) => folder.display().fmt(f),
            #[cfg(feature = "cluster")]
            StorageLocation::Database(url) => url.fmt(f),
        }
    }
}
