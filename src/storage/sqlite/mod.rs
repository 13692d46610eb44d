//! Storage in one SQLite file, in WAL mode. Threads wait for it, so that nobody else has to: one writes, one syncs and keeps the
//! write-ahead log small, one reads, and one reads tokens.

mod backup;
mod change;
mod file;
mod keeper;
mod query;
mod schema;
mod shared;
#[cfg(test)]
mod tests;
mod verify;
mod writer;

use super::JobHeading;
use super::numbers::Numbers;
use super::places::Places;
use super::{
    Change, CheckpointRow, Durability, Fault, JobRow, ListedMatch, MatchFilter, MatchRow, RehearsalRow, ReviewedMatch, Storage,
    StorageError, StorageFuture, Tally, TokenRow, TournamentFilter, TournamentRow,
};
use crate::StorageTrouble;
use bytestring::ByteString;
use change::{as_error, is_damage};
use file::{READ_PATIENCE, connect, keep_private};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use keeper::Keeper;
use rusqlite::Connection;
use shared::{Done, Shared};
use std::fs::File;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use verify::{Files, explained};
use writer::{Request, Write, Writer};

pub use backup::{backup, restore};
pub use file::lock;

/// How long the writer waits for one before it looks whether it should go on.
const WRITE_PATIENCE: Duration = Duration::from_millis(200);
/// How long closing may take.
const CLOSE_PATIENCE: Duration = Duration::from_secs(3);

type Query = Box<dyn FnOnce(&Connection) + Send>;

/// A thread that reads, on a connection of its own.
struct Reader {
    queries: mpsc::Sender<Query>,
    places: Places,
}

impl Reader {
    fn spawn(name: &str, connection: Connection) -> Result<(Reader, JoinHandle<()>), StorageError> {
        let (queries, inbox) = mpsc::channel::<Query>();
        let thread = spawn(name, move || inbox.into_iter().for_each(|query| query(&connection)))?;
        Ok((Reader { queries, places: Places::default() }, thread))
    }
}

/// A SQLite file.
struct SqliteStorage {
    shared: Arc<Shared>,
    files: Arc<Files>,
    durability: Durability,
    writes: mpsc::Sender<Request>,
    write_places: Places,
    reader: Reader,
    /// For tokens: no login waits behind a long list.
    tokens: Reader,
    numbers: Numbers,
}

impl Drop for SqliteStorage {
    fn drop(&mut self) {
        // The writer and the keeper hold each other: one of them must be told.
        let _ = self.writes.send(Request::Close);
    }
}

/// A file that has been opened, and its threads.
pub struct OpenFile {
    /// The storage.
    pub storage: Arc<dyn Storage>,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// Closed last: SQLite's locks on a file end when the process closes any handle on it.
    files: Arc<Files>,
}

impl OpenFile {
    /// Closes the file. The threads end when the last handle on the storage is gone, which should be so by now; what they cannot write is
    /// given up after a few seconds, for nobody was promised it.
    pub fn close(self) {
        self.shared.close();
        drop(self.storage);
        let until = Instant::now() + CLOSE_PATIENCE;
        while self.threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(self.files);
    }
}

/// Opens a file, making it if need be, whether another process uses it or not.
///
/// # Errors
/// When it is no file of this program's, or of a later version, or the disk refuses.
pub fn open(path: &Path, durability: Durability) -> Result<OpenFile, StorageError> {
    open_as(path, keep_private(path)?, durability)
}

/// Opens a file, which has been opened or [locked](lock) already.
///
/// # Errors
/// As for [`open`].
pub fn open_as(path: &Path, file: File, durability: Durability) -> Result<OpenFile, StorageError> {
    let (storage, threads) = start(path, file, durability)?;
    Ok(OpenFile { shared: storage.shared.clone(), files: storage.files.clone(), storage: Arc::new(storage), threads })
}

