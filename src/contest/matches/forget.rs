//! Games that belong to no tournament are kept for so many days, and then forgotten.

use super::Matches;
use runtime::wall_clock_ms;
use std::time::Duration;
use storage::{Change, StorageError};

const DAY_MS: i64 = 86_400_000;
/// How often it is looked for games to be forgotten.
const LOOK: Duration = Duration::from_secs(3_600);
/// How many are forgotten in one write: few, so that moves do not wait long behind it.
const AT_ONE_TIME: usize = 20;
/// The pause before the next such write, in which others have their turn.
const BREATH: Duration = Duration::from_millis(50);

/// Forgets games of before so many days, for ever.
pub async fn forget_old(matches: &Matches, days: u32) {
    loop {
        match forget(matches, wall_clock_ms() - i64::from(days) * DAY_MS).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, days, "old games that belong to no tournament are forgotten"),
            Err(error) => tracing::warn!(%error, "old games cannot be forgotten now"),
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Forgets games that ended before a moment; says how many.
async fn forget(matches: &Matches, before_ms: i64) -> Result<usize, StorageError> {
    let mut forgotten = 0;
    loop {
        let old = matches.storage.old_friendly(before_ms, AT_ONE_TIME).await?;
        if old.is_empty() {
            return Ok(forgotten);
        }
        forgotten += old.len();
        matches.storage.write(old.into_iter().map(|game| Change::MatchForgotten { game }).collect()).await?;
        tokio::time::sleep(BREATH).await;
    }
}
