//! Deletes games of no tournament after the days for which they are stored.

use super::Matches;
use runtime::wall_clock_ms;
use std::time::Duration;
use storage::{Change, StorageError};
use tokio::time::Instant;

const DAY_MS: i64 = 86_400_000;
/// How often old games are looked for.
const INTERVAL: Duration = Duration::from_secs(3_600);
/// Games deleted by one write: few, so that moves do not wait long behind it.
const BATCH: usize = 20;
/// The pause between two such writes.
const PAUSE: Duration = Duration::from_millis(50);

/// No game is deleted earlier after the start: the clock of the machine may be wrong then.
const FIRST_AFTER: Duration = Duration::from_secs(86_400);

/// Deletes games older than `days`, for ever; says before that it will. A clock that jumps ahead makes no game older.
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
