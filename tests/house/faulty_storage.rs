//! Test double of the storage: a write fails or is slow, or one call is held until the test releases it.

use futures_util::FutureExt;
use std::future::ready;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use storage::sql::{Dialect, Row, Statement};
use storage::{Change, IdAllocator, Storage, StorageError, StorageErrorKind, StorageFuture};
use tokio::sync::{Notify, Semaphore};

#[derive(Clone, Copy, Debug)]
pub enum InjectedFault {
    /// It takes so long, and the storage says that it waits.
    Stall(Duration),
    /// It takes so long, and the storage says nothing.
    Slow(Duration),
    /// It can never be done.
    Conflict,
    /// It cannot be done now.
    Unavailable,
}

type When = Box<dyn FnMut(&[Change]) -> Option<InjectedFault> + Send>;

/// A storage in memory, to whose writes something may happen.
pub struct Faulty {
    pub inner: Arc<dyn Storage>,
    when: Mutex<When>,
    write_failure: Mutex<Option<StorageError>>,
    /// The calls before the one that is held; none if no call is. With a write, all later ones are held, since they stay in order.
    before: Mutex<Option<u64>>,
    held: Notify,
    holds_writes: AtomicBool,
    fails_reads: AtomicBool,
    gate: Arc<Semaphore>,
}

/// Waits until the gate is opened, behind those that came before.
async fn pass(gate: &Semaphore) {
    gate.acquire().await.expect("it is never closed").forget();
}

impl Faulty {
    pub fn new(when: impl FnMut(&[Change]) -> Option<InjectedFault> + Send + 'static) -> Arc<Faulty> {
        let (when, inner) = (Mutex::new(Box::new(when) as When), storage::in_memory());
        let (held, gate) = (Notify::new(), Arc::new(Semaphore::new(0)));
        let (holds_writes, fails_reads) = (AtomicBool::new(false), AtomicBool::new(false));
        Arc::new(Faulty { inner, when, write_failure: Mutex::default(), before: Mutex::default(), held, holds_writes, fails_reads, gate })
    }

    /// Blocks the call after this many others.
    pub fn hold_after(&self, calls: u64) {
        *self.before.lock().expect("no panic") = Some(calls);
    }

    pub fn hold_writes(&self) {
        self.holds_writes.store(true, Relaxed);
    }

    /// Whether no query can be answered.
    pub fn fail_reads(&self, fails: bool) {
        self.fails_reads.store(fails, Relaxed);
    }

    /// Waits until that call has come.
    pub async fn held(&self) {
        self.held.notified().await;
    }

    /// Lets everything continue.
    pub fn keep_going(&self) {
        *self.before.lock().expect("no panic") = None;
        self.gate.add_permits(1 << 20);
    }

    /// Whether this call waits until it is released.
    fn is_held(&self) -> bool {
        let mut before = self.before.lock().expect("no panic");
        let is_held = *before == Some(0);
        *before = before.and_then(|calls| calls.checked_sub(1));
        if is_held {
            self.held.notify_one();
        }
        is_held
    }

    fn ask<'s, T: Send + 's>(&'s self, ask: impl FnOnce(&'s dyn Storage) -> StorageFuture<'s, T> + Send + 's) -> StorageFuture<'s, T> {
        let is_held = self.is_held();
        async move {
            if is_held {
                pass(&self.gate).await;
            }
            ask(&*self.inner).await
        }
        .boxed()
    }
}

impl Storage for Faulty {
    fn write(&self, changes: Vec<Change>) -> StorageFuture<'_, ()> {
        if self.is_held() {
            self.holds_writes.store(true, Relaxed);
        }
        if self.holds_writes.load(Relaxed) {
            // It is done whether a caller waits for it or not.
            let (inner, gate) = (self.inner.clone(), self.gate.clone());
            let write = async move {
                pass(&gate).await;
                inner.write(changes).await
            };
            return tokio::spawn(write).map(|written| written.expect("no panic")).boxed();
        }
        let mishap = (self.when.lock().expect("no panic"))(&changes);
        async move {
            match mishap {
                None => {}
                Some(InjectedFault::Conflict) => return Err(StorageError::new(StorageErrorKind::Conflict, "a change that does not fit")),
                Some(InjectedFault::Unavailable) => {
                    return Err(StorageError::new(StorageErrorKind::Unavailable, "the database does not answer"));
                }
                Some(InjectedFault::Slow(time)) => tokio::time::sleep(time).await,
                Some(InjectedFault::Stall(time)) => {
                    let failure = StorageError::new(StorageErrorKind::Unavailable, "somebody else holds the lock");
                    *self.write_failure.lock().expect("no panic") = Some(failure);
                    tokio::time::sleep(time).await;
                    *self.write_failure.lock().expect("no panic") = None;
                }
            }
            self.inner.write(changes).await
        }
        .boxed()
    }

    fn write_failure(&self) -> Option<StorageError> {
        self.write_failure.lock().expect("no panic").clone()
    }

    fn allocate_match_ids(&self, count: u64) -> StorageFuture<'_, u64> {
        self.ask(move |inner| inner.allocate_match_ids(count))
    }

    fn allocate_tournament_id(&self) -> StorageFuture<'_, u64> {
        self.ask(|inner| inner.allocate_tournament_id())
    }

    fn allocate_job_id(&self) -> StorageFuture<'_, u64> {
        self.ask(|inner| inner.allocate_job_id())
    }

    fn select(&self, query: Statement) -> StorageFuture<'_, Vec<Row>> {
        if self.fails_reads.load(Relaxed) {
            return ready(Err(StorageError::new(StorageErrorKind::Unavailable, "the database does not answer"))).boxed();
        }
        self.ask(move |inner| inner.select(query))
    }

    fn dialect(&self) -> Dialect {
        self.inner.dialect()
    }

    fn ids(&self) -> &IdAllocator {
        self.inner.ids()
    }
}
