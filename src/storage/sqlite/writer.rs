//! The thread that writes. What has come in meanwhile is written in one transaction; what cannot be written now is tried again until it
//! can be.

use super::change::{self, Refused, as_error, can_pass, is_damage};
use super::keeper::Upkeep;
use super::shared::{Done, Shared};
use super::verify::{Files, LogEnd, Unverified};
use crate::StorageTrouble;
use crate::{Change, Fault, StorageError};
use rusqlite::{Connection, ErrorCode};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// At most so many changes are written in one transaction, unless one write alone has more.
const MOST_CHANGES: usize = 2_000;
/// After about so many pages of 4 KiB the write-ahead log is moved into the file: 4 MiB, so that even a small disk holds it.
const CHECKPOINT_AFTER: usize = 1_024;
/// Pages that every transaction writes, and changes that share a further one: measured, and good enough to know when to look.
const PAGES_OF_TRANSACTION: usize = 2;
const CHANGES_OF_PAGE: usize = 4;
/// Above this size of the write-ahead log, in pages of 4 KiB, nothing is written before it has been emptied: 64 MiB.
const MOST_PAGES: i64 = 16_384;
/// How long a write is tried before that counts as trouble.
const PATIENCE: Duration = Duration::from_millis(250);
/// How long to wait before the next try.
const PAUSE: Duration = Duration::from_millis(20);
/// How often trouble is told in the log.
const TOLD_EVERY: Duration = Duration::from_secs(10);
/// How often the files are verified while nothing is written.
const VERIFY_EVERY: Duration = Duration::from_secs(1);

/// What the writer is asked for.
pub enum Request {
    /// All of these or none.
    Write(Write),
    /// The keeper has moved what it could: the rest, before anything else is written.
    Checkpoint,
    /// Nobody will ask for anything any more.
    Close,
}

/// Changes that belong together.
pub struct Write {
    pub changes: Vec<Change>,
    /// Whether they must survive a power cut before anybody is told.
    pub must_sync: bool,
    pub done: Done,
}

/// The writer.
pub struct Writer<'s> {
    pub connection: Connection,
    pub shared: &'s Shared,
    pub files: &'s Files,
    /// The end of the log that was verified last.
    pub verified: Option<LogEnd>,
    /// Whether the log misses what was written to it: then it is never moved into the database, not even when the last connection closes.
    pub is_cut: bool,
    pub keeper: Sender<Upkeep>,
    /// Pages since the last checkpoint began, about.
    pub since_checkpoint: usize,
}

/// How long something has been tried.
struct Trial {
    began: Instant,
    told: Option<Instant>,
}

