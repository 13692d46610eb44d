//! `move-store`: everything that a referee has stored, from a folder into a database or back.

use crate::error::{Error, Failure};
use crate::maintain::open_stored;
use crate::output::{Output, print_line};
use server::StorageLocation;
use std::time::Instant;
use storage::Durability;

/// Copy the data of a stopped referee to another, empty store
///
/// From a folder into a database, or back. The copy is verified; the source stays.
#[derive(Debug, clap::Args)]
pub struct MoveStore {
    /// The source: a folder, or postgres://USER:PASSWORD@HOST/DATABASE?schema=NAME
    from: StorageLocation,
    /// The destination
    to: StorageLocation,
}

impl MoveStore {
    pub async fn run(self) -> Result<(), Error> {
        let MoveStore { from, to } = self;
        if from == to {
            return Err(Failure::SamePlace { place: from.to_string() }.into());
        }
        let began = Instant::now();
        let opened = [open_stored(&from).await?, server::open(&to, Durability::Process).await?];
        let moved = storage::move_all(&*opened[0].storage, &*opened[1].storage).await;
        tokio::task::spawn_blocking(move || opened.into_iter().rev().for_each(|opened| opened.close())).await?;
        let (storage::Moved { matches, tournaments, tokens, jobs }, from, to) = (moved?, from.to_string(), to.to_string());
        let seconds = format!("{:.1}", began.elapsed().as_secs_f64());
        Ok(print_line(&Output::Moved { from, to, matches, tournaments, tokens, jobs, seconds })?)
    }
}
