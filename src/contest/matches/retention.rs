//! Deletes games of no tournament after the days for which they are stored.

use super::Matches;
use runtime::wall_clock_ms;
use std::time::Duration;
use storage::{Change, StorageError};

const DAY_MS: i64 = 86_400_000;
/// How often old games are looked for.
const INTERVAL: Duration = Duration::from_secs(3_600);
/// Games deleted by one write: few, so that moves do not wait long behind it.
const BATCH: usize = 20;
/// The pause between two such writes.
const PAUSE: Duration = Duration::from_millis(50);

/// Deletes games older than `days`, for ever.
pub async fn forget_old(matches: &Matches, days: u32) {
    loop {
        match forget(matches, wall_clock_ms() - i64::from(days) * DAY_MS).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, days, "old games that belong to no tournament are forgotten"),
            Err(error) => tracing::warn!(%error, "old games cannot be forgotten now"),
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Deletes games that ended before a moment; returns how many.
async fn forget(matches: &Matches, before_ms: i64) -> Result<usize, StorageError> {
    let mut forgotten = 0;
    loop {
        let old = matches.storage.old_friendly(before_ms, BATCH).await?;
        if old.is_empty() {
            return Ok(forgotten);
        }
        forgotten += old.len();
        matches.storage.write(old.into_iter().map(|game| Change::MatchForgotten { game }).collect()).await?;
        tokio::time::sleep(PAUSE).await;
    }
}
