//! Single-flight cache of one answer, by version: concurrent readers share one computation.

use super::work::{WorkError, Working};
use std::sync::Arc;
use tokio::sync::Mutex;

/// The latest value, with the version of the data it was computed from.
pub struct SingleFlight<V>(Mutex<Option<(u64, Arc<V>)>>);

impl<V> Default for SingleFlight<V> {
    fn default() -> Self {
        SingleFlight(Mutex::default())
    }
}

impl<V: 'static> SingleFlight<V> {
    /// The value for this version or a later one. At most one computation runs; a reader that is dropped stops its own, and the next reader
    /// starts another. Errors are not cached.
    pub async fn get(&self, version: u64, start: impl FnOnce() -> Result<Working<V>, WorkError>) -> Result<Arc<V>, WorkError> {
        let mut cached = self.0.lock().await;
        if let Some((of, value)) = &*cached
            && *of >= version
        {
            return Ok(value.clone());
        }
        let value = Arc::new(start()?.done().await?);
        *cached = Some((version, value.clone()));
        Ok(value)
    }
}

#[cfg(test)]
#[tokio::test]
async fn readers_share_one_computation_and_errors_are_not_cached() {
    use futures_util::future::{FutureExt, join_all};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    let (cache, pool, count) = (SingleFlight::default(), super::work::ThreadPool::new(0, 1, 8), Arc::new(AtomicU64::new(0)));
    let get = |version, fails: bool| {
        let (count, pool) = (count.clone(), &pool);
        cache.get(version, move || {
            pool.submit(move |_| {
                assert!(!fails);
                count.fetch_add(1, Relaxed) + 1
            })
        })
    };
    let answers = join_all([1, 2, 1, 2, 1].map(|version| get(version, false))).await;
    assert_eq!(answers, [1, 2, 2, 2, 2].map(|answer| Ok(Arc::new(answer))), "one computation a version");
    assert!(matches!(get(3, true).await, Err(WorkError::Panicked { .. })));
    assert_eq!(get(2, true).await, Ok(Arc::new(2)), "the latest value stays");
    drop(get(3, true).now_or_never());
    assert_eq!(get(3, false).await, Ok(Arc::new(3)), "a dropped reader blocks no other");
}
