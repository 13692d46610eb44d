//! The lease: one row that says which node referees, by the database's clock alone. Each term has a number, the fence, which every write
//! checks: a node that slept, or that the others believe dead, cannot write any more.

use super::database::{Database, LeaseRow, Notices};
use crate::Holder;
use std::time::Duration;
use storage::{Fault, StorageError};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// How often it is renewed.
const RENEWED_EVERY: Duration = Duration::from_millis(1_500);
/// How long the database may take to answer a question about it.
const ANSWERED_WITHIN: Duration = Duration::from_secs(3);
/// How long closing may take: for what is still to be written, and then for giving the lease back.
const CLOSE_PATIENCE: Duration = Duration::from_secs(3);
/// How much longer than the lease lasts a node waits, so that it has ended.
const MARGIN: Duration = Duration::from_millis(10);

/// A lease that this process holds.
#[derive(Clone)]
pub struct Lease {
    /// Its number: larger than that of any holder before.
    pub fence: i64,
    /// This node.
    pub holder: Holder,
    /// Cancelled when another node holds it.
    pub lost: CancellationToken,
}

async fn answered<T>(asking: impl Future<Output = Result<T, StorageError>>) -> Result<T, StorageError> {
    let late = |_| StorageError::new(Fault::Unavailable, "the database does not answer");
    timeout(ANSWERED_WITHIN, asking).await.map_err(late)?
}

/// Takes the lease if nobody has it; otherwise tells who does.
pub async fn take(database: &impl Database, node: &Holder) -> Result<Result<Lease, Holder>, StorageError> {
    match answered(database.take(node)).await? {
        Some(fence) => Ok(Ok(Lease { fence, holder: node.clone(), lost: CancellationToken::new() })),
        None => Ok(Err(answered(database.lease()).await?.holder)),
    }
}

/// Renews the lease as long as it is held. While the database does not answer it stays ours if nobody else asks for it: only the database
/// says that it is lost.
pub async fn renew(database: &impl Database, lease: &Lease) {
    while !lease.lost.is_cancelled() {
        sleep(RENEWED_EVERY).await;
        match answered(database.renew(lease.fence, &lease.holder)).await {
            Ok(true) => {}
            Ok(false) => lease.lost.cancel(),
            Err(error) => tracing::warn!(%error, "the lease cannot be renewed now"),
        }
    }
}

/// Waits for the writer to write what is left, and gives the lease back, so that another node need not wait for its end.
pub async fn close(database: &impl Database, lease: Option<&Lease>, writer: impl Future) {
    if timeout(CLOSE_PATIENCE, writer).await.is_err() {
        tracing::warn!("what could not be written in time is given up; nobody was promised it");
    }
    if let Some(lease) = lease
        && let Err(error) = answered(database.give_back(lease.fence)).await
    {
        tracing::warn!(%error, "the lease is not given back, and ends by itself");
    }
}

/// Sees who holds the lease.
pub struct LeaseWatch<D: Database> {
    database: D,
    notices: Option<D::Notices>,
}

impl<D: Database> LeaseWatch<D> {
    /// Of this database.
    pub fn of(database: D) -> LeaseWatch<D> {
        LeaseWatch { database, notices: None }
    }

    /// Who holds it, and for how long if it is not renewed; nobody if it has ended.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn look(&mut self) -> Result<Option<(Holder, Duration)>, StorageError> {
        // Whoever listens before he looks misses nothing. Without notices a lease that is given back is seen when it would have ended.
        if self.notices.is_none() {
            self.notices = answered(self.database.notices()).await.ok();
        }
        let LeaseRow { holder, remaining, .. } = answered(self.database.lease()).await?;
        Ok((!remaining.is_zero()).then_some((holder, remaining)))
    }

    /// Waits until the lease has changed hands, or would have ended.
    pub async fn wait(&mut self, remaining: Duration) {
        let heard = async {
            if let Some(notices) = &mut self.notices
                && notices.next().await
            {
                return;
            }
            self.notices = None;
            std::future::pending().await
        };
        // Late is what it is made for.
        let _ = timeout(remaining + MARGIN, heard).await;
    }
}
