//! The thread that waits for the disk: it syncs, and moves the write-ahead log into the file while the writer goes on writing.

use super::change::as_error;
use super::shared::{Done, Shared};
use crate::core::storage::{Fault, StorageError};
use rusqlite::Connection;
use std::fs::File;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;

/// What the keeper is asked for.
pub enum Upkeep {
    /// All that is written by now is to survive a power cut.
    Sync(Vec<Done>),
    /// The write-ahead log is to be moved into the file.
    Checkpoint,
}

/// The keeper.
pub struct Keeper<'s> {
    pub connection: Connection,
    pub shared: &'s Shared,
    /// Where the write-ahead log is.
    pub log: PathBuf,
    /// The same, open: when descriptors are short is no time to look for one.
    pub opened: Option<File>,
    /// Has the writer move the rest.
    pub leave_the_rest: Box<dyn Fn() + Send>,
}

impl Keeper<'_> {
    /// Works until nobody can ask for it any more.
    pub fn run(&mut self, inbox: &Receiver<Upkeep>) {
        let mut next = None;
        while let Some(task) = next.take().or_else(|| inbox.recv().ok()) {
            match task {
                Upkeep::Sync(mut waiting) => {
                    // Whatever has been written while the disk was busy is made safe in one go.
                    while let Ok(task) = inbox.try_recv() {
                        match task {
                            Upkeep::Sync(more) => waiting.extend(more),
                            other => {
                                next = Some(other);
                                break;
                            }
                        }
                    }
                    let synced = self.sync();
                    waiting.into_iter().for_each(|done| done.send(synced.clone()));
                }
                Upkeep::Checkpoint => self.checkpoint(),
            }
        }
    }

    /// After an error the system may have dropped what it could not write, so that trying again would promise too much.
    fn sync(&mut self) -> Result<(), StorageError> {
        let cannot = |error| StorageError::of(Fault::Damaged, format!("{} cannot be synced", self.log.display()), error);
        let log = match self.opened.take() {
            Some(log) => log,
            None => File::open(&self.log).map_err(cannot)?,
        };
        log.sync_data().map_err(cannot)?;
        self.opened = Some(log);
        Ok(())
    }

    /// Moves what has been written so far, beside the writer; the rest, which is little then, the writer moves itself.
    fn checkpoint(&mut self) {
        let pages = self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get::<_, i64>(1));
        match pages {
            Ok(pages) => self.shared.set_wal_pages(pages),
            Err(error) => tracing::warn!(error = %as_error(error), "the write-ahead log cannot be moved into the database for now"),
        }
        (self.leave_the_rest)();
    }
}
