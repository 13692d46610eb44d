//! What can go wrong with what is kept.

use crate::StorageTrouble;
use futures_util::future::BoxFuture;
use message::{Code, Coded, Message, Param, Tell};
use std::error::Error;
use std::sync::Arc;
use std::{fmt, io};

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
    /// A message, or the database's own text.
    pub what: Param,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

impl StorageError {
    /// Something that went wrong by itself.
    pub fn new(fault: Fault, what: impl Tell) -> StorageError {
        StorageError { fault, what: what.tell(), source: None }
    }

    /// What came of another error.
    pub fn of(fault: Fault, what: impl Tell, source: impl Error + Send + Sync + 'static) -> StorageError {
        StorageError { fault, what: what.tell(), source: Some(Arc::new(source)) }
    }

    /// Nothing more is written or read.
    pub fn closed() -> StorageError {
        StorageError::new(Fault::Closed, StorageTrouble::Closed)
    }

    /// What is kept does not read.
    pub fn damaged(what: impl Tell) -> StorageError {
        StorageError::new(Fault::Damaged, what)
    }
}

impl Coded for StorageError {
    const CODES: &'static [Code] = &[
        Code { name: "storage.conflict", params: &["what", "why"] },
        Code { name: "storage.unavailable", params: &["what", "why"] },
        Code { name: "storage.damaged", params: &["what", "why"] },
        Code { name: "storage.closed", params: &["what", "why"] },
        Code { name: "storage.superseded", params: &["what", "why"] },
    ];

    fn message(&self) -> Message {
        let why = self.source.as_deref().map(|source| match source.downcast_ref::<io::Error>() {
            Some(error) => error.tell(),
            None => source.downcast_ref::<StorageError>().map_or_else(|| Param::displayed(source), Tell::tell),
        });
        Message::new(Self::CODES[self.fault as usize].name, [("what", self.what.clone()), ("why", why.tell())])
    }
}

impl Tell for StorageError {
    fn tell(&self) -> Param {
        self.message().into()
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
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
