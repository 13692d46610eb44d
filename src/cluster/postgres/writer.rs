//! The task that writes. What has come in meanwhile is written in one transaction; what cannot be written now is tried again until it can
//! be, on a new connection if need be.

use super::change::{Refused, number};
use super::database::{Batch, Database, Session};
use super::lease::Lease;
use crate::Progress;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use storage::StorageTrouble;
use storage::{Change, Fault, StorageError};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// At most so many changes are written in one transaction, unless one write alone has more.
const MOST_CHANGES: usize = 2_000;
/// How long one transaction may take before the database counts as gone.
const ANSWERED_WITHIN: Duration = Duration::from_secs(10);
/// How long a write is tried before that counts as trouble.
const PATIENCE: Duration = Duration::from_millis(250);
/// How long to wait before the next try.
const PAUSE: Duration = Duration::from_millis(100);
/// How often trouble is told in the log.
const TOLD_EVERY: Duration = Duration::from_secs(10);

/// Changes that belong together, and the way back for the answer.
pub struct Write {
    pub changes: Vec<Change>,
    pub done: oneshot::Sender<Result<(), StorageError>>,
}

/// Why nothing can be written for the moment.
#[derive(Clone, Default)]
pub struct Trouble(Arc<Mutex<Option<String>>>);

impl Trouble {
    pub fn why(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, why: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }
}

/// What a writer may write by.
pub enum Right {
    /// It referees.
    Lease(Lease),
    /// It is a command beside whoever referees, and writes what nobody else does. What it cannot write at once fails.
    Command,
}

/// The writer.
pub struct Writer<D: Database> {
    database: D,
    right: Right,
    /// Cancelled when the right is lost.
    lost: CancellationToken,
    trouble: Trouble,
    /// The last batch that is known to be written; the lease's row has the same number.
    batch: u64,
    session: Option<D::Session>,
}

impl<D: Database> Writer<D> {
    /// One that has written nothing yet.
    pub fn new(database: D, right: Right, trouble: Trouble) -> Writer<D> {
        let lost = if let Right::Lease(lease) = &right { lease.lost.clone() } else { CancellationToken::new() };
        Writer { database, right, lost, trouble, batch: 0, session: None }
    }

    /// Writes until nobody can ask for it any more.
    pub async fn run(mut self, mut inbox: mpsc::Receiver<Write>) {
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
                if changes + write.changes.len() > MOST_CHANGES {
                    next = Some(write);
                    break;
                }
                changes += write.changes.len();
                group.push(write);
            }
            self.write(group).await;
        }
    }

    /// Writes a group in one transaction. If some of it can never be written, each is written by itself, so that only that one fails.
    async fn write(&mut self, group: Vec<Write>) {
        let mut written = self.transact(&group).await;
        if group.len() > 1 && matches!(&written, Err(error) if error.fault != Fault::Superseded) {
            for write in group {
                written = self.transact(std::slice::from_ref(&write)).await;
                // Whoever waited may have gone.
                let _ = write.done.send(written);
            }
            return;
        }
        group.into_iter().for_each(|write| drop(write.done.send(written.clone())));
    }

    /// Tries until it is written, or never can be.
    async fn transact(&mut self, group: &[Write]) -> Result<(), StorageError> {
        let (began, mut told) = (Instant::now(), None::<Instant>);
        let lost = self.lost.clone();
        let result = loop {
            if lost.is_cancelled() {
                break Err(StorageError::new(Fault::Superseded, StorageTrouble::TermGivenUp));
            }
            let trouble = self.trouble.clone();
            let waiting = async {
                tokio::time::sleep(PATIENCE).await;
                trouble.set(Some(StorageTrouble::DatabaseSilent.to_string()));
                std::future::pending().await
            };
            let answered = async {
                tokio::select! {
                    biased;
                    answered = self.attempt(group) => answered,
                    // Whether it is written by now, nobody is told.
                    () = lost.cancelled() => Err(Refused::Later(StorageError::closed())),
                    never = waiting => never,
                }
            };
            let error = match tokio::time::timeout(ANSWERED_WITHIN, answered).await {
                Ok(Ok(())) => {
                    self.batch += 1;
                    if let Right::Lease(lease) = &self.right {
                        lease.seen.note(Progress { term: lease.fence.term, batch: number(self.batch) });
                    }
                    break Ok(());
                }
                Ok(Err(Refused::Never(error))) => break Err(error),
                Ok(Err(Refused::Later(error))) => error,
                Err(_) => StorageError::new(Fault::Unavailable, StorageTrouble::DatabaseSilent),
            };
            // Whatever the session was about: the next one asks anew.
            self.session = None;
            if let Right::Command = self.right {
                break Err(error);
            }
            if began.elapsed() >= PATIENCE {
                self.trouble.set(Some(error.to_string()));
                if told.is_none_or(|told| told.elapsed() >= TOLD_EVERY) {
                    told = Some(Instant::now());
                    let seconds = began.elapsed().as_secs_f64();
                    tracing::error!(%error, seconds, "nothing can be written: matches wait with their clocks standing, new work is refused");
                }
            }
            tokio::time::sleep(PAUSE).await;
        };
        if told.is_some() {
            tracing::info!(seconds = began.elapsed().as_secs_f64(), "the storage writes again, and everything goes on");
        }
        if began.elapsed() >= PATIENCE {
            self.trouble.set(None);
        }
        result
    }

    async fn attempt(&mut self, group: &[Write]) -> Result<(), Refused> {
        if self.session.as_ref().is_none_or(Session::is_closed) {
            self.session = Some(self.database.session().await.map_err(Refused::Later)?);
        }
        let session = self.session.as_ref().expect("it has just been made");
        let batch = match &self.right {
            Right::Lease(lease) => Some(Batch { fence: lease.fence.clone(), number: number(self.batch + 1) }),
            Right::Command => None,
        };
        match session.write(batch, group.iter().flat_map(|write| &write.changes).collect()).await? {
            true => Ok(()),
            false => self.why_not_next().await,
        }
    }

    /// A batch that cannot be claimed has been written before, and only the answer was lost; or another node referees now.
    async fn why_not_next(&self) -> Result<(), Refused> {
        let Right::Lease(lease) = &self.right else { return Ok(()) };
        let before = lease.seen.get();
        let row = self.database.lease().await.map_err(|error| match error.fault {
            Fault::Unavailable => Refused::Later(error),
            _ => Refused::Never(error),
        })?;
        if (row.fence(), row.progress.batch) == (lease.fence.clone(), number(self.batch + 1)) {
            return Ok(());
        }
        Err(Refused::Never(lease.superseded(before, &row)))
    }
}
