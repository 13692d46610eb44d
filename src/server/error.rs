//! Errors that prevent the start of the referee or end it.

use message::{Coded, Message};
use runtime::work::WorkError;
use storage::StorageError;

/// Why the referee does not start, or had to stop.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("server")]
pub enum Error {
    /// Matches, tournaments or tokens.
    #[code(from)]
    Contest(contest::Error),
    /// Jobs or reviews.
    #[code(from)]
    Solving(solving::Error),
    /// The storage.
    #[code(from)]
    Storage(StorageError),
    /// A thread pool.
    #[code(from)]
    Work(WorkError),
    /// What the referee had to stop for.
    #[code(same)]
    Failed(Message),
}
