//! Retention: deletes matches outside tournaments after a number of days, and old matches and tournaments on command.

use super::Matches;
use crate::tournaments::delete_stored;
use runtime::wall_clock_ms;
use std::time::Duration;
use storage::{Change, Storage, StorageError};
use tokio::time::Instant;

const DAY_MS: i64 = 86_400_000;
const INTERVAL: Duration = Duration::from_secs(3_600);
/// Matches per write: few, so that moves do not wait long.
const BATCH: usize = 20;
/// The pause between two such writes.
const PAUSE: Duration = Duration::from_millis(50);

/// Nothing is deleted on the first day after a start, in case the machine's clock is wrong.
const START_DELAY: Duration = Duration::from_secs(86_400);

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
    tokio::time::sleep(START_DELAY).await;
    loop {
        let now_ms = wall_clock_ms().min(begin_ms + begin.elapsed().as_millis() as i64);
        match forget(&*matches.storage, now_ms - i64::from(days) * DAY_MS, PAUSE).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, days, "old games that belong to no tournament are forgotten"),
            Err(error) => tracing::warn!(%error, "old games cannot be forgotten now"),
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Deletes matches outside tournaments that ended before a moment; returns their number.
async fn forget(storage: &dyn Storage, before_ms: i64, pause: Duration) -> Result<u64, StorageError> {
    let mut forgotten = 0;
    loop {
        let old = storage.old_friendly(before_ms, BATCH).await?;
        if old.is_empty() {
            return Ok(forgotten);
        }
        forgotten += old.len() as u64;
        storage.write(old.into_iter().map(|game| Change::MatchForgotten { match_id: game }).collect()).await?;
        tokio::time::sleep(pause).await;
    }
}

/// What was deleted: matches that belonged to no tournament, and tournaments with their matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruned {
    pub matches: u64,
    pub tournaments: u64,
}

/// Deletes from the storage of a stopped referee what ended before a moment (milliseconds since 1970).
///
/// # Errors
/// Those of the storage.
pub async fn prune(storage: &dyn Storage, before_ms: i64, keeps_tournaments: bool) -> Result<Pruned, StorageError> {
    let old = if keeps_tournaments { Vec::new() } else { storage.old_tournaments(before_ms).await? };
    let tournaments = old.len() as u64;
    for id in old {
        delete_stored(storage, id).await?;
    }
    Ok(Pruned { matches: forget(storage, before_ms, Duration::ZERO).await?, tournaments })
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::TournamentStage;
    use storage::laws::{cup, end, line, row};
    use storage::{MatchFilter, MatchRow, TournamentFilter, in_memory};

    #[tokio::test]
    async fn what_is_old_is_pruned_and_tournaments_unless_they_are_kept() {
        for (before_ms, keeps_tournaments, pruned, left) in
            [(5_000, false, (0, 0), (6, 3)), (5_001, true, (1, 0), (5, 3)), (5_001, false, (1, 1), (4, 2))]
        {
            let storage = in_memory();
            for id in [1, 2, 3] {
                let stage = if id == 2 { TournamentStage::Running } else { TournamentStage::Finished };
                storage.write(vec![Change::Tournament(cup(id, stage))]).await.expect("written");
            }
            // A match outside tournaments that runs, one that is over, three of tournaments, of which the last runs, and the newest, which stays.
            for (game, tournament, is_over) in
                [(1, None, false), (2, None, true), (3, Some(1), true), (4, Some(2), true), (5, Some(3), false), (6, None, true)]
            {
                let row = MatchRow { tournament, ..row(game, "ann", "bob") };
                storage.write(vec![Change::Match(row), line(game, 0)]).await.expect("written");
                if is_over {
                    storage.write(vec![end(game)]).await.expect("written");
                }
            }
            let done = prune(&*storage, before_ms, keeps_tournaments).await.expect("pruned");
            assert_eq!((done.matches, done.tournaments), pruned);
            let matches = storage.list_matches(MatchFilter { limit: 9, ..MatchFilter::default() }).await.expect("a list").len();
            let tournaments = storage.list_tournaments(TournamentFilter { limit: 9, ..TournamentFilter::default() }).await.expect("a list");
            assert_eq!((matches, tournaments.len()), left);
        }
    }
}
