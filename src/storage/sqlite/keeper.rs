//! The thread that waits for the disk: it syncs, and moves the write-ahead log into the file while the writer goes on writing.

use super::change::as_error;
use super::shared::{Done, Shared};
use super::verify::Files;
use rusqlite::Connection;
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
    pub files: &'s Files,
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
                    let synced = self.files.sync_log().and_then(|()| self.shared.contradiction().map_or(Ok(()), Err));
                    waiting.into_iter().for_each(|done| done.send(synced.clone()));
                }
                Upkeep::Checkpoint => self.checkpoint(),
            }
        }
    }

    /// Moves what has been written so far, beside the writer; the rest, which is little then, the writer moves itself.
    fn checkpoint(&mut self) {
        if self.shared.contradiction().is_some() {
            return;
        }
        let pages = self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get::<_, i64>(1));
        match pages {
            Ok(pages) => self.shared.set_wal_pages(pages),
            Err(error) => {
                let error = self.files.explained(as_error(error));
                tracing::warn!(%error, "the write-ahead log cannot be moved into the database for now");
            }
        }
        (self.leave_the_rest)();
    }
}
