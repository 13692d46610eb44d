//! What can go wrong with what is kept.

use futures_util::future::BoxFuture;
use message::{Code, Coded, Message, Param, Tell};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// What kind of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A change that does not go with what is kept: a row that is there already, a line that does not follow the last. Only this change
    /// and those written together with it are lost.
    Conflict,
    /// It cannot be answered now, and may be later: somebody else holds a lock, or the disk does not answer.
    Unavailable,
    /// What is kept cannot be trusted any more.
    Damaged,
    /// It has been closed.
    Closed,
    /// Another node referees now, and this one may write no more.
    Superseded,
}

/// What went wrong, and what it came of.
#[derive(Clone, Debug)]
pub struct StorageError {
    /// The kind.
    pub fault: Fault,
    /// In words.
    pub what: String,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

impl StorageError {
    /// Something that went wrong by itself.
    pub fn new(fault: Fault, what: impl Into<String>) -> StorageError {
        StorageError { fault, what: what.into(), source: None }
    }

    /// What came of another error.
    pub fn of(fault: Fault, what: impl Into<String>, source: impl Error + Send + Sync + 'static) -> StorageError {
        StorageError { fault, what: what.into(), source: Some(Arc::new(source)) }
    }

    /// Nothing more is written or read.
    pub fn closed() -> StorageError {
        StorageError::new(Fault::Closed, "the storage is closed")
    }

    /// What is kept does not read.
    pub fn damaged(what: impl Into<String>) -> StorageError {
        StorageError::new(Fault::Damaged, what)
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Some(source) => write!(f, "{}: {source}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl Tell for StorageError {
    fn tell(&self) -> Param {
        Param::displayed(self)
    }
}

impl Coded for StorageError {
    const CODES: &'static [Code] =
        &[Code { name: "storage.unavailable", params: &["why"] }, Code { name: "storage.failed", params: &["why"] }];

    fn message(&self) -> Message {
        let code = if self.fault == Fault::Unavailable { "storage.unavailable" } else { "storage.failed" };
        Message::new(code, [("why", self.tell())])
    }
}

impl Error for StorageError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

/// Two errors are the same if they say the same, whatever they came of.
impl PartialEq for StorageError {
    fn eq(&self, other: &StorageError) -> bool {
        (self.fault, &self.what) == (other.fault, &other.what)
    }
}

impl Eq for StorageError {}

/// An answer that may have to be waited for.
pub type StorageFuture<'a, T> = BoxFuture<'a, Result<T, StorageError>>;
