//! The games of tournaments are looked at again by themselves, one after the other, when nobody wants anything else.

use super::Reviews;
use crate::core::Error;
use crate::core::time::wall_clock_ms;
use crate::core::work::Asker;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// How often it is asked whether a game has ended.
const ASKED_EVERY: Duration = Duration::from_secs(5);
/// What ended longer ago than this is looked at when somebody asks: milliseconds. A tournament that is imported is an old one.
const LOOKED_BACK_MS: i64 = 7 * 24 * 3_600 * 1_000;
/// Where more games than this wait, the oldest go without, until somebody asks.
const MOST_WAITING: usize = 500;

/// Looks at one game after the other, for as long as the referee runs. What waits stands in storage alone: a game that has ended and has no
/// review.
pub async fn review_unasked(reviews: Arc<Reviews>) {
    let mut given_up = BTreeSet::new();
    loop {
        match next(&reviews, &mut given_up).await {
            Ok(Some(game)) => {
                if let Err(error) = review(&reviews, game).await {
                    tracing::warn!(%error, game, "a game is not looked at again before the next start");
                    given_up.insert(game);
                }
            }
            Ok(None) => tokio::time::sleep(ASKED_EVERY).await,
            Err(error) => {
                tracing::warn!(%error, "which games have no review cannot be looked up now");
                tokio::time::sleep(ASKED_EVERY).await;
            }
        }
    }
}

/// The oldest game that waits.
async fn next(reviews: &Reviews, given_up: &mut BTreeSet<u64>) -> Result<Option<u64>, Error> {
    let waiting = reviews.storage.unreviewed(wall_clock_ms() - LOOKED_BACK_MS, MOST_WAITING).await?;
    given_up.retain(|game| waiting.contains(game));
    Ok(waiting.into_iter().find(|game| !given_up.contains(game)))
}

/// Has a game looked at, and waits for the end of that.
async fn review(reviews: &Reviews, game: u64) -> Result<(), Error> {
    let id = reviews.of(game, Asker::Ours).await?;
    if let Some(job) = reviews.solving.jobs.find(id) {
        job.over.cancelled().await;
    }
    Ok(())
}
