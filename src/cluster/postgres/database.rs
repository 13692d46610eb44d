//! The database as the lease and the writer use it: PostgreSQL, or a simulation in tests.

use super::change::PostgresWriteError;
use crate::{Holder, LogPosition};
use std::time::Duration;
use storage::{Change, StorageError};

/// How long a lease lasts without a renewal, by the database's clock: another node follows a dead one within ten seconds.
pub const LASTS: Duration = Duration::from_secs(6);
/// The longest lease: a later end was written before the database's clock was set back, or by hand, and counts as over.
pub const LONGEST: Duration = Duration::from_secs(12);
/// The database ends a transaction that is idle for longer, so that a sleeping node does not lock the row of the lease.
pub const IDLE: Duration = Duration::from_secs(3);

/// The row of the lease. A deleted row counts as never taken, and the next node creates it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeaseRow {
    /// The number of the last term, and of the last batch written in it.
    pub progress: LogPosition,
    pub holder: Holder,
    /// How long it still lasts; zero if it has ended.
    pub remaining: Duration,
}

impl LeaseRow {
    /// The fencing token of the last term.
    pub fn fence(&self) -> Fence {
        Fence { term: self.progress.term, id: self.holder.key.clone() }
    }
}

/// The fencing token of a term, compared whole: a database that has lost a term may give its number to another process, but not with this id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fence {
    /// Larger than that of any term that the process or its peers have seen.
    pub term: i64,
    /// The random id of the process that took the term.
    pub id: String,
}

/// A batch that the holder of the lease is about to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseBatch {
    /// The holder's term.
    pub fence: Fence,
    /// The batch's number in it, from 1.
    pub number: i64,
}

pub trait Database: Clone + Send + Sync + 'static {
    /// A connection of the writer.
    type Session: DatabaseSession;
    /// A connection that receives notices of the lease.
    type Notices: Notices;

    fn session(&self) -> impl Future<Output = Result<Self::Session, StorageError>> + Send;

    /// Listens from now on.
    fn notices(&self) -> impl Future<Output = Result<Self::Notices, StorageError>> + Send;

    /// Reads the lease's row.
    fn lease(&self) -> impl Future<Output = Result<LeaseRow, StorageError>> + Send;

    /// Begins a term, if the last one has ended; its number is larger than that of the last one, and than `seen`.
    fn take(&self, node: &Holder, seen: i64) -> impl Future<Output = Result<Option<i64>, StorageError>> + Send;

    /// Extends the lease to [`LASTS`] from now, and overwrites the name and address of its holder; `false` if this is not the last term any more, or its
    /// last batch is earlier.
    fn renew(&self, term: i64, batch: i64, holder: &Holder) -> impl Future<Output = Result<bool, StorageError>> + Send;

    /// Ends a term, if it is still the last one.
    fn give_back(&self, fence: &Fence) -> impl Future<Output = Result<(), StorageError>> + Send;
}

/// A connection for one transaction after the other. A dropped connection rolls back.
pub trait DatabaseSession: Send + Sync {
    fn is_closed(&self) -> bool;

    /// Claims the batch and makes the changes in one transaction; `false`, and no change, if the batch cannot be claimed. It can if its term
    /// is the last, and the batch before it the last that was written.
    fn write(&self, batch: Option<LeaseBatch>, changes: Vec<&Change>) -> impl Future<Output = Result<bool, PostgresWriteError>> + Send;
}

/// Notices that the lease was taken or given back.
pub trait Notices: Send {
    /// Waits for a notice; `false` if none follows. Cancellation loses none.
    fn next(&mut self) -> impl Future<Output = bool> + Send;
}
