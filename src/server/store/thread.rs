//! Storage as the async side sees it: one thread owns the store, takes whatever has come in meanwhile, and writes it in one go.

use super::{Change, Durability, MemoryStore, Store};
use crate::Error;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// At most so many writes go into one transaction.
const GROUP: usize = 1_024;

type Query = Box<dyn FnOnce(&mut dyn Store) + Send>;

enum Task {
    Write { changes: Vec<Change>, done: oneshot::Sender<Result<(), Error>> },
    Read(Query),
}

/// A handle on the storage.
#[derive(Clone)]
pub enum Storage {
    /// Another thread's.
    Thread(mpsc::Sender<Job>),
    /// At hand: what is asked is done before the call returns, so that simulated time can't pass meanwhile.
    Inline(Arc<Mutex<dyn Store>>),
}

/// A job for the storage thread; opaque.
pub struct Job(Task);

impl Storage {
    /// Storage in memory.
    pub fn in_memory() -> Storage {
        Storage::Inline(Arc::new(Mutex::new(MemoryStore::default())))
    }

    /// Gives a store a thread of its own. The thread ends when the last handle is dropped, with everything written.
    pub fn start(store: impl Store + 'static, durability: Durability) -> Result<(Storage, JoinHandle<()>), Error> {
        let (sender, jobs) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("storage".into())
            .spawn(move || serve(store, durability, &jobs))
            .map_err(|error| Error::Storage(format!("no thread for the storage: {error}")))?;
        Ok((Storage::Thread(sender), thread))
    }

    /// Writes all of these or none; when it returns they are safe.
    pub async fn write(&self, changes: Vec<Change>) -> Result<(), Error> {
        match self {
            Storage::Inline(store) => store.lock().unwrap_or_else(PoisonError::into_inner).write(&changes, Durability::Process),
            Storage::Thread(jobs) => {
                let (done, answer) = oneshot::channel();
                jobs.send(Job(Task::Write { changes, done })).map_err(|_| Error::StorageGone)?;
                answer.await.map_err(|_| Error::StorageGone)?
            }
        }
    }

    /// Asks the store something.
    pub async fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&mut dyn Store) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        match self {
            Storage::Inline(store) => query(&mut *store.lock().unwrap_or_else(PoisonError::into_inner)),
            Storage::Thread(jobs) => {
                let (done, answer) = oneshot::channel();
                // Whoever asked may have gone.
                let query: Query = Box::new(move |store| drop(done.send(query(store))));
                jobs.send(Job(Task::Read(query))).map_err(|_| Error::StorageGone)?;
                answer.await.map_err(|_| Error::StorageGone)?
            }
        }
    }
}

fn serve(mut store: impl Store, durability: Durability, jobs: &mpsc::Receiver<Job>) {
    let mut waiting = Vec::new();
    let mut group = Vec::new();
    while let Ok(Job(first)) = jobs.recv() {
        let mut next = Some(first);
        let mut query = None;
        while let Some(job) = next.take() {
            match job {
                Task::Write { mut changes, done } => {
                    group.append(&mut changes);
                    waiting.push(done);
                }
                Task::Read(read) => query = Some(read),
            }
            if query.is_none() && waiting.len() < GROUP {
                next = jobs.try_recv().ok().map(|Job(job)| job);
            }
        }
        if !group.is_empty() {
            let result = store.write(&group, durability);
            group.clear();
            for done in waiting.drain(..) {
                let _ = done.send(result.clone());
            }
        }
        if let Some(query) = query {
            query(&mut store);
        }
    }
}
