//! The places of a queue, so that it has an end: a request takes one before it is queued, and keeps it until it has been answered.

use super::StorageFuture;
use futures_util::FutureExt;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many requests may be queued.
pub const MOST_QUEUED: usize = 4_096;

/// A request's place, which is free again when this is dropped.
pub type Place = OwnedSemaphorePermit;

/// The places of a queue.
pub struct Places(Arc<Semaphore>);

impl Default for Places {
    fn default() -> Places {
        Places(Arc::new(Semaphore::new(MOST_QUEUED)))
    }
}

impl Places {
    /// Queues a request: at once if there is a place, and else when one is free, in the order in which requests are waited for. A request that
    /// nobody waits for before then is not made.
    pub fn queue<'s, T: Send + 's>(&self, queue: impl FnOnce(Place) -> StorageFuture<'s, T> + Send + 's) -> StorageFuture<'s, T> {
        let places = self.0.clone();
        match places.clone().try_acquire_owned() {
            Ok(place) => queue(place),
            Err(_) => async move { queue(places.acquire_owned().await.expect("nobody closes it")).await }.boxed(),
        }
    }
}

#[tokio::test]
async fn a_full_queue_takes_more_when_it_has_answered() {
    use std::sync::Mutex;
    let (places, queued) = (Places::default(), Mutex::new(Vec::new()));
    let queue = |number: usize| {
        let queued = &queued;
        places.queue(move |place| {
            queued.lock().expect("no panic").push((number, place));
            std::future::ready(Ok(())).boxed()
        })
    };
    let numbers = || queued.lock().expect("no panic").iter().map(|(number, _)| *number).collect::<Vec<_>>();
    // These are queued whether anybody waits for them or not.
    (0..MOST_QUEUED).for_each(|number| drop(queue(number)));
    assert_eq!(numbers().len(), MOST_QUEUED);
    let (mut second, third, abandoned) = (queue(MOST_QUEUED), queue(MOST_QUEUED + 1), queue(MOST_QUEUED + 2));
    assert!((&mut second).now_or_never().is_none(), "there is no place");
    drop((abandoned, queued.lock().expect("no panic").drain(..).collect::<Vec<_>>()));
    assert_eq!((second.await, third.await), (Ok(()), Ok(())));
    assert_eq!(numbers(), [MOST_QUEUED, MOST_QUEUED + 1]);
}