fn start(path: &Path, file: File, durability: Durability) -> Result<(SqliteStorage, Vec<JoinHandle<()>>), StorageError> {
    let prepare = || {
        let mut writing = connect(path, WRITE_PATIENCE)?;
        schema::migrate(&mut writing, schema::SCHEMA)?;
        let open = || connect(path, READ_PATIENCE);
        let (keeping, reading, tokens) = (open()?, open()?, open()?);
        let numbers = Numbers::after(query::last_numbers(&reading).map_err(as_error)?);
        Ok((writing, keeping, reading, tokens, numbers))
    };
    let (writing, keeping, reading, tokens, numbers) = prepare().map_err(|error| explained(error, &file, path))?;
    let (shared, files) = (Arc::<Shared>::default(), Arc::new(Files::new(path, file)?));
    let (writes, write_inbox) = mpsc::channel();
    let (tasks, task_inbox) = mpsc::channel();
    let (reader, reads) = Reader::spawn("storage-read", reading)?;
    let (tokens, reads_tokens) = Reader::spawn("storage-tokens", tokens)?;
    let (of_writer, of_keeper, to_writer) = (shared.clone(), shared.clone(), writes.clone());
    let (writers, keepers, checkers) = (files.clone(), files.clone(), files.clone());
    let (of_checker, checked) = (shared.clone(), path.to_path_buf());
    let threads = vec![
        reads,
        reads_tokens,
        spawn("storage-check", move || of_checker.look_for_damage(&checked, &checkers))?,
        spawn("storage-write", move || {
            let (connection, verified) = (writing, None);
            let mut writer =
                Writer { connection, shared: &of_writer, files: &writers, verified, is_cut: false, keeper: tasks, since_checkpoint: 0 };
            writer.run(&write_inbox);
            if writer.is_cut {
                // As long as a connection is open, closing another one does not move the log into the database.
                std::mem::forget(writer.connection);
            }
        })?,
        spawn("storage-keep", move || {
            // If the writer is gone, the storage is being closed, and a checkpoint more does not matter.
            let leave_the_rest = Box::new(move || drop(to_writer.send(Request::Checkpoint)));
            Keeper { connection: keeping, shared: &of_keeper, files: &keepers, leave_the_rest }.run(&task_inbox);
        })?,
    ];
    Ok((SqliteStorage { shared, files, durability, writes, write_places: Places::default(), reader, tokens, numbers }, threads))
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, StorageError> {
    let thread = std::thread::Builder::new().name(name.into()).spawn(run);
    thread.map_err(|error| StorageError::of(Fault::Unavailable, StorageTrouble::NoThread, error))
}

/// The answer to a query. SQLite also says that the file is damaged when the disk does not read: it is, if it says so again after the disk
/// has read everything.
fn confirmed<T>(
    connection: &Connection,
    query: impl Fn(&Connection) -> Result<T, rusqlite::Error>,
    shared: &Shared,
    files: &Files,
) -> Result<T, StorageError> {
    match query(connection) {
        Err(error) if is_damage(&error) && shared.damage().is_none() => {
            files.read_through()?;
            query(connection).map_err(|error| {
                let is_damaged = is_damage(&error);
                let error = as_error(error);
                if is_damaged {
                    shared.set_damage(error.to_string());
                }
                error
            })
        }
        answer => answer.map_err(as_error),
    }
}

impl SqliteStorage {
    fn read<T: Send + 'static>(&self, query: impl Fn(&Connection) -> Result<T, rusqlite::Error> + Send + 'static) -> StorageFuture<'_, T> {
        self.ask(&self.reader, query)
    }

    /// Asks a thread that reads.
    fn ask<'s, T: Send + 'static>(
        &self,
        reader: &'s Reader,
        query: impl Fn(&Connection) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> StorageFuture<'s, T> {
        let (shared, files) = (self.shared.clone(), self.files.clone());
        reader.places.queue(move |place| {
            let (done, answer) = oneshot::channel();
            let query: Query = Box::new(move |connection| {
                // Whoever asked may have gone.
                let _ = done.send(confirmed(connection, query, &shared, &files));
                drop(place);
            });
            let asked = reader.queries.send(query);
            async move {
                asked.map_err(|_| StorageError::closed())?;
                answer.await.map_err(|_| StorageError::closed())?
            }
            .boxed()
        })
    }
}

impl Storage for SqliteStorage {
    fn damage(&self) -> Option<String> {
        self.shared.damage()
    }

