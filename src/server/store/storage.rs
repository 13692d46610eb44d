//! Storage as the async side sees it. What has come in meanwhile is written in one go, at once and without another thread: a write ends
//! in the machine's memory. All that waits for the disk is a thread of its own: syncing, reading, tidying up.

use super::{Change, Durability, MemoryStore, SqliteStore, Store};
use crate::Error;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// After so many changes the store is tidied up.
const TIDY_AFTER: usize = 4_000;

type Done = oneshot::Sender<Result<(), Error>>;
type Query = Box<dyn FnOnce(&mut dyn Store) + Send>;

/// What the storage thread is asked for.
enum Task {
    /// All that is written by now is to survive a power cut.
    Sync(Vec<Done>),
    Read(Query),
    Tidy,
}

/// A handle on the storage.
#[derive(Clone)]
pub enum Storage {
    /// On disk.
    Disk(Arc<Disk>),
    /// At hand: what is asked is done before the call returns, so that simulated time can't pass meanwhile.
    Inline(Arc<Mutex<dyn Store>>),
}

/// Storage on disk; opaque.
pub struct Disk {
    writer: Arc<Mutex<dyn Store>>,
    durability: Durability,
    waiting: Mutex<Waiting>,
    tasks: mpsc::Sender<Task>,
}

/// What is written next.
#[derive(Default)]
struct Waiting {
    changes: Vec<Change>,
    /// Those who are told when it is written.
    process: Vec<Done>,
    /// Those who are told when it is synced.
    power: Vec<Done>,
    /// Changes since the store was tidied up.
    untidied: usize,
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Storage {
    /// Storage in memory.
    pub fn in_memory() -> Storage {
        Storage::Inline(Arc::new(Mutex::new(MemoryStore::default())))
    }

    /// Storage in a SQLite file, which is made if need be; and its thread, which ends when the last handle is dropped.
    pub fn open(path: &Path, durability: Durability) -> Result<(Storage, JoinHandle<()>), Error> {
        Storage::on_disk(SqliteStore::open(path)?, SqliteStore::open(path)?, durability)
    }

    /// From two openings of the same store: one to write with, and one for the thread.
    fn on_disk(
        writer: impl Store + 'static,
        mut keeper: impl Store + 'static,
        durability: Durability,
    ) -> Result<(Storage, JoinHandle<()>), Error> {
        let (tasks, inbox) = mpsc::channel();
        let writer: Arc<Mutex<dyn Store>> = Arc::new(Mutex::new(writer));
        let disk = Disk { writer: writer.clone(), durability, waiting: Mutex::default(), tasks };
        let thread = std::thread::Builder::new()
            .name("storage".into())
            .spawn(move || keep(&mut keeper, &writer, &inbox))
            .map_err(|error| Error::Storage(format!("no thread for the storage: {error}")))?;
        Ok((Storage::Disk(Arc::new(disk)), thread))
    }

    /// Writes all of these or none; when it returns they are safe.
    pub async fn write(&self, changes: Vec<Change>) -> Result<(), Error> {
        match self {
            Storage::Inline(store) => lock(store).write(&changes),
            Storage::Disk(disk) => {
                let (done, answer) = oneshot::channel();
                if disk.enqueue(changes, done) {
                    // A task of its own, which begins when all that are ready by now have had their say.
                    let disk = disk.clone();
                    tokio::spawn(async move { disk.write_all() });
                }
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
            Storage::Inline(store) => query(&mut *lock(store)),
            Storage::Disk(disk) => {
                let (done, answer) = oneshot::channel();
                // Whoever asked may have gone.
                let query: Query = Box::new(move |store| drop(done.send(query(store))));
                disk.tasks.send(Task::Read(query)).map_err(|_| Error::StorageGone)?;
                answer.await.map_err(|_| Error::StorageGone)?
            }
        }
    }
}

impl Disk {
    /// Says whether these are the first that wait.
    fn enqueue(&self, mut changes: Vec<Change>, done: Done) -> bool {
        let must_sync = self.durability == Durability::Power || changes.iter().any(Change::must_sync);
        let mut waiting = lock(&self.waiting);
        let is_first = waiting.process.is_empty() && waiting.power.is_empty();
        waiting.changes.append(&mut changes);
        if must_sync {
            waiting.power.push(done)
        } else {
            waiting.process.push(done)
        }
        is_first
    }

    /// Writes all that waits.
    fn write_all(&self) {
        let (result, process, power) = {
            let mut waiting = lock(&self.waiting);
            let result = lock(&self.writer).write(&waiting.changes);
            waiting.untidied += waiting.changes.len();
            waiting.changes.clear();
            if waiting.untidied >= TIDY_AFTER && self.tasks.send(Task::Tidy).is_ok() {
                waiting.untidied = 0;
            }
            (result, std::mem::take(&mut waiting.process), std::mem::take(&mut waiting.power))
        };
        if result.is_err() || power.is_empty() {
            tell(process.into_iter().chain(power), &result);
        } else {
            tell(process, &result);
            // Without the thread nobody is told that it is safe, and all who wait hear that it is gone.
            let _ = self.tasks.send(Task::Sync(power));
        }
    }
}

fn tell(waiting: impl IntoIterator<Item = Done>, result: &Result<(), Error>) {
    for done in waiting {
        // Whoever waited may have gone.
        let _ = done.send(result.clone());
    }
}

/// The storage thread.
fn keep(keeper: &mut dyn Store, writer: &Mutex<dyn Store>, inbox: &mpsc::Receiver<Task>) {
    let mut next = None;
    while let Some(task) = next.take().or_else(|| inbox.recv().ok()) {
        match task {
            Task::Read(query) => query(keeper),
            Task::Sync(mut waiting) => {
                // Whatever has been written while the disk was busy is made safe in one go.
                while let Ok(task) = inbox.try_recv() {
                    match task {
                        Task::Sync(more) => waiting.extend(more),
                        other => {
                            next = Some(other);
                            break;
                        }
                    }
                }
                tell(waiting, &keeper.sync());
            }
            Task::Tidy => {
                // If writes keep coming in, they have to wait for once, or the store would grow without end.
                let is_tidy = keeper.tidy().and_then(|is_tidy| if is_tidy { Ok(true) } else { lock(writer).tidy() });
                if let Err(error) = is_tidy {
                    tracing::warn!(%error, "the storage cannot be tidied up");
                }
            }
        }
    }
}
