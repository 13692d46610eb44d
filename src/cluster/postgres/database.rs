//! The database as the lease and the writer use it: PostgreSQL, or a simulation in tests.

use crate::{Holder, LogPosition};
use std::time::Duration;
use storage::{Change, StorageError};

/// The duration of a lease, by the database's clock. Another node takes over from a dead one within ten seconds.
pub const LEASE_DURATION: Duration = Duration::from_secs(6);
/// The longest plausible lease. A later end means that the database's clock was set back or the row was edited; the lease counts as
/// expired.
pub const LONGEST: Duration = Duration::from_secs(12);
/// The idle timeout of transactions, so that a sleeping node does not keep the lease row locked.
pub const IDLE: Duration = Duration::from_secs(3);

/// The lease row. A missing row means that no term has begun; the next node creates it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeaseRow {
    /// The last term, and the last batch of it.
    pub progress: LogPosition,
    pub holder: Holder,
    /// The remaining time; zero if expired.
    pub remaining: Duration,
}

impl LeaseRow {
    /// The fencing token of the last term.
    pub fn fence(&self) -> Fence {
        Fence { term: self.progress.term, id: self.holder.key.clone() }
    }
}

/// The fencing token of a term. Both parts are compared: a database that lost a term may reuse its number, but the id of the process
/// differs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fence {
    /// Higher than any term that this process or its peers have seen.
    pub term: i64,
    /// The random id of the process that took the term.
    pub id: String,
}

/// The next batch of the lease holder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseBatch {
    pub fence: Fence,
    /// The batch's number in it, from 1.
    pub number: i64,
}

pub trait Database: Clone + Send + Sync + 'static {
    type Session: DatabaseSession;
    /// A connection that listens for lease notifications.
    type Notices: Notices;

    fn session(&self) -> impl Future<Output = Result<Self::Session, StorageError>> + Send;

    fn notices(&self) -> Self::Notices;

    fn lease(&self) -> impl Future<Output = Result<LeaseRow, StorageError>> + Send;

    /// Begins a term if the lease has expired. Its number is higher than the last one and than `seen`.
    fn take(&self, node: &Holder, seen: i64) -> impl Future<Output = Result<Option<i64>, StorageError>> + Send;

    /// Extends the lease to [`LEASE_DURATION`] from now and restores the name and address of its holder. `false` if a newer term exists, or if the
    /// row has an earlier batch.
    fn renew(&self, term: i64, batch: i64, holder: &Holder) -> impl Future<Output = Result<bool, StorageError>> + Send;

    /// Ends a term, if it is still the last one.
    fn give_back(&self, fence: &Fence) -> impl Future<Output = Result<(), StorageError>> + Send;
}

/// A connection of the writer, for consecutive transactions. Dropping it rolls back.
pub trait DatabaseSession: Send + Sync {
    fn is_closed(&self) -> bool;

    /// Claims the batch and applies the changes in one transaction. `false`, without changes, unless the batch follows the last one of the
    /// last term. An error of the kind `Unavailable` may pass.
    fn write(&self, batch: Option<LeaseBatch>, changes: Vec<&Change>) -> impl Future<Output = Result<bool, StorageError>> + Send;
}

/// Notices that the lease was taken or given back.
pub trait Notices: Send {
    /// Waits for a notification, or for a new connection, before which some may have been missed. Cancel-safe.
    fn next(&mut self) -> impl Future<Output = ()> + Send;
}
