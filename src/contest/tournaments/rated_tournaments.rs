//! Maintains the overall ratings. One task reads the stored rated games of finished tournaments, and re-reads the log of each tournament
//! that has changed since. Readers get the latest snapshot.

use super::ratings::{PublishedRatings, RatedTournament, RatingAccumulator};
use super::{LogFlaw, RecordedTournament, is_over};
use parking_lot::Mutex;
use rules::Catalogue;
use runtime::work::{ThreadPool, WorkError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use storage::{self, Change, RatedRow, Storage, StorageError};
use tokio::sync::{Notify, watch};

/// Stored tournaments a read.
const PAGE: usize = 100;
const BATCH: usize = 32;
/// The pause before a failed read is retried.
const PAUSE: Duration = Duration::from_secs(1);
/// How long a reader waits for the latest change.
const TIMEOUT: Duration = Duration::from_secs(2);
/// The niceness of the worker thread, the lowest priority.
const NICENESS: i32 = 15;

pub struct RatedTournaments {
    pool: ThreadPool,
    changed: Mutex<PendingChanges>,
    more: Notify,
    published: watch::Sender<Published>,
}

#[derive(Default)]
struct PendingChanges {
    count: u64,
    unread: BTreeSet<u64>,
}

struct Published {
    /// The number of included changes; none until all tournaments have been read once.
    count: Option<u64>,
    /// The number of missing tournaments; at least one until they have been counted.
    pending: u32,
    by_game: BTreeMap<String, Arc<PublishedRatings>>,
}

impl RatedTournaments {
    /// Creates an empty state. With zero threads, logs are read by the task of [`keep_up`](Self::keep_up).
    pub fn new(threads: usize) -> RatedTournaments {
        RatedTournaments {
            pool: ThreadPool::new(NICENESS, threads.min(1), 1),
            changed: Mutex::default(),
            more: Notify::new(),
            published: watch::Sender::new(Published { count: None, pending: 1, by_game: BTreeMap::new() }),
        }
    }

    /// Notes that a tournament has finished, or has changed since.
    pub fn changed(&self, id: u64) {
        let mut changed = self.changed.lock();
        changed.count += 1;
        changed.unread.insert(id);
        self.more.notify_one();
    }

    pub fn close(&self) {
        self.pool.close();
    }

    pub fn latest(&self, game: &str) -> Arc<PublishedRatings> {
        let published = self.published.borrow();
        published.by_game.get(game).cloned().unwrap_or_else(|| Arc::new(PublishedRatings::empty(game, published.pending)))
    }

    /// The ratings with all changes before this call. Before the first complete read, and after a timeout: the latest snapshot.
    pub async fn settled(&self, game: &str) -> Arc<PublishedRatings> {
        let count = self.changed.lock().count;
        let mut published = self.published.subscribe();
        let holds_all = published.wait_for(|published| published.count.is_none_or(|held| held >= count));
        // The sender lives in this value.
        let _ = tokio::time::timeout(TIMEOUT, holds_all).await;
        self.latest(game)
    }

    /// Reads every stored tournament, then the log of each that has changed since, forever.
    pub async fn keep_up(self: Arc<Self>, storage: Arc<dyn Storage>, games: Catalogue) {
        let (mut fold, mut last) = (RatingAccumulator::default(), 0);
        loop {
            let rows = answered(|| storage.list_rated(last, PAGE)).await;
            let Some(newest) = rows.last() else { break };
            last = newest.tournament;
            let folding = move || {
                let read = |row: RatedRow| (row.tournament, RatedTournament::from_stored(row.tournament, &row.body));
                let (stored, unreadable): (Vec<_>, Vec<_>) = rows.into_iter().map(read).partition(|(_, rated)| rated.is_some());
                fold.update(stored);
                (fold, unreadable)
            };
            let Ok((folded, unreadable)) = self.pool.run(folding).await else { return };
            fold = folded;
            self.changed.lock().unread.extend(unreadable.into_iter().map(|(id, _)| id));
        }
        let unrated = answered(|| storage.list_unrated()).await;
        self.changed.lock().unread.extend(unrated);
        loop {
            let (batch, left, count) = {
                let mut changed = self.changed.lock();
                let later = changed.unread.iter().nth(BATCH).copied().map(|first| changed.unread.split_off(&first)).unwrap_or_default();
                let batch = std::mem::replace(&mut changed.unread, later);
                (batch, changed.unread.len() as u32, changed.count)
            };
            let mut read = Vec::new();
            for id in batch {
                read.push((id, self.read(&*storage, games, id).await));
            }
            let folding = move || {
                fold.update(read);
                let by_game = fold.snapshot(left);
                (fold, by_game)
            };
            let (folded, by_game) = match self.pool.run(folding).await {
                Ok(folded) => folded,
                Err(error) => return tracing::error!(%error, "overall ratings stay as they are"),
            };
            fold = folded;
            self.published.send_modify(|published| {
                (published.by_game, published.pending) = (by_game, left);
                published.count = if left == 0 { Some(count) } else { published.count };
            });
            if left == 0 {
                self.more.notified().await;
            }
        }
    }

    /// Reads and stores the rated games of a tournament; none if it is not over or its log is unreadable.
    async fn read(&self, storage: &dyn Storage, games: Catalogue, id: u64) -> Option<RatedTournament> {
        let row = answered(|| storage.find_tournament(id)).await.filter(|row| is_over(row.stage))?;
        let log = answered(|| storage::whole_tournament(storage, id)).await;
        let lines = log.len() as u64;
        let reading = move || {
            let (plan, recorded) = RecordedTournament::read(&log, games)?;
            let rated = RatedTournament::of(id, row.created_ms, plan, &recorded);
            Ok::<_, LogFlaw>((rated.to_stored(), rated))
        };
        let why = match self.pool.run(reading).await {
            Ok(Ok((body, rated))) => {
                if let Err(error) = storage.write(vec![Change::Rated(RatedRow { tournament: id, lines, body })]).await {
                    tracing::debug!(%error, "the next start reads the log again");
                }
                return Some(rated);
            }
            Err(WorkError::Stopping) => return None,
            Ok(Err(why)) => why.to_string(),
            Err(error) => error.to_string(),
        };
        tracing::error!(tournament = id, why, "the overall ratings are without it");
        None
    }
}

/// Retries a read until the storage answers.
async fn answered<T, F: Future<Output = Result<T, StorageError>>>(ask: impl Fn() -> F) -> T {
    loop {
        match ask().await {
            Ok(answer) => return answer,
            Err(error) => tracing::debug!(%error, "finished tournaments cannot be read for the moment"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::wire;
    use protocol::{ArchiveLine, TournamentStage};
    use storage::laws::cup;
    use storage::{TournamentRow, in_memory};
    use tokio::time::Instant;

    #[tokio::test(start_paused = true)]
    async fn readers_wait_for_a_change_but_not_for_the_first_reading_or_longer_than_the_timeout() {
        let rated = RatedTournaments::new(0);
        rated.changed(1);
        let publish = async |after: u64, count| {
            tokio::time::sleep(Duration::from_secs(after)).await;
            rated.published.send_modify(|published| published.count = Some(count));
        };
        let waited = async || {
            let began = Instant::now();
            rated.settled("tic-tac-toe").await;
            began.elapsed()
        };
        assert_eq!(waited().await, Duration::ZERO, "before the first reading");
        assert_eq!(rated.latest("tic-tac-toe").table.pending, 1, "one tournament is pending");
        publish(0, 0).await;
        assert_eq!(waited().await, TIMEOUT, "after the timeout");
        let (waited, ()) = tokio::join!(waited(), publish(1, 1));
        assert_eq!(waited, Duration::from_secs(1), "after the change");
    }

    /// The changes that store the golden archive as a finished tournament under each of these numbers.
    fn changes(ids: impl Iterator<Item = u64>, log: &[bytestring::ByteString]) -> Vec<Change> {
        let of = |id: u64| {
            let row = TournamentRow { created_ms: id as i64, ..cup(id, TournamentStage::Finished) };
            let line = move |(number, body): (u64, &bytestring::ByteString)| Change::TournamentLine { id, number, body: body.clone() };
            std::iter::once(Change::Tournament(row)).chain((0..).zip(log).map(line)).collect::<Vec<_>>()
        };
        ids.flat_map(of).collect()
    }

    #[tokio::test]
    async fn incremental_ratings_are_those_of_a_restart() {
        let archive = include_str!("../../../tests/golden/tournament-rules-1.jsonl").lines();
        let lines = archive.filter_map(|line| match serde_json::from_str(line).expect("a line of an archive") {
            ArchiveLine::Log { line } => Some(wire::json(&line)),
            _ => None,
        });
        let log: Vec<_> = lines.collect();
        let storage: Arc<dyn Storage> = in_memory();
        let last = 2 * BATCH as u64 + 5;
        storage.write(changes(1..=last, &log)).await.expect("written");
        // A tournament with an unreadable log is left out.
        storage.write(changes(last + 1..=last + 1, &log[1..])).await.expect("written");
        let table = async |rated: &Arc<RatedTournaments>| {
            rated.published.subscribe().wait_for(|published| published.count.is_some()).await.expect("it lives");
            rated.settled("tic-tac-toe").await.table.clone()
        };
        let kept_up = Arc::new(RatedTournaments::new(1));
        let keeping = tokio::spawn(kept_up.clone().keep_up(storage.clone(), Catalogue::ALL));
        let before = table(&kept_up).await;
        storage.write(changes(last + 2..=last + 3, &log)).await.expect("written");
        (last + 2..=last + 3).rev().for_each(|id| kept_up.changed(id));
        let after = table(&kept_up).await;
        let games = |table: &protocol::OverallRatings| table.ratings.iter().map(|row| u64::from(row.games)).sum::<u64>();
        assert_eq!(games(&after) * last, games(&before) * (last + 2), "each tournament has the same number of games");
        assert_eq!(after.pending, 0);
        keeping.abort();
        assert_eq!(storage.list_unrated().await, Ok(vec![last + 1]), "the others are stored");
        let stored_rows = storage.list_rated(0, usize::MAX).await;
        // From what is stored, then from the logs alone.
        for stored in [last as usize + 2, 0] {
            assert_eq!(storage.list_rated(0, usize::MAX).await.expect("a list").len(), stored);
            let started = Arc::new(RatedTournaments::new(1));
            let starting = tokio::spawn(started.clone().keep_up(storage.clone(), Catalogue::ALL));
            assert_eq!(table(&started).await, after);
            starting.abort();
            storage.write(vec![Change::Rebuilt]).await.expect("written");
        }
        crate::rebuild(&*storage, Catalogue::ALL).await.expect("rebuilt");
        let rebuilt = storage.list_rated(0, usize::MAX).await;
        assert_eq!((storage.list_unrated().await, rebuilt), (Ok(vec![last + 1]), stored_rows));
    }
}
