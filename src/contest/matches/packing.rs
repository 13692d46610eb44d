//! Packing: replaces the logs of finished matches by packed ones, which take a tenth of the space.

use runtime::work::ThreadPool;
use std::sync::Arc;
use std::time::Duration;
use storage::{Change, Storage};

/// Logs per write: few, so that moves do not wait long.
const BATCH: usize = 8;
/// The pause after such a write.
const PAUSE: Duration = Duration::from_millis(20);
/// The interval of searches for finished matches.
const INTERVAL: Duration = Duration::from_secs(60);

/// Packs the logs of finished matches, forever.
pub async fn pack_finished(storage: Arc<dyn Storage>, pool: ThreadPool) {
    loop {
        match pack(&*storage, &pool, BATCH).await {
            Ok(0) => tokio::time::sleep(INTERVAL).await,
            Ok(_) => tokio::time::sleep(PAUSE).await,
            Err(error) => {
                tracing::warn!(%error, "finished games cannot be packed now");
                tokio::time::sleep(INTERVAL).await;
            }
        }
    }
}

/// Packs at most `most` logs; returns how many were packed.
async fn pack(storage: &dyn Storage, pool: &ThreadPool, most: usize) -> Result<usize, crate::Error> {
    let games = storage.unpacked(most).await?;
    let mut logs = Vec::with_capacity(games.len());
    for game in games {
        logs.push((game, storage::whole_log(storage, game).await?));
    }
    let packing = move || logs.into_iter().map(|(match_id, log)| Change::LogPacked { match_id, body: storage::pack(&log) }).collect();
    let changes: Vec<Change> = pool.run(packing).await?;
    let count = changes.len();
    if count > 0 {
        storage.write(changes).await?;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use storage::laws::{end, line, row};

    #[tokio::test]
    async fn finished_games_are_packed() {
        let (storage, pool) = (storage::in_memory(), ThreadPool::new(15, 0, 1));
        for game in 1..=3 {
            storage.write(vec![Change::Match(row(game, "ann", "bob")), line(game, 0), line(game, 1)]).await.expect("written");
        }
        storage.write(vec![end(1), end(3)]).await.expect("written");
        assert_eq!(pack(&*storage, &pool, 1).await.expect("packed"), 1);
        assert_eq!(storage.unpacked(9).await, Ok(vec![3]));
        assert_eq!((pack(&*storage, &pool, 9).await.expect("packed"), pack(&*storage, &pool, 9).await.expect("packed")), (1, 0));
        for game in 1..=3 {
            let log = storage::whole_log(&*storage, game).await.expect("a log");
            assert_eq!(log, [format!("line 0 of {game}"), format!("line 1 of {game}")]);
        }
    }
}
