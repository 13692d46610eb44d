//! Backpressure of a request queue: a semaphore bounds the pending requests.

use super::StorageFuture;
use futures_util::FutureExt;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The capacity of a queue, in requests.
pub const MAX_QUEUED: usize = 4_096;

/// A slot, released on drop.
pub type QueueSlot = OwnedSemaphorePermit;

pub struct QueueSlots(Arc<Semaphore>);

impl Default for QueueSlots {
    fn default() -> QueueSlots {
        QueueSlots(Arc::new(Semaphore::new(MAX_QUEUED)))
    }
}

impl QueueSlots {
    /// Queues a request immediately if a slot is free; otherwise in order of arrival when one becomes free. Dropping the future before that
    /// cancels the request.
    pub fn queue<'s, T: Send + 's>(&self, queue: impl FnOnce(QueueSlot) -> StorageFuture<'s, T> + Send + 's) -> StorageFuture<'s, T> {
        let slots = self.0.clone();
        match slots.clone().try_acquire_owned() {
            Ok(slot) => queue(slot),
            Err(_) => async move { queue(slots.acquire_owned().await.expect("it is never closed")).await }.boxed(),
        }
    }
}

#[tokio::test]
async fn a_full_queue_takes_more_when_it_has_answered() {
    use std::sync::Mutex;
    let (slots, queued) = (QueueSlots::default(), Mutex::new(Vec::new()));
    let queue = |number: usize| {
        let queued = &queued;
        slots.queue(move |slot| {
            queued.lock().expect("no panic").push((number, slot));
            std::future::ready(Ok(())).boxed()
        })
    };
    let numbers = || queued.lock().expect("no panic").iter().map(|(number, _)| *number).collect::<Vec<_>>();
    // These are queued although their futures are dropped.
    (0..MAX_QUEUED).for_each(|number| drop(queue(number)));
    assert_eq!(numbers().len(), MAX_QUEUED);
    let (mut second, third, abandoned) = (queue(MAX_QUEUED), queue(MAX_QUEUED + 1), queue(MAX_QUEUED + 2));
    assert!((&mut second).now_or_never().is_none(), "no slot is free");
    drop((abandoned, queued.lock().expect("no panic").drain(..).collect::<Vec<_>>()));
    assert_eq!((second.await, third.await), (Ok(()), Ok(())));
    assert_eq!(numbers(), [MAX_QUEUED, MAX_QUEUED + 1]);
}
