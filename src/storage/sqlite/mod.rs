//! Storage in one SQLite file, in WAL mode. One thread writes, one syncs and checkpoints, one reads, and one reads tokens.

mod backup;
mod change;
mod checkpointer;
mod file;
mod memory;
mod query;
mod schema;
mod shared;
#[cfg(test)]
mod tests;
mod verify;
mod writer;

use crate::id_allocator::IdAllocator;
use crate::queue_slots::QueueSlots;
use crate::sql::{Dialect, Row, Statement};
use crate::{Change, Durability, Opened, Storage, StorageError, StorageFailure, StorageFuture};
use change::{as_error, is_damage};
use checkpointer::Checkpointer;
use file::{READ_TIMEOUT, connect, keep_private};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use rusqlite::Connection;
use shared::{SharedDatabase, WriteReply};
use std::fs::File;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use verify::{Files, explained};
use writer::{AtomicWrite, SqliteWriter, WriterRequest};

pub use backup::{backup, restore, shrink};
pub use file::lock;
pub use memory::in_memory;

/// How long the writer waits for another process's lock before the attempt counts as failed.
const WRITE_TIMEOUT: Duration = Duration::from_millis(200);
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

type Query = Box<dyn FnOnce(&Connection) + Send>;

struct Reader {
    queries: mpsc::Sender<Query>,
    slots: QueueSlots,
}

impl Reader {
    fn spawn(name: &str, connection: Connection) -> Result<(Reader, JoinHandle<()>), StorageError> {
        let (queries, inbox) = mpsc::channel::<Query>();
        let thread = spawn(name, move || inbox.into_iter().for_each(|query| query(&connection)))?;
        Ok((Reader { queries, slots: QueueSlots::default() }, thread))
    }
}

struct SqliteStorage {
    shared: Arc<SharedDatabase>,
    files: Arc<Files>,
    durability: Durability,
    writes: mpsc::Sender<WriterRequest>,
    write_slots: QueueSlots,
    reader: Reader,
    /// For logins, so that they do not wait behind a long list.
    tokens: Reader,
    ids: IdAllocator,
}

impl Drop for SqliteStorage {
    fn drop(&mut self) {
        // The writer and the checkpointer hold each other's channels, so they end only on request.
        let _ = self.writes.send(WriterRequest::Close);
    }
}

/// Opens or creates a file; another process may be using it.
///
/// # Errors
/// When it is not of this program, or of a later version, or the disk fails.
pub fn open(path: &Path, durability: Durability) -> Result<Opened, StorageError> {
    open_as(path, keep_private(path)?, durability, None)
}

/// Opens a file that is already open; closing it releases the [lock], if there is one.
///
/// # Errors
/// As for [`open`].
pub fn open_as(path: &Path, file: File, durability: Durability, lock: Option<File>) -> Result<Opened, StorageError> {
    let (storage, threads) = start(path, file, durability)?;
    Ok(opened(storage, threads, lock))
}

/// The threads end when the last handle is dropped. Writes that do not complete within a few seconds after that are dropped; they were not
/// acknowledged.
fn opened(storage: SqliteStorage, threads: Vec<JoinHandle<()>>, lock: Option<File>) -> Opened {
    let (shared, files) = (storage.shared.clone(), storage.files.clone());
    Opened::new(Arc::new(storage), move || {
        shared.is_closing.store(true, Relaxed);
        let until = Instant::now() + CLOSE_TIMEOUT;
        while threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        // Closed last: SQLite's locks on a file end when the process closes any handle on it.
        drop((files, lock));
    })
}

