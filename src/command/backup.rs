//! `backup` and `restore`: all that a referee keeps, as one file, and back again.

use crate::error::Error;
use server::StoragePlace;
use std::path::PathBuf;

/// Write all that a referee keeps into one new file, while it runs or not
#[derive(Debug, clap::Args)]
pub struct Backup {
    /// The new file; only its owner will be able to read it, for it holds who has a token
    file: PathBuf,
    /// Where the referee keeps its matches.
    #[command(flatten)]
    place: StoragePlace,
}

/// Put a backup in the place of what a stopped referee keeps; that is not deleted, but kept beside it
#[derive(Debug, clap::Args)]
pub struct Restore {
    /// The backup
    file: PathBuf,
    /// Where the referee keeps its matches.
    #[command(flatten)]
    place: StoragePlace,
}

impl Backup {
    /// Does it.
    pub async fn run(self) -> Result<(), Error> {
        server::backup(&self.place.location(), self.file.clone()).await?;
        println!("{} has everything that is in {}", self.file.display(), self.place.location());
        Ok(())
    }
}

impl Restore {
    /// Does it.
    pub async fn run(self) -> Result<(), Error> {
        let kept = server::restore(&self.place.location(), self.file.clone()).await?;
        println!("{} is in {} again", self.file.display(), self.place.location());
        if let Some(kept) = kept {
            println!("What was there before is kept as {}", kept.display());
        }
        Ok(())
    }
}