    fn write(&self, changes: Vec<Change>) -> StorageFuture<'_, ()> {
        self.numbers.note(&changes);
        let must_sync = self.durability == Durability::Power || changes.iter().any(Change::must_sync);
        self.write_places.queue(move |place| {
            let (reply, answer) = oneshot::channel();
            let asked = self.writes.send(Request::Write(Write { changes, must_sync, done: Done { reply, place } }));
            async move {
                asked.map_err(|_| StorageError::closed())?;
                answer.await.map_err(|_| StorageError::closed())?
            }
            .boxed()
        })
    }

    fn contradicted(&self) -> BoxFuture<'_, StorageError> {
        self.shared.contradicted().boxed()
    }

    fn trouble(&self) -> Option<String> {
        self.shared.trouble()
    }

    fn number_matches(&self, count: u64) -> StorageFuture<'_, u64> {
        self.numbers.of_matches(count)
    }

    fn number_tournament(&self) -> StorageFuture<'_, u64> {
        self.numbers.of_tournament()
    }

    fn number_job(&self) -> StorageFuture<'_, u64> {
        self.numbers.of_job()
    }

    fn find_match(&self, game: u64) -> StorageFuture<'_, Option<MatchRow>> {
        self.read(move |connection| query::find_match(connection, game))
    }

    fn list_matches(&self, filter: MatchFilter) -> StorageFuture<'_, Vec<ListedMatch>> {
        self.read(move |connection| query::list_matches(connection, &filter))
    }

    fn read_log(&self, game: u64, from: u64, limit: usize) -> StorageFuture<'_, Vec<ByteString>> {
        self.read(move |connection| query::read_log(connection, game, from, limit))
    }

    fn tally(&self, bot: &str) -> StorageFuture<'_, Vec<Tally>> {
        let bot = bot.to_string();
        self.read(move |connection| query::tally(connection, &bot))
    }

    fn unseen(&self, bot: &str, limit: usize) -> StorageFuture<'_, Vec<MatchRow>> {
        let bot = bot.to_string();
        self.read(move |connection| query::unseen(connection, &bot, limit))
    }

    fn old_friendly(&self, before_ms: i64, limit: usize) -> StorageFuture<'_, Vec<u64>> {
        self.read(move |connection| query::old_friendly(connection, before_ms, limit))
    }

    fn find_tournament(&self, id: u64) -> StorageFuture<'_, Option<TournamentRow>> {
        self.read(move |connection| query::find_tournament(connection, id))
    }

    fn list_tournaments(&self, filter: TournamentFilter) -> StorageFuture<'_, Vec<TournamentRow>> {
        self.read(move |connection| query::list_tournaments(connection, &filter))
    }

    fn read_tournament(&self, id: u64, from: u64, limit: usize) -> StorageFuture<'_, Vec<ByteString>> {
        self.read(move |connection| query::read_tournament(connection, id, from, limit))
    }

    fn broken_imports(&self) -> StorageFuture<'_, Vec<u64>> {
        self.read(query::broken_imports)
    }

    fn list_tokens(&self) -> StorageFuture<'_, Vec<TokenRow>> {
        self.ask(&self.tokens, query::list_tokens)
    }

    fn find_token(&self, hash: [u8; 32]) -> StorageFuture<'_, Option<TokenRow>> {
        self.ask(&self.tokens, move |connection| query::find_token(connection, &hash))
    }

    fn has_token(&self, bot: &str) -> StorageFuture<'_, bool> {
        let bot = bot.to_string();
        self.ask(&self.tokens, move |connection| query::has_token(connection, &bot))
    }

    fn list_rehearsals(&self) -> StorageFuture<'_, Vec<RehearsalRow>> {
        self.read(query::list_rehearsals)
    }

    fn has_operator(&self) -> StorageFuture<'_, bool> {
        self.ask(&self.tokens, query::has_operator)
    }

    fn find_job(&self, id: u64) -> StorageFuture<'_, Option<JobRow>> {
        self.read(move |connection| query::find_job(connection, id))
    }

    fn job_heading(&self, id: u64) -> StorageFuture<'_, Option<JobHeading>> {
        self.read(move |connection| query::job_heading(connection, id))
    }

    fn list_jobs(&self, after: Option<u64>, limit: usize) -> StorageFuture<'_, Vec<JobRow>> {
        self.read(move |connection| query::list_jobs(connection, after, limit))
    }

    fn is_half_moved(&self) -> StorageFuture<'_, bool> {
        self.read(|connection| connection.query_row("SELECT EXISTS (SELECT 1 FROM moving)", [], |row| row.get(0)))
    }

    fn review_of(&self, game: u64) -> StorageFuture<'_, Option<JobRow>> {
        self.read(move |connection| query::review_of(connection, game))
    }

    fn list_reviewed(&self, filter: MatchFilter) -> StorageFuture<'_, Vec<ReviewedMatch>> {
        self.read(move |connection| query::list_reviewed(connection, &filter))
    }

    fn unreviewed(&self, since_ms: i64, among: usize) -> StorageFuture<'_, Vec<u64>> {
        self.read(move |connection| query::unreviewed(connection, since_ms, among))
    }

    fn checkpoints(&self, job: u64) -> StorageFuture<'_, Vec<CheckpointRow>> {
        self.read(move |connection| query::checkpoints(connection, job))
    }

    fn unfinished_jobs(&self) -> StorageFuture<'_, Vec<u64>> {
        self.read(query::unfinished_jobs)
    }
}
