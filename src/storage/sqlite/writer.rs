//! The writer thread: group commit of all queued writes, with retries of temporary failures.

use super::change::{self, SqliteWriteError, as_error, can_pass, is_damage};
use super::checkpointer::CheckpointTask;
use super::shared::{SharedDatabase, WriteReply};
use super::verify::{Files, LogEnd, Unverified};
use crate::{Change, Retry, StorageError, StorageErrorKind, StorageFailure};
use rusqlite::{Connection, ErrorCode};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The most changes in one transaction; a larger single write is not split.
const MAX_CHANGES: usize = 2_000;
/// The write-ahead log is checkpointed each time it has grown by this number of pages of 4 KiB, 4 MiB in all.
const CHECKPOINT_AFTER: u64 = 1_024;
/// Above this size of the write-ahead log, in pages (64 MiB), a full checkpoint precedes the next write.
const MAX_PAGES: u64 = 16_384;
/// The pause before the next attempt.
const PAUSE: Duration = Duration::from_millis(20);
/// The timeout of the final checkpoint of a log that a restart would not find: the checkpointer and readers may block it.
const CHECKPOINT_TIMEOUT: Duration = Duration::from_secs(1);
/// The interval of verification while nothing is written.
const VERIFY_EVERY: Duration = Duration::from_secs(1);
/// The interval of refreshing the planner's statistics, in a pause between writes.
const OPTIMIZE_EVERY: Duration = Duration::from_secs(6 * 3_600);

pub enum WriterRequest {
    Write(AtomicWrite),
    /// Checkpoint the remaining log before the next write.
    Checkpoint,
    Close,
}

pub struct AtomicWrite {
    pub changes: Vec<Change>,
    /// Whether they must survive a power cut before they are acknowledged.
    pub must_sync: bool,
    pub done: WriteReply,
}

pub struct SqliteWriter<'s> {
    connection: Connection,
    shared: &'s SharedDatabase,
    files: &'s Files,
    verified: Option<LogEnd>,
    /// Whether the log lacks frames. Such a log is never checkpointed, even when the last connection closes.
    is_truncated: bool,
    checkpointer: Sender<CheckpointTask>,
    /// The checkpoints requested since the log was restarted.
    requested: u64,
    optimized: Instant,
}

