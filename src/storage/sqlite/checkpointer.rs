//! The checkpointer thread: syncs the write-ahead log and checkpoints it into the database while the writer continues.

use super::change::as_error;
use super::shared::{SharedDatabase, WriteReply};
use super::verify::Files;
use rusqlite::Connection;
use std::sync::mpsc::Receiver;

pub enum CheckpointTask {
    /// Sync the log, then answer.
    Sync(Vec<WriteReply>),
    /// Checkpoint the write-ahead log.
    Checkpoint,
}

pub struct Checkpointer<'s> {
    pub connection: Connection,
    pub shared: &'s SharedDatabase,
    pub files: &'s Files,
    /// Asks the writer to checkpoint the rest.
    pub request_rest: Box<dyn Fn() + Send>,
}

impl Checkpointer<'_> {
    pub fn run(&mut self, inbox: &Receiver<CheckpointTask>) {
        let mut next = None;
        while let Some(task) = next.take().or_else(|| inbox.recv().ok()) {
            match task {
                CheckpointTask::Sync(mut waiting) => {
                    // One sync covers all writes that arrived during the previous one.
                    while let Ok(task) = inbox.try_recv() {
                        match task {
                            CheckpointTask::Sync(more) => waiting.extend(more),
                            other => {
                                next = Some(other);
                                break;
                            }
                        }
                    }
                    let synced = self.files.sync_log().and_then(|()| self.shared.contradiction().map_or(Ok(()), Err));
                    waiting.into_iter().for_each(|done| done.send(synced.clone()));
                }
                CheckpointTask::Checkpoint => self.checkpoint(),
            }
        }
    }

    /// Checkpoints the log as far as possible; the writer checkpoints the rest.
    fn checkpoint(&mut self) {
        // The writer reports a truncated database; a checkpoint would hide the truncation.
        if self.shared.contradiction().is_some() || self.files.check_database().is_err() {
            return;
        }
        if let Err(error) = self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
            let error = self.files.explained(as_error(error));
            tracing::warn!(%error, "the write-ahead log cannot be moved into the database for now");
        }
        (self.request_rest)();
    }
}
