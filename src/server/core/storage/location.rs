//! Where a referee keeps what it keeps, read once from `--data` and `--store`.

use super::postgres::{DatabaseUrl, UnreadableUrl};
use super::{StorageError, folder};
use clap::builder::{TypedValueParser, ValueParserFactory};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A place for a storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageLocation {
    /// Nothing outlives the process.
    Memory,
    /// A folder, for one referee.
    Folder(PathBuf),
    /// A schema of a database, which several nodes share.
    Database(DatabaseUrl),
}

impl StorageLocation {
    /// The folder for what is kept beside the storage, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            StorageLocation::Folder(folder) => Some(folder),
            StorageLocation::Memory | StorageLocation::Database(_) => None,
        }
    }
}

/// The two flags that say it.
#[derive(Clone, Debug, clap::Args)]
pub struct StoragePlace {
    /// Folder to keep matches in; `memory` keeps nothing
    #[arg(long, env = "ARBITRE_DATA", default_value = "./arbitre-data")]
    pub data: StorageLocation,
    /// Database to keep matches in instead, which several nodes share: postgres://USER:PASSWORD@HOST/DATABASE?schema=NAME; the folder then
    /// holds only what is this node's own
    #[arg(long, env = "ARBITRE_STORE", hide_env_values = true, value_name = "URL")]
    pub store: Option<DatabaseUrl>,
    /// File with the address of that database: every user of the machine can read a command line
    #[arg(long, env = "ARBITRE_STORE_FILE", value_name = "FILE", value_parser = read_store_file)]
    pub store_file: Option<DatabaseUrl>,
}

impl StoragePlace {
    /// Where matches are kept.
    pub fn location(&self) -> StorageLocation {
        self.store.clone().or_else(|| self.store_file.clone()).map_or_else(|| self.data.clone(), StorageLocation::Database)
    }

    /// Makes the folder, if there is to be one.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn make_folder(&self) -> Result<(), StorageError> {
        self.folder().map_or(Ok(()), folder::make)
    }

    /// The folder for what is kept beside them, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.data.folder()
    }
}

/// Reads a place from the command line or the environment. What does not read is told without it: it may hold a password.
#[derive(Clone)]
pub struct WithoutSecrets<T>(PhantomData<T>);

impl<T> Default for WithoutSecrets<T> {
    fn default() -> Self {
        WithoutSecrets(PhantomData)
    }
}

impl<T: FromStr<Err = UnreadableUrl> + Clone + Send + Sync + 'static> TypedValueParser for WithoutSecrets<T> {
    type Value = T;

    fn parse_ref(&self, _: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        value.to_string_lossy().parse().map_err(|error: UnreadableUrl| {
            let argument = argument.map_or_else(String::new, ToString::to_string);
            clap::Error::raw(ErrorKind::ValueValidation, format!("{argument}: {error}\n"))
        })
    }
}

/// Flags of this type never show what does not read.
impl ValueParserFactory for DatabaseUrl {
    type Parser = WithoutSecrets<DatabaseUrl>;

    fn value_parser() -> Self::Parser {
        WithoutSecrets::default()
    }
}

impl ValueParserFactory for StorageLocation {
    type Parser = WithoutSecrets<StorageLocation>;

    fn value_parser() -> Self::Parser {
        WithoutSecrets::default()
    }
}

/// Reads the address of a database from a file.
///
/// # Errors
/// When it cannot be read, or holds none.
pub fn read_store_file(file: &str) -> Result<DatabaseUrl, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("it cannot be read: {error}"))?;
    text.trim().parse().map_err(|error: UnreadableUrl| error.to_string())
}

impl FromStr for StorageLocation {
    type Err = UnreadableUrl;

    fn from_str(text: &str) -> Result<StorageLocation, UnreadableUrl> {
        match text {
            "memory" => Ok(StorageLocation::Memory),
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
            StorageLocation::Database(url) => url.fmt(f),
        }
    }
}