impl SqliteWriter<'_> {
    pub fn new<'s>(
        connection: Connection,
        shared: &'s SharedDatabase,
        files: &'s Files,
        checkpointer: Sender<CheckpointTask>,
    ) -> SqliteWriter<'s> {
        let (verified, is_truncated, requested, optimized) = (None, false, 0, Instant::now());
        SqliteWriter { connection, shared, files, verified, is_truncated, checkpointer, requested, optimized }
    }

    pub fn close(self) {
        if self.is_truncated {
            // While a connection is open, closing another one does not checkpoint the log.
            std::mem::forget(self.connection);
        }
    }

    pub fn run(&mut self, inbox: &Receiver<WriterRequest>) {
        let (mut next, mut closed) = (None, false);
        while next.is_some() || !closed {
            let first = match next.take() {
                Some(write) => write,
                None => match inbox.recv_timeout(VERIFY_EVERY) {
                    Ok(WriterRequest::Write(write)) => write,
                    Ok(WriterRequest::Checkpoint) => {
                        self.checkpoint();
                        continue;
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        // A commit that cannot be verified yet is verified with the next one.
                        let _ = self.verify();
                        if self.optimized.elapsed() > OPTIMIZE_EVERY {
                            self.optimize();
                        }
                        continue;
                    }
                    Ok(WriterRequest::Close) | Err(RecvTimeoutError::Disconnected) => break,
                },
            };
            let mut changes = first.changes.len();
            let mut group = vec![first];
            let mut checkpoint = false;
            while changes < MAX_CHANGES && !closed {
                match inbox.try_recv() {
                    Ok(WriterRequest::Write(write)) if changes + write.changes.len() > MAX_CHANGES => {
                        next = Some(write);
                        break;
                    }
                    Ok(WriterRequest::Write(write)) => {
                        changes += write.changes.len();
                        group.push(write);
                    }
                    Ok(WriterRequest::Checkpoint) => checkpoint = true,
                    Ok(WriterRequest::Close) => closed = true,
                    Err(_) => break,
                }
            }
            self.write(group);
            let due = self.log_pages() / CHECKPOINT_AFTER;
            // The checkpointer may not keep up.
            if checkpoint || self.log_pages() > MAX_PAGES {
                self.checkpoint();
            } else if due > self.requested {
                // If the checkpointer has ended, the storage is closing.
                let _ = self.checkpointer.send(CheckpointTask::Checkpoint);
            }
            self.requested = due;
        }
        self.optimize();
    }

    /// Refreshes the planner's statistics from a sample of each index that has changed much.
    fn optimize(&mut self) {
        self.optimized = Instant::now();
        if self.verify().is_ok()
            && let Err(error) = self.connection.execute_batch("PRAGMA optimize")
        {
            tracing::debug!(%error, "the planner's statistics stay as they are");
        }
    }

    /// Writes a group in one transaction. If it is refused, writes each member alone, so that only the invalid ones fail.
    fn write(&mut self, mut group: Vec<AtomicWrite>) {
        match self.transact(&group) {
            Ok(()) => self.acknowledge(group),
            Err(error) if group.len() == 1 || error.kind == StorageErrorKind::Closed || self.shared.contradiction().is_some() => {
                group.drain(..).for_each(|write| write.done.send(Err(error.clone())));
            }
            Err(_) => {
                for write in group {
                    self.write(vec![write]);
                }
            }
        }
    }

    fn acknowledge(&self, group: Vec<AtomicWrite>) {
        let (power, process): (Vec<AtomicWrite>, Vec<AtomicWrite>) = group.into_iter().partition(|write| write.must_sync);
        process.into_iter().for_each(|write| write.done.send(Ok(())));
        if !power.is_empty() {
            // If the checkpointer has ended, the callers get the error of a closed storage.
            let _ = self.checkpointer.send(CheckpointTask::Sync(power.into_iter().map(|write| write.done).collect()));
        }
    }

    /// Retries until the group is written and verified, or refused permanently.
    fn transact(&mut self, group: &[AtomicWrite]) -> Result<(), StorageError> {
        let shared = self.shared;
        let mut retry = Retry::new(&shared.write_failure);
        let (mut is_written, mut is_doubted) = (false, false);
        loop {
            if let Some(contradiction) = self.shared.contradiction() {
                return Err(contradiction);
            }
            if !is_written {
                match change::write_all(&mut self.connection, group.iter().flat_map(|write| &write.changes)) {
                    Ok(()) => is_written = true,
                    Err(SqliteWriteError::Never(error)) => return Err(error),
                    Err(SqliteWriteError::Later(error)) => {
                        let (is_damaged, is_full) = (is_damage(&error), error.sqlite_error_code() == Some(ErrorCode::DiskFull));
                        let mut why = as_error(error);
                        if is_damaged {
                            match self.files.read_through() {
                                Ok(()) if is_doubted => return Err(why),
                                Ok(()) => is_doubted = true,
                                Err(unread) => why = unread,
                            }
                        }
                        // A truncated file is unreadable as well.
                        if self.verify().is_ok() && is_full {
                            // A checkpoint into the existing file frees space in the log. If it fails, nothing is lost.
                            let _ = self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
                        }
                        self.wait(&mut retry, &why)?;
                        continue;
                    }
                }
            }
            match self.verify() {
                Ok(()) => return Ok(()),
                Err(why) => self.wait(&mut retry, &why)?,
            }
        }
    }

    /// Verifies that a restart would find everything committed; otherwise stops all acknowledgements. Errors mean that the check itself
    /// failed.
    fn verify(&mut self) -> Result<(), StorageError> {
        if let Some(contradiction) = self.shared.contradiction() {
            return Err(contradiction);
        }
        match self.files.verify(&self.connection, &mut self.verified) {
            Ok(()) => Ok(()),
            Err(Unverified::Unknown(why)) => Err(why),
            Err(Unverified::Lost { what, is_truncated }) => {
                self.is_truncated = is_truncated;
                if !is_truncated {
                    self.checkpoint_log();
                }
                Err(self.shared.contradict(what))
            }
        }
    }

    /// Checkpoints a complete log that a restart might not find at its path. The last connection would do so on closing, but connections
    /// that close at the same time each count the other.
    fn checkpoint_log(&self) {
        let until = Instant::now() + CHECKPOINT_TIMEOUT;
        loop {
            let moved = self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| {
                Ok(row.get::<_, i64>(0)? == 0 && row.get::<_, i64>(1)? == row.get::<_, i64>(2)?)
            });
            if moved.is_ok_and(|is_whole| is_whole) || Instant::now() > until {
                return;
            }
            std::thread::sleep(PAUSE);
        }
    }

    fn wait(&self, retry: &mut Retry<'_>, why: &StorageError) -> Result<(), StorageError> {
        if self.shared.is_closing.load(Relaxed) {
            return Err(StorageError::new(StorageErrorKind::Closed, StorageFailure::StoppedUnwritten { why: Box::new(why.clone()) }));
        }
        retry.failed(why);
        std::thread::sleep(PAUSE);
        Ok(())
    }

    /// The size of the log at the last verification, in pages; 0 if it is wholly in the database.
    fn log_pages(&self) -> u64 {
        self.verified.as_ref().map_or(0, |end| end.frames)
    }

    /// Checkpoints the remaining write-ahead log, so that it restarts. Waits for readers in other processes only if the log is too large.
    fn checkpoint(&mut self) {
        if self.verify().is_err() {
            return;
        }
        let shared = self.shared;
        let mut retry = Retry::new(&shared.write_failure);
        loop {
            let (mode, what) = match self.log_pages() > MAX_PAGES {
                true => ("RESTART", StorageFailure::LogFull),
                false => ("PASSIVE", StorageFailure::LogNotEmptied),
            };
            let moved = self.connection.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |row| {
                Ok(row.get::<_, i64>(0)? == 0 && row.get::<_, i64>(1)? == row.get::<_, i64>(2)?)
            });
            let why = match moved {
                Ok(is_whole) if is_whole || self.log_pages() <= MAX_PAGES => return,
                Ok(_) => StorageError::new(StorageErrorKind::Unavailable, what),
                Err(error) if can_pass(&error) => StorageError::unavailable(what, error),
                Err(error) => {
                    let error = self.files.explained(as_error(error));
                    tracing::error!(%error, "the write-ahead log cannot be moved into the database");
                    return;
                }
            };
            if self.wait(&mut retry, &why).is_err() {
                break;
            }
        }
    }
}
