//! Errors that prevent the start of the referee or end it.

use message::{Coded, Message};
use runtime::work::WorkError;
use storage::StorageError;

/// Why the referee does not start, or had to stop.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("server")]
pub enum Error {
    Contest(contest::Error),
    Solving(solving::Error),
    Storage(StorageError),
    Work(WorkError),
    Failed(Message),
}
