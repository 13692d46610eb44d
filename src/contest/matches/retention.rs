//! Retention: deletes friendly matches after a number of days.

use super::Matches;
use runtime::wall_clock_ms;
use std::time::Duration;
use storage::{Change, StorageError};
use tokio::time::Instant;

const DAY_MS: i64 = 86_400_000;
const INTERVAL: Duration = Duration::from_secs(3_600);
/// Matches per write: few, so that moves do not wait long.
const BATCH: usize = 20;
/// The pause between two such writes.
const PAUSE: Duration = Duration::from_millis(50);

/// Nothing is deleted on the first day after a start, in case the machine's clock is wrong.
const FIRST_AFTER: Duration = Duration::from_secs(86_400);

/// Deletes matches older than `days`, hourly and with a log line a day ahead. A clock that jumps forward does not age them.
pub async fn forget_old(matches: &Matches, days: u32) {
    let (begin, begin_ms) = (Instant::now(), wall_clock_ms());
    let oldest = matches.storage.old_friendly(begin_ms - i64::from(days) * DAY_MS, BATCH).await;
    if oldest.is_ok_and(|games| !games.is_empty()) {
        tracing::warn!(
            days,
            "by the clock of this machine, games of no tournament are older; they are deleted in a day (`--keep-friendly 0` keeps them)"
        );
    }
    tokio::time::sleep(FIRST_AFTER).await;
    loop {
        let now_ms = wall_clock_ms().min(begin_ms + begin.elapsed().as_millis() as i64);
        match forget(matches, now_ms - i64::from(days) * DAY_MS).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, days, "old games that belong to no tournament are forgotten"),
            Err(error) => tracing::warn!(%error, "old games cannot be forgotten now"),
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Deletes matches that ended before a moment; returns their number.
async fn forget(matches: &Matches, before_ms: i64) -> Result<usize, StorageError> {
    let mut forgotten = 0;
    loop {
        let old = matches.storage.old_friendly(before_ms, BATCH).await?;
        if old.is_empty() {
            return Ok(forgotten);
        }
        forgotten += old.len();
        matches.storage.write(old.into_iter().map(|game| Change::MatchForgotten { match_id: game }).collect()).await?;
        tokio::time::sleep(PAUSE).await;
    }
}
