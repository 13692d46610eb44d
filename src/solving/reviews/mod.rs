//! Matches looked at again: one review of each, made once for all who ask, and after the games of tournaments by itself.

mod match_question;
pub mod totals;
mod unasked;

use crate::Error;
use crate::{JobId, SolveService};
use protocol::JobState;
use runtime::Commands;
use runtime::Life;
use runtime::work::Asker;
use std::sync::Arc;
use storage::{JobRow, Storage};
use tokio::sync::Mutex;

pub use unasked::review_unasked;

/// The reviews of matches.
pub struct Reviews {
    storage: Arc<dyn Storage>,
    solving: Arc<SolveService>,
    commands: Commands,
    /// Held while a job is made, so that of several who are the first to ask one makes it.
    making: Mutex<()>,
}

impl Reviews {
    /// Those that are kept here, and made by this service.
    pub fn new(storage: Arc<dyn Storage>, solving: Arc<SolveService>, life: Arc<Life>) -> Reviews {
        Reviews { storage, solving, commands: Commands::new(life), making: Mutex::default() }
    }

    /// The job that looks at a match again, or has, with the review as its result. One that failed or was cancelled is made anew.
    ///
    /// # Errors
    /// When there is no such match, or it goes on; or as of a job.
    pub async fn of(self: &Arc<Self>, game: u64, asker: Asker) -> Result<JobId, Error> {
        if let Some(row) = self.made(game).await? {
            return Ok(JobId::of(row.id));
        }
        let reviews = self.clone();
        let making = async move {
            let question = match_question::of(&*reviews.storage, game, asker.address()).await?;
            let _making = reviews.making.lock().await;
            match reviews.made(game).await? {
                Some(row) => Ok(JobId::of(row.id)),
                None => reviews.solving.create_job(question).await,
            }
        };
        self.commands.run(making).await
    }

    /// The job that looks at a match again, or has, if there is one that has not come to nothing; none is made.
    ///
    /// # Errors
    /// When there is no such match.
    pub async fn kept(&self, game: u64) -> Result<Option<JobId>, Error> {
        if let Some(row) = self.made(game).await? {
            return Ok(Some(JobId::of(row.id)));
        }
        self.storage.find_match(game).await?.map(|_| None).ok_or(Error::NoSuchMatch { game })
    }

    /// The job of a match, if there is one that has not come to nothing.
    async fn made(&self, game: u64) -> Result<Option<JobRow>, Error> {
        let came_to_nothing =
            |row: &JobRow| row.end.as_ref().is_some_and(|end| matches!(end.state, JobState::Failed | JobState::Cancelled));
        Ok(self.storage.review_of(game).await?.filter(|row| !came_to_nothing(row)))
    }
}
