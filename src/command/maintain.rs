//! `rebuild` and `prune`: maintenance of a stopped referee's data.

use crate::error::{Error, Failure};
use crate::output::{Output, print_line};
use rules::Catalogue;
use server::{StorageLocation, StoragePlace};
use storage::{Durability, Opened};

/// Recompute from the logs what a stopped referee derives from them
///
/// Derived are the results of matches, the records of bots, and the stages and rated games of tournaments.
#[derive(Debug, clap::Args)]
pub struct Rebuild {
    #[command(flatten)]
    place: StoragePlace,
}

/// Delete old matches and tournaments of a stopped referee
///
/// The disk space is freed; numbers are not reused. While a referee runs, `arbitre serve --keep-friendly DAYS` deletes old matches.
#[derive(Debug, clap::Args)]
pub struct Prune {
    /// Delete what ended longer ago than this, such as 90d, 6mo or 1y
    #[arg(long, value_name = "AGE", value_parser = runtime::parse_age)]
    older_than: i64,
    /// `rated` keeps all tournaments, whose games are rated, and deletes only matches outside of tournaments
    #[arg(long)]
    keep: Option<Kept>,
    #[command(flatten)]
    place: StoragePlace,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Kept {
    Rated,
}

/// Opens a stored contest for a command alone.
pub async fn open_stored(place: &StorageLocation) -> Result<Opened, Error> {
    match server::is_there(place).await? {
        true => Ok(server::open(place, Durability::Process).await?),
        false => Err(Failure::NothingStored { place: place.to_string() }.into()),
    }
}

impl Rebuild {
    pub async fn run(self) -> Result<(), Error> {
        let opened = open_stored(&self.place.location()).await?;
        let rebuilt = contest::rebuild(&*opened.storage, Catalogue::ALL).await;
        tokio::task::spawn_blocking(|| opened.close()).await?;
        let contest::Rebuilt { matches, tournaments, mended } = rebuilt?;
        Ok(print_line(&Output::Rebuilt { matches, tournaments, mended })?)
    }
}

impl Prune {
    pub async fn run(self) -> Result<(), Error> {
        let place = self.place.location();
        let opened = open_stored(&place).await?;
        let pruned = contest::prune(&*opened.storage, self.older_than, self.keep.is_some()).await;
        tokio::task::spawn_blocking(|| opened.close()).await?;
        let contest::Pruned { matches, tournaments } = pruned?;
        server::shrink(&place).await?;
        Ok(print_line(&Output::Pruned { matches, tournaments })?)
    }
}
