//! Reviews of matches: one job for each match, shared by all clients; games of tournaments are reviewed without a request.

mod background;
mod match_question;
pub mod totals;

use crate::{Error, JobId, SolveService};
use protocol::JobState;
use runtime::work::WorkOwner;
use runtime::{Commands, Lifecycle};
use std::sync::Arc;
use storage::{JobRow, Storage};
use tokio::sync::Mutex;

pub use background::review_in_background;

pub struct Reviews {
    storage: Arc<dyn Storage>,
    solving: Arc<SolveService>,
    commands: Commands,
    /// Held while a job is created, so that concurrent first requests create one.
    making: Mutex<()>,
}

impl Reviews {
    pub fn new(storage: Arc<dyn Storage>, solving: Arc<SolveService>, life: Arc<Lifecycle>) -> Reviews {
        Reviews { storage, solving, commands: Commands::new(life), making: Mutex::default() }
    }

    /// The job that reviews a match. One that failed or was cancelled is replaced by a new one.
    pub async fn of(self: &Arc<Self>, match_id: u64, owner: WorkOwner) -> Result<JobId, Error> {
        if let Some(row) = self.made(match_id).await? {
            return Ok(JobId::of(row.id));
        }
        let reviews = self.clone();
        let making = async move {
            let question = match_question::of(&*reviews.storage, match_id, owner.address()).await?;
            let _making = reviews.making.lock().await;
            match reviews.made(match_id).await? {
                Some(row) => Ok(JobId::of(row.id)),
                None => reviews.solving.create_job(question).await,
            }
        };
        self.commands.run(making).await
    }

    /// The same without creating a job.
    pub async fn stored(&self, match_id: u64) -> Result<Option<JobId>, Error> {
        if let Some(row) = self.made(match_id).await? {
            return Ok(Some(JobId::of(row.id)));
        }
        self.storage.find_match(match_id).await?.map(|_| None).ok_or(Error::NoSuchMatch { game: match_id })
    }

    /// The job of a match, unless it failed or was cancelled.
    async fn made(&self, match_id: u64) -> Result<Option<JobRow>, Error> {
        let has_no_result = |row: &JobRow| row.end.as_ref().is_some_and(|end| matches!(end.state, JobState::Failed | JobState::Cancelled));
        Ok(self.storage.review_of(match_id).await?.filter(|row| !has_no_result(row)))
    }
}
