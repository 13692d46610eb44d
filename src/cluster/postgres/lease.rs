//! The lease: one row that names the refereeing node, with an expiry by the database's clock. Every write checks the fencing token of the
//! term, so a node that slept or was presumed dead cannot write. The holder also stops by its own monotonic clock when the lease has
//! expired without a confirmed renewal.

use super::database::{Database, Fence, LEASE_DURATION, LeaseRow, Notices};
use super::failure::LeaseLost;
use crate::{HighestSeen, Holder, LogPosition};
use std::time::Duration;
use storage::{StorageError, StorageErrorKind, StorageFailure};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

const RENEWED_EVERY: Duration = Duration::from_millis(1_500);
/// The timeout of a renewal. Two failures leave time for a third attempt.
const RENEWED_WITHIN: Duration = Duration::from_millis(1_500);
/// The pause after a failed renewal.
const RENEWED_AGAIN: Duration = Duration::from_millis(100);
/// The holder stops this much before the lease expires: clock rates differ slightly, and stopping takes time.
const EARLIER: Duration = Duration::from_millis(500);
/// The timeout of other queries.
const ANSWERED_WITHIN: Duration = Duration::from_secs(3);
/// The timeouts at close: of the queued writes, and of the release of the lease.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);
/// The margin after its expiry at which a lease is read again.
const MARGIN: Duration = Duration::from_millis(10);

#[derive(Clone)]
pub struct Lease {
    pub fence: Fence,
    pub holder: Holder,
    /// Cancelled when another node may hold it.
    pub lost: CancellationToken,
    pub seen: HighestSeen,
    /// Taken before the request was sent; the lease lasts at least [`LEASE_DURATION`] from then.
    since: Instant,
}

impl Lease {
    /// The error of a lost lease, with the reason that `row` shows. `before` is the position seen before the row was read.
    pub fn superseded(&self, before: LogPosition, row: &LeaseRow) -> StorageError {
        let LogPosition { term, batch } = row.progress;
        let why = if term == 0 {
            LeaseLost::RowDeleted
        } else {
            self.seen.compare(before, row.progress);
            if row.fence() != self.fence {
                LeaseLost::Superseded { name: row.holder.name.clone(), term, own: self.fence.term }
            } else if row.progress < before {
                LeaseLost::Setback { batch }
            } else {
                LeaseLost::OtherWriter { batch }
            }
        };
        self.lose(why)
    }

    pub fn lose(&self, why: impl message::ToParam) -> StorageError {
        let error = StorageError::new(StorageErrorKind::Superseded, why);
        if !self.lost.is_cancelled() {
            tracing::error!(node = self.holder.name, %error, "this node stops refereeing");
            self.lost.cancel();
        }
        error
    }
}

async fn answered<T>(asking: impl Future<Output = Result<T, StorageError>>) -> Result<T, StorageError> {
    within(ANSWERED_WITHIN, asking).await
}

async fn within<T>(limit: Duration, asking: impl Future<Output = Result<T, StorageError>>) -> Result<T, StorageError> {
    let late = |_| StorageError::new(StorageErrorKind::Unavailable, StorageFailure::DatabaseSilent);
    timeout(limit, asking).await.map_err(late)?
}

/// Takes the lease if it is free; otherwise returns the holder.
pub async fn take(database: &impl Database, node: &Holder, seen: &HighestSeen) -> Result<Result<Lease, Holder>, StorageError> {
    let since = Instant::now();
    match answered(database.take(node, seen.get().term)).await? {
        Some(term) => {
            tracing::info!(node = node.name, "term {term} of the lease begins");
            seen.note(LogPosition { term, batch: 0 });
            let fence = Fence { term, id: node.key.clone() };
            Ok(Ok(Lease { fence, holder: node.clone(), lost: CancellationToken::new(), seen: seen.clone(), since }))
        }
        None => Ok(Err(answered(database.lease()).await?.holder)),
    }
}

/// Renews the lease until it is lost, or until it expires by this process's clock.
pub async fn renew(database: &impl Database, lease: &Lease) {
    let mut since = lease.since;
    while !lease.lost.is_cancelled() {
        tokio::select! {
            biased;
            () = sleep_until(since + LEASE_DURATION - EARLIER) => {
                lease.lose(LeaseLost::Expired);
            }
            renewed = renewal(database, lease) => since = renewed,
        }
    }
}

/// Waits for the next confirmed renewal and returns the time before its request; ends with the lease.
async fn renewal(database: &impl Database, lease: &Lease) -> Instant {
    let mut pause = RENEWED_EVERY;
    loop {
        sleep(pause).await;
        let (asked, before) = (Instant::now(), lease.seen.get());
        if before.term > lease.fence.term {
            lease.lose(LeaseLost::LaterTerm { term: before.term, own: lease.fence.term });
            return asked;
        }
        let renewing = async {
            match database.renew(before.term, before.batch, &lease.holder).await? {
                true => Ok(()),
                false => Err(lease.superseded(before, &database.lease().await?)),
            }
        };
        match within(RENEWED_WITHIN, renewing).await {
            Ok(()) => return asked,
            Err(error) if error.kind == StorageErrorKind::Superseded => return asked,
            Err(error) => tracing::warn!(%error, "the lease cannot be renewed now"),
        }
        pause = RENEWED_AGAIN;
    }
}

/// Waits for the queued writes, then releases the lease unless it is lost, so that another node need not wait for its expiry.
pub async fn close(database: &impl Database, lease: Option<&Lease>, writer: impl Future) {
    if timeout(CLOSE_TIMEOUT, writer).await.is_err() {
        tracing::warn!("what could not be written in time is dropped; it was not acknowledged");
    }
    if let Some(lease) = lease.filter(|lease| !lease.lost.is_cancelled())
        && let Err(error) = answered(database.give_back(&lease.fence)).await
    {
        tracing::warn!(%error, "the lease is not given back, and expires");
    }
}

pub struct LeaseWatch<D: Database> {
    database: D,
    notices: D::Notices,
    seen: HighestSeen,
}

impl<D: Database> LeaseWatch<D> {
    pub fn of(database: D) -> LeaseWatch<D> {
        LeaseWatch { notices: database.notices(), database, seen: HighestSeen::default() }
    }

    /// The progress of the database that this process has seen.
    pub fn seen(&self) -> &HighestSeen {
        &self.seen
    }

    /// The holder of the lease and its remaining time; none if no node holds it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn poll(&mut self) -> Result<Option<(Holder, Duration)>, StorageError> {
        let before = self.seen.get();
        let LeaseRow { progress, holder, remaining } = answered(self.database.lease()).await?;
        // A deleted row says nothing.
        if progress.term > 0 {
            self.seen.compare(before, progress);
        }
        Ok((!remaining.is_zero()).then_some((holder, remaining)))
    }

    /// Waits for a change of the lease, or its expiry.
    pub async fn wait(&mut self, remaining: Duration) {
        // The timeout is the usual end.
        let _ = timeout(remaining + MARGIN, self.notices.next()).await;
    }
}