impl Writer<'_> {
    /// Writes until it is told to close.
    pub fn run(&mut self, inbox: &Receiver<Request>) {
        let (mut next, mut closed) = (None, false);
        while next.is_some() || !closed {
            let first = match next.take() {
                Some(write) => write,
                None => match inbox.recv_timeout(VERIFY_EVERY) {
                    Ok(Request::Write(write)) => write,
                    Ok(Request::Checkpoint) => {
                        self.checkpoint();
                        continue;
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        // Nobody waits for an answer: the next commit tells what cannot be found out now.
                        let _ = self.verify();
                        continue;
                    }
                    Ok(Request::Close) | Err(RecvTimeoutError::Disconnected) => return,
                },
            };
            let mut changes = first.changes.len();
            let mut group = vec![first];
            let mut checkpoint = false;
            while changes < MOST_CHANGES && !closed {
                match inbox.try_recv() {
                    Ok(Request::Write(write)) if changes + write.changes.len() > MOST_CHANGES => {
                        next = Some(write);
                        break;
                    }
                    Ok(Request::Write(write)) => {
                        changes += write.changes.len();
                        group.push(write);
                    }
                    Ok(Request::Checkpoint) => checkpoint = true,
                    Ok(Request::Close) => closed = true,
                    Err(_) => break,
                }
            }
            self.write(group);
            self.since_checkpoint += PAGES_OF_TRANSACTION + changes / CHANGES_OF_PAGE;
            if checkpoint {
                self.checkpoint();
            } else if self.since_checkpoint >= CHECKPOINT_AFTER {
                self.since_checkpoint = 0;
                // Without the keeper the end is near.
                let _ = self.keeper.send(Upkeep::Checkpoint);
            }
        }
    }

    /// Writes a group in one transaction. If some of it can never be written, each is written by itself, so that only that one fails.
    fn write(&mut self, mut group: Vec<Write>) {
        match self.transact(&group) {
            Ok(()) => self.tell(group),
            Err(error) if group.len() == 1 || error.fault == Fault::Closed || self.shared.contradiction().is_some() => {
                group.drain(..).for_each(|write| write.done.send(Err(error.clone())));
            }
            Err(_) => {
                for write in group {
                    self.write(vec![write]);
                }
            }
        }
    }

    fn tell(&self, group: Vec<Write>) {
        let (power, process): (Vec<Write>, Vec<Write>) = group.into_iter().partition(|write| write.must_sync);
        // Whoever waited may have gone.
        process.into_iter().for_each(|write| write.done.send(Ok(())));
        if !power.is_empty() {
            // Without the keeper nobody is told that it is safe, and all who wait hear that the storage is closed.
            let _ = self.keeper.send(Upkeep::Sync(power.into_iter().map(|write| write.done).collect()));
        }
    }

    /// Tries until it is written and verified, or never can be.
    fn transact(&mut self, group: &[Write]) -> Result<(), StorageError> {
        let mut trial = Trial { began: Instant::now(), told: None };
        let (mut is_written, mut is_doubted) = (false, false);
        let done = loop {
            if let Some(contradiction) = self.shared.contradiction() {
                break Err(contradiction);
            }
            if !is_written {
                match change::write_all(&mut self.connection, group.iter().flat_map(|write| &write.changes)) {
                    Ok(()) => is_written = true,
                    Err(Refused::Never(error)) => break Err(error),
                    Err(Refused::Later(error)) => {
                        let mut why = error.to_string();
                        if is_damage(&error) {
                            match self.files.read_through() {
                                Ok(()) if is_doubted => break Err(as_error(error)),
                                Ok(()) => is_doubted = true,
                                Err(unread) => why = unread.to_string(),
                            }
                        }
                        // A file that was cut does not read either.
                        if self.verify().is_ok() && error.sqlite_error_code() == Some(ErrorCode::DiskFull) {
                            // What can be moved into the file leaves room in the log. If it cannot be moved, nothing is worse than before.
                            let _ = self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
                        }
                        self.wait(&mut trial, &why)?;
                        continue;
                    }
                }
            }
            match self.verify() {
                Ok(()) => break Ok(()),
                Err(why) => self.wait(&mut trial, &why)?,
            }
        };
        self.relieve(&trial);
        done
    }

    /// Verifies that a restart would find what is committed; if it would not, nothing is acknowledged any more. Else says why it cannot be
    /// found out now.
    fn verify(&mut self) -> Result<(), String> {
        if self.shared.contradiction().is_some() {
            return Err("the files are not those that were written".into());
        }
        match self.files.verify(&self.connection, &mut self.verified) {
            Ok(()) => Ok(()),
            Err(Unverified::Unknown(why)) => Err(why),
            Err(Unverified::Lost { what, is_cut }) => {
                self.is_cut = is_cut;
                Err(self.shared.contradict(what).what.to_string())
            }
        }
    }

    /// Waits a little before the next try, and says why where people look.
    fn wait(&self, trial: &mut Trial, why: &str) -> Result<(), StorageError> {
        if self.shared.is_closing() {
            return Err(StorageError::new(Fault::Closed, StorageTrouble::StoppedUnwritten { why: why.to_string() }));
        }
        let waited = trial.began.elapsed();
        if waited >= PATIENCE {
            self.shared.set_trouble(Some(why.into()));
            if trial.told.is_none_or(|told| told.elapsed() >= TOLD_EVERY) {
                trial.told = Some(Instant::now());
                let seconds = waited.as_secs_f64();
                tracing::error!(why, seconds, "nothing can be written: matches wait with their clocks standing, new work is refused");
            }
        }
        std::thread::sleep(PAUSE);
        Ok(())
    }

    fn relieve(&self, trial: &Trial) {
        if trial.told.is_some() {
            tracing::info!(seconds = trial.began.elapsed().as_secs_f64(), "the storage writes again, and everything goes on");
        }
        if trial.began.elapsed() >= PATIENCE {
            self.shared.set_trouble(None);
        }
    }

    /// Moves the rest of the write-ahead log into the file, so that it begins anew. While nobody else reads, that is all of it; a reader
    /// is waited for only when the log has grown too large.
    fn checkpoint(&mut self) {
        if self.verify().is_err() {
            return;
        }
        let mut trial = Trial { began: Instant::now(), told: None };
        loop {
            let (mode, what) = match self.shared.wal_pages() > MOST_PAGES {
                true => ("RESTART", "the write-ahead log is full, and somebody else reads the database"),
                false => ("PASSIVE", "the write-ahead log cannot be emptied"),
            };
            let moved = self.connection.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
            });
            let why = match moved {
                Ok((busy, pages, moved)) => {
                    self.shared.set_wal_pages(if pages == moved { 0 } else { pages });
                    if (busy == 0 && pages == moved) || pages <= MOST_PAGES {
                        break self.relieve(&trial);
                    }
                    what.to_string()
                }
                Err(error) if can_pass(&error) => format!("{what}: {error}"),
                Err(error) => {
                    let error = self.files.explained(as_error(error));
                    tracing::error!(%error, "the write-ahead log cannot be moved into the database");
                    break self.relieve(&trial);
                }
            };
            if self.wait(&mut trial, &why).is_err() {
                break;
            }
        }
    }
}
