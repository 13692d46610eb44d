//! `backup` and `restore`: all that a referee keeps, as one file, and back again.

use server::{DataFolder, Error, storage};
use std::path::PathBuf;

/// Write all that a referee keeps into one new file, while it runs or not
#[derive(Debug, clap::Args)]
pub struct Backup {
    /// The new file; only its owner will be able to read it, for it holds who has a token
    file: PathBuf,
    /// Folder the referee keeps its matches in
    #[arg(long, env = "ARBITRE_DATA", default_value = "./arbitre-data")]
    data: PathBuf,
}

/// Put a backup in the place of what a stopped referee keeps; that is not deleted, but kept beside it
#[derive(Debug, clap::Args)]
pub struct Restore {
    /// The backup
    file: PathBuf,
    /// Folder the referee keeps its matches in
    #[arg(long, env = "ARBITRE_DATA", default_value = "./arbitre-data")]
    data: PathBuf,
}

impl Backup {
    /// Does it.
    pub fn run(self) -> Result<(), Error> {
        storage::backup(&self.data.join("arbitre.db"), &self.file)?;
        println!("{} has everything that is in {}", self.file.display(), self.data.display());
        Ok(())
    }
}

impl Restore {
    /// Does it.
    pub fn run(self) -> Result<(), Error> {
        let kept = DataFolder::restore(&self.data, &self.file)?;
        println!("{} is in {} again", self.file.display(), self.data.display());
        if let Some(kept) = kept {
            println!("What was there before is kept as {}", kept.display());
        }
        Ok(())
    }
}
