//! What the lease and the writer ask of a database, so that they can be driven by PostgreSQL and by the simulation alike.

use super::change::Refused;
use crate::Holder;
use crate::Progress;
use std::time::Duration;
use storage::{Change, StorageError};

/// How long a lease lasts that nobody renews, by the database's clock. With this, a node that dies is followed by another within ten seconds.
pub const LASTS: Duration = Duration::from_secs(6);
/// No lease ends later than this: one that says so was written before the database's clock was set back, or by hand, and counts as ended.
pub const LONGEST: Duration = Duration::from_secs(12);
/// A transaction whose node sleeps is ended by the database, so that it does not hold the lease's row longer than the lease lasts.
pub const IDLE: Duration = Duration::from_secs(3);

/// The lease's row. One that somebody has deleted is as one that nobody ever took: whoever takes it makes it anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeaseRow {
    /// The number of the last term, and of the last batch written in it.
    pub progress: Progress,
    /// Who took it.
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
pub struct Batch {
    /// The holder's term.
    pub fence: Fence,
    /// The batch's number in it, from 1.
    pub number: i64,
}

/// A database with a lease.
pub trait Database: Clone + Send + Sync + 'static {
    /// A connection for whoever writes.
    type Session: Session;
    /// A connection on which the database tells that the lease has changed hands.
    type Notices: Notices;

    /// A new session.
    fn session(&self) -> impl Future<Output = Result<Self::Session, StorageError>> + Send;

    /// Hears, from now on, when the lease is taken or given back.
    fn notices(&self) -> impl Future<Output = Result<Self::Notices, StorageError>> + Send;

    /// Reads the lease's row.
    fn lease(&self) -> impl Future<Output = Result<LeaseRow, StorageError>> + Send;

    /// Begins a term, if the last one has ended; its number is larger than that of the last one, and than `seen`.
    fn take(&self, node: &Holder, seen: i64) -> impl Future<Output = Result<Option<i64>, StorageError>> + Send;

    /// Has the lease last for [`LASTS`] from now, and sets right the name and the address of its holder, whatever else somebody may have
    /// written there; whether this is still the last term, and its last batch this one or a later.
    fn renew(&self, term: i64, batch: i64, holder: &Holder) -> impl Future<Output = Result<bool, StorageError>> + Send;

    /// Ends a term, if it is still the last one.
    fn give_back(&self, fence: &Fence) -> impl Future<Output = Result<(), StorageError>> + Send;
}

/// A connection on which transactions follow one another. When it is dropped, one that is not committed is undone.
pub trait Session: Send + Sync {
    /// Whether nothing can be asked on it any more.
    fn is_closed(&self) -> bool;

    /// Claims the batch and makes the changes in one transaction; `false`, and no change, if the batch cannot be claimed. It can if its term
    /// is the last, and the batch before it the last that was written; the lease then lasts for [`LASTS`] from now.
    fn write(&self, batch: Option<Batch>, changes: Vec<&Change>) -> impl Future<Output = Result<bool, Refused>> + Send;
}

/// What a node hears that stands by.
pub trait Notices: Send {
    /// Waits until the lease has changed hands; `false` if nothing will be heard any more. Nothing is lost when it is not waited to the end.
    fn next(&mut self) -> impl Future<Output = bool> + Send;
}
