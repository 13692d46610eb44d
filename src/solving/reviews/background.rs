//! Reviews the games of tournaments without a request, at the lowest priority.

use super::Reviews;
use crate::Error;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use runtime::wall_clock_ms;
use runtime::work::WorkOwner;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// The poll interval for ended games.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// Games that ended earlier are reviewed on request only, in milliseconds: an imported tournament is old.
const MAX_AGE_MS: i64 = 7 * 24 * 3_600 * 1_000;
/// The most games that wait; the oldest are left out.
const MAX_WAITING: usize = 500;
/// Concurrent reviews where workers share the queue.
const SHARED_CONCURRENCY: usize = 16;

/// Reviews one game after the other as long as the referee runs, several at one time where other processes have workers. The queue is in storage:
/// the games that have ended and have no review.
pub async fn review_in_background(reviews: Arc<Reviews>) {
    let (mut given_up, mut going) = (BTreeSet::new(), FuturesUnordered::new());
    let max_reviews = if reviews.solving.jobs.are_shared() { SHARED_CONCURRENCY } else { 1 };
    loop {
        while going.len() < max_reviews {
            match next(&reviews, &mut given_up).await {
                // A game with a job waits no more.
                Ok(Some(game)) => match reviews.of(game, WorkOwner::Referee).await {
                    Ok(id) => going.extend(reviews.solving.jobs.find(id).map(|job| async move { job.over.cancelled().await })),
                    Err(error) if error.is_passing() => {
                        tracing::warn!(%error, game, "a game cannot be reviewed now");
                        break;
                    }
                    Err(error) => {
                        tracing::warn!(%error, game, "a game is not looked at again before the next start");
                        given_up.insert(game);
                    }
                },
                Ok(None) => break,
                Err(error) => {
                    tracing::warn!(%error, "which games have no review cannot be looked up now");
                    break;
                }
            }
        }
        tokio::select! {
            Some(()) = going.next(), if !going.is_empty() => {}
            () = tokio::time::sleep(POLL_INTERVAL), if going.len() < max_reviews => {}
        }
    }
}

/// The oldest waiting game.
async fn next(reviews: &Reviews, given_up: &mut BTreeSet<u64>) -> Result<Option<u64>, Error> {
    let waiting = reviews.storage.unreviewed(wall_clock_ms() - MAX_AGE_MS, MAX_WAITING).await?;
    given_up.retain(|game| waiting.contains(game));
    Ok(waiting.into_iter().find(|game| !given_up.contains(game)))
}
