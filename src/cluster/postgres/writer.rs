//! The writer task: group commit of queued transactions. Transient failures are retried on a new connection.

use super::change::number;
use super::database::{Database, DatabaseSession, LeaseBatch};
use super::lease::Lease;
use crate::LogPosition;
use std::time::Duration;
use storage::{Change, REPORT_AFTER, Retry, StorageError, StorageErrorKind, StorageFailure, WriteFailure};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// The most changes in one transaction; a larger single write is not split.
const MAX_CHANGES: usize = 2_000;
const ANSWERED_WITHIN: Duration = Duration::from_secs(10);
/// The pause before the next attempt.
const PAUSE: Duration = Duration::from_millis(100);

/// Changes of one transaction, and the sender for the answer.
pub struct PendingTransaction {
    pub changes: Vec<Change>,
    pub done: oneshot::Sender<Result<(), StorageError>>,
}

pub struct PostgresWriter<D: Database> {
    database: D,
    /// Of the node that referees. A command beside it has none: it writes rows that no other process writes, and does not retry.
    lease: Option<Lease>,
    write_failure: WriteFailure,
    /// The last confirmed batch; the lease row has the same number.
    batch: u64,
    session: Option<D::Session>,
}

impl<D: Database> PostgresWriter<D> {
    pub fn new(database: D, lease: Option<Lease>, write_failure: WriteFailure) -> PostgresWriter<D> {
        PostgresWriter { database, lease, write_failure, batch: 0, session: None }
    }

    /// Writes until all senders are dropped.
    pub async fn run(mut self, mut inbox: mpsc::Receiver<PendingTransaction>) {
        let mut next = None;
        loop {
            let first = match next.take() {
                Some(write) => write,
                None => match inbox.recv().await {
                    Some(write) => write,
                    None => return,
                },
            };
            let mut changes = first.changes.len();
            let mut group = vec![first];
            while let Ok(write) = inbox.try_recv() {
                if changes + write.changes.len() > MAX_CHANGES {
                    next = Some(write);
                    break;
                }
                changes += write.changes.len();
                group.push(write);
            }
            self.write(group).await;
        }
    }

    /// Writes a group in one transaction. If it is refused, writes each member alone, so that only the invalid ones fail.
    async fn write(&mut self, group: Vec<PendingTransaction>) {
        let mut written = self.transact(&group).await;
        if group.len() > 1 && matches!(&written, Err(error) if error.kind != StorageErrorKind::Superseded) {
            for write in group {
                written = self.transact(std::slice::from_ref(&write)).await;
                // The caller may have stopped waiting.
                let _ = write.done.send(written);
            }
            return;
        }
        group.into_iter().for_each(|write| drop(write.done.send(written.clone())));
    }

    /// Retries until the group is written or refused permanently.
    async fn transact(&mut self, group: &[PendingTransaction]) -> Result<(), StorageError> {
        let lost = self.lease.as_ref().map_or_else(CancellationToken::new, |lease| lease.lost.clone());
        let write_failure = self.write_failure.clone();
        let mut retry = Retry::new(&write_failure);
        loop {
            if lost.is_cancelled() {
                return Err(StorageError::new(StorageErrorKind::Superseded, StorageFailure::TermGivenUp));
            }
            let silent = || StorageError::new(StorageErrorKind::Unavailable, StorageFailure::DatabaseSilent);
            let waiting = async {
                tokio::time::sleep(REPORT_AFTER).await;
                write_failure.set(Some(silent()));
                std::future::pending().await
            };
            let answered = async {
                tokio::select! {
                    biased;
                    answered = self.attempt(group) => answered,
                    // The outcome of the write is unknown.
                    () = lost.cancelled() => Err(silent()),
                    never = waiting => never,
                }
            };
            match tokio::time::timeout(ANSWERED_WITHIN, answered).await.unwrap_or_else(|_| Err(silent())) {
                Ok(()) => {
                    self.batch += 1;
                    if let Some(lease) = &self.lease {
                        lease.seen.note(LogPosition { term: lease.fence.term, batch: number(self.batch) });
                    }
                    return Ok(());
                }
                Err(error) if error.kind != StorageErrorKind::Unavailable => return Err(error),
                Err(error) => {
                    // The session's state is unknown: the next attempt opens a new one.
                    self.session = None;
                    if self.lease.is_none() {
                        return Err(error);
                    }
                    retry.failed(&error);
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn attempt(&mut self, group: &[PendingTransaction]) -> Result<(), StorageError> {
        if self.session.as_ref().is_none_or(DatabaseSession::is_closed) {
            self.session = Some(self.database.session().await?);
        }
        let session = self.session.as_ref().expect("it has just been made");
        let next = |lease: &Lease| LeaseBatch { fence: lease.fence.clone(), number: number(self.batch + 1) };
        let batch = self.lease.as_ref().map(next);
        match session.write(batch, group.iter().flat_map(|write| &write.changes).collect()).await? {
            true => Ok(()),
            false => self.why_not_next().await,
        }
    }

    /// The batch cannot be claimed: either it was written and only the answer was lost, or another node referees.
    async fn why_not_next(&self) -> Result<(), StorageError> {
        let Some(lease) = &self.lease else { return Ok(()) };
        let before = lease.seen.get();
        let row = self.database.lease().await?;
        if (row.fence(), row.progress.batch) == (lease.fence.clone(), number(self.batch + 1)) {
            return Ok(());
        }
        Err(lease.superseded(before, &row))
    }
}
