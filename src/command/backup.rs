//! `backup` and `restore`: everything that a referee has stored, as one file and back.

use crate::error::{Error, Failure};
use crate::output::{Output, print_line};
use server::StoragePlace;
use std::path::PathBuf;

/// Copy all data into one new file, also while the referee runs
#[derive(Debug, clap::Args)]
pub struct Backup {
    /// The new file, which only its owner can read, since it lists the tokens
    file: PathBuf,
    #[command(flatten)]
    place: StoragePlace,
}

/// Replace the data of a stopped referee by a backup
///
/// The old data is renamed.
#[derive(Debug, clap::Args)]
pub struct Restore {
    /// The backup
    file: PathBuf,
    #[command(flatten)]
    place: StoragePlace,
}

impl Backup {
    pub async fn run(self) -> Result<(), Error> {
        let place = self.place.location();
        if place.folder().is_some() && !server::is_there(&place).await? {
            return Err(Failure::NothingStored { place: place.to_string() }.into());
        }
        server::backup(&place, self.file.clone()).await?;
        Ok(print_line(&Output::BackedUp { file: self.file.display().to_string(), place: place.to_string() })?)
    }
}

impl Restore {
    pub async fn run(self) -> Result<(), Error> {
        let place = self.place.location();
        let replaced = server::restore(&place, self.file.clone()).await?;
        print_line(&Output::Restored { file: self.file.display().to_string(), place: place.to_string() })?;
        if let Some(replaced) = replaced {
            print_line(&Output::Replaced { place: replaced.display().to_string() })?;
        }
        Ok(())
    }
}
