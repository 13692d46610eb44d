//! `move-store`: all that a referee keeps, from a folder into a database or back.

use crate::error::{Error, Failure};
use server::StorageLocation;
use std::time::Instant;
use storage::Durability;

/// Move all that a stopped referee keeps from a folder into an empty database, or back, and read it all there; what was there before stays
#[derive(Debug, clap::Args)]
pub struct MoveStore {
    /// The folder, or postgres://USER:PASSWORD@HOST/DATABASE?schema=NAME, that it is kept in
    from: StorageLocation,
    /// Where it is to be kept
    to: StorageLocation,
}

impl MoveStore {
    /// Does it.
    pub async fn run(self) -> Result<(), Error> {
        if self.from == self.to {
            return Err(Failure::SamePlace { place: self.from.to_string() }.into());
        }
        if !server::is_there(&self.from).await? {
            return Err(Failure::NothingStored { place: self.from.to_string() }.into());
        }
        let began = Instant::now();
        let from = server::open(&self.from, Durability::Process).await?;
        let to = server::open(&self.to, Durability::Process).await?;
        let moved = storage::move_all(&*from.storage, &*to.storage).await;
        let closing = tokio::task::spawn_blocking(move || {
            to.close();
            from.close();
        });
        closing.await?;
        let storage::Moved { matches, tournaments, tokens, jobs } = moved?;
        println!(
            "{} has the {matches} matches, {tournaments} tournaments, {tokens} tokens and {jobs} jobs of {}, which stay there too ({:.1} s)",
            self.to,
            self.from,
            began.elapsed().as_secs_f64()
        );
        Ok(())
    }
}