fn start(path: &Path, file: File, durability: Durability) -> Result<(SqliteStorage, Vec<JoinHandle<()>>), StorageError> {
    let prepare = || {
        let mut writing = connect(path, WRITE_TIMEOUT)?;
        schema::migrate(&mut writing, &schema::schema())?;
        let open = || connect(path, READ_TIMEOUT);
        let (keeping, reading, tokens) = (open()?, open()?, open()?);
        let ids = IdAllocator::after(query::last_numbers(&reading).map_err(as_error)?);
        Ok((writing, keeping, reading, tokens, ids))
    };
    let (writing, keeping, reading, tokens, ids) = prepare().map_err(|error| explained(error, &file, path))?;
    let (shared, files) = (Arc::<SharedDatabase>::default(), Arc::new(Files::new(path, file)?));
    let (writes, write_inbox) = mpsc::channel();
    let (tasks, task_inbox) = mpsc::channel();
    let (reader, reads) = Reader::spawn("storage-read", reading)?;
    let (tokens, reads_tokens) = Reader::spawn("storage-tokens", tokens)?;
    let (of_writer, of_checkpointer, to_writer) = (shared.clone(), shared.clone(), writes.clone());
    let (writers, checkpointers, checkers) = (files.clone(), files.clone(), files.clone());
    let (of_checker, checked) = (shared.clone(), path.to_path_buf());
    let threads = vec![
        reads,
        reads_tokens,
        spawn("storage-check", move || of_checker.look_for_damage(&checked, &checkers))?,
        spawn("storage-write", move || {
            let mut writer = SqliteWriter::new(writing, &of_writer, &writers, tasks);
            writer.run(&write_inbox);
            writer.close();
        })?,
        spawn("storage-checkpoint", move || {
            // If the writer has ended, the storage is closing and needs no checkpoint.
            let request_rest = Box::new(move || drop(to_writer.send(WriterRequest::Checkpoint)));
            Checkpointer { connection: keeping, shared: &of_checkpointer, files: &checkpointers, request_rest }.run(&task_inbox);
        })?,
    ];
    Ok((SqliteStorage { shared, files, durability, writes, write_slots: QueueSlots::default(), reader, tokens, ids }, threads))
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, StorageError> {
    let thread = std::thread::Builder::new().name(name.into()).spawn(run);
    thread.map_err(|error| StorageError::unavailable(StorageFailure::NoThread, error))
}

/// Runs a query. SQLite reports read errors of the disk as damage, so damage is confirmed by a second attempt after a full read.
fn confirmed<T>(
    connection: &Connection,
    query: impl Fn(&Connection) -> Result<T, rusqlite::Error>,
    shared: &SharedDatabase,
    files: &Files,
) -> Result<T, StorageError> {
    match query(connection) {
        Err(error) if is_damage(&error) && shared.damage().is_none() => {
            files.read_through()?;
            query(connection).map_err(|error| {
                let is_damaged = is_damage(&error);
                let error = as_error(error);
                if is_damaged {
                    shared.set_damage(error.clone());
                }
                error
            })
        }
        answer => answer.map_err(as_error),
    }
}

impl SqliteStorage {
    /// Runs a query on a reader thread.
    fn read_on<'s, T: Send + 'static>(
        &self,
        reader: &'s Reader,
        query: impl Fn(&Connection) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> StorageFuture<'s, T> {
        let (shared, files) = (self.shared.clone(), self.files.clone());
        reader.slots.queue(move |slot| {
            let (done, answer) = oneshot::channel();
            let query: Query = Box::new(move |connection| {
                // The caller may have stopped waiting.
                let _ = done.send(confirmed(connection, query, &shared, &files));
                drop(slot);
            });
            // A closed storage drops the query, and with it the sender of the answer.
            let _ = reader.queries.send(query);
            answer.map(|answer| answer.unwrap_or_else(|_| Err(StorageError::closed()))).boxed()
        })
    }
}

impl Storage for SqliteStorage {
    fn damage(&self) -> Option<StorageError> {
        self.shared.damage()
    }

    fn write(&self, changes: Vec<Change>) -> StorageFuture<'_, ()> {
        self.ids.note(&changes);
        let must_sync = self.durability == Durability::Power || changes.iter().any(Change::must_sync);
        self.write_slots.queue(move |slot| {
            let (reply, answer) = oneshot::channel();
            let _ = self.writes.send(WriterRequest::Write(AtomicWrite { changes, must_sync, done: WriteReply { reply, slot } }));
            answer.map(|answer| answer.unwrap_or_else(|_| Err(StorageError::closed()))).boxed()
        })
    }

    fn contradicted(&self) -> BoxFuture<'_, StorageError> {
        self.shared.contradicted().boxed()
    }

    fn write_failure(&self) -> Option<StorageError> {
        self.shared.write_failure.get()
    }

    fn select(&self, statement: Statement) -> StorageFuture<'_, Vec<Row>> {
        let reader = if statement.is_login { &self.tokens } else { &self.reader };
        self.read_on(reader, move |connection| query::select(connection, &statement))
    }

    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn ids(&self) -> &IdAllocator {
        &self.ids
    }
}
