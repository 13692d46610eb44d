//! The lease: one row that names the node that referees, by the database's clock. Each term has a fencing token that every write checks, so that a
//! node that slept, or that the others take for dead, cannot write. The holder gives its term up by its own monotonic clock when the lease has
//! run out without a confirmed renewal.

use super::database::{Database, Fence, LASTS, LeaseRow, Notices};
use super::failure::LeaseLost;
use crate::{HighestSeen, Holder, LogPosition};
use std::time::Duration;
use storage::{StorageError, StorageErrorKind, StorageFailure};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

/// The interval of renewals.
const RENEWED_EVERY: Duration = Duration::from_millis(1_500);
/// The timeout of a renewal. Two failures leave time for a third attempt.
const RENEWED_WITHIN: Duration = Duration::from_millis(1_500);
/// The pause after a failed renewal.
const RENEWED_AGAIN: Duration = Duration::from_millis(100);
/// The margin by which the holder gives the lease up early: clocks run at slightly different speeds, and stopping takes a moment.
const EARLIER: Duration = Duration::from_millis(500);
/// The timeout of other queries.
const ANSWERED_WITHIN: Duration = Duration::from_secs(3);
/// The timeouts of closing: of the queued writes, and then of giving the lease back.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);
/// The margin after which a lease has ended.
const MARGIN: Duration = Duration::from_millis(10);

/// A lease that this process holds.
#[derive(Clone)]
pub struct Lease {
    /// Its fencing token.
    pub fence: Fence,
    pub holder: Holder,
    /// Cancelled when another node may hold it.
    pub lost: CancellationToken,
    /// The known progress of the database.
    pub seen: HighestSeen,
    /// The time before the request: it lasts at least [`LASTS`] from then.
    since: Instant,
}

impl Lease {
    /// The lease is lost, as the row shows, which was read after `before` had been seen.
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

    /// Gives the term up.
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

async fn within<T>(patience: Duration, asking: impl Future<Output = Result<T, StorageError>>) -> Result<T, StorageError> {
    let late = |_| StorageError::new(StorageErrorKind::Unavailable, StorageFailure::DatabaseSilent);
    timeout(patience, asking).await.map_err(late)?
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

/// Renews the lease while it is held, and gives it up when it has run out by this process's clock.
pub async fn renew(database: &impl Database, lease: &Lease) {
    let mut since = lease.since;
    while !lease.lost.is_cancelled() {
        tokio::select! {
            biased;
            () = sleep_until(since + LASTS - EARLIER) => {
                lease.lose(LeaseLost::Expired);
            }
            renewed = renewal(database, lease) => since = renewed,
        }
    }
}

/// The time before the request of the next confirmed renewal, or of the end of the lease.
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

/// Waits for the queued writes, and gives the lease back, unless it is lost, so that another node need not wait for its end.
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
    notices: Option<D::Notices>,
    seen: HighestSeen,
}

impl<D: Database> LeaseWatch<D> {
    pub fn of(database: D) -> LeaseWatch<D> {
        LeaseWatch { database, notices: None, seen: HighestSeen::default() }
    }

    /// The progress of the database that this process has seen.
    pub fn seen(&self) -> &HighestSeen {
        &self.seen
    }

    /// The holder, and the time left without a renewal; none if it has ended.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn poll(&mut self) -> Result<Option<(Holder, Duration)>, StorageError> {
        // Listening before reading misses nothing. Without notices, a lease that is given back is seen when it would have ended.
        if self.notices.is_none() {
            self.notices = answered(self.database.notices()).await.ok();
        }
        let before = self.seen.get();
        let LeaseRow { progress, holder, remaining } = answered(self.database.lease()).await?;
        // A deleted row says nothing.
        if progress.term > 0 {
            self.seen.compare(before, progress);
        }
        Ok((!remaining.is_zero()).then_some((holder, remaining)))
    }

    /// Waits until the lease has changed hands, or would have ended.
    pub async fn wait(&mut self, remaining: Duration) {
        let notice = async {
            if let Some(notices) = &mut self.notices
                && notices.next().await
            {
                return;
            }
            self.notices = None;
            std::future::pending().await
        };
        // The timeout is the usual end.
        let _ = timeout(remaining + MARGIN, notice).await;
    }
}
