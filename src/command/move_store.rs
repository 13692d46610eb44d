//! `move-store`: all that a referee keeps, from a folder into a database or back.

use server::StorageLocation;
use std::time::Instant;
use storage::Durability;
use web::Error;

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
            return Err(Error::BadRequest(format!("{} is kept where it is to be moved to", self.from)));
        }
        if !server::is_there(&self.from).await? {
            return Err(Error::BadRequest(format!("no referee has kept anything in {} yet", self.from)));
        }
        let began = Instant::now();
        let from = server::open(&self.from, Durability::Process).await?;
        let to = server::open(&self.to, Durability::Process).await?;
        let moved = storage::move_all(&*from.storage, &*to.storage).await;
        let closing = tokio::task::spawn_blocking(move || {
            to.close();
            from.close();
        });
        closing.await.map_err(|error| Error::Internal(error.to_string()))?;
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
