//! Errors of a storage.

use crate::StorageFailure;
use futures_util::future::BoxFuture;
use message::{Code, Coded, Message, Param, ParamType, ToParam};
use std::error::Error;
use std::sync::Arc;
use std::{fmt, io};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageErrorKind {
    /// A change that contradicts the stored data, such as an existing row or a gap in a log. Only its transaction is refused.
    Conflict,
    /// A temporary failure: another process holds a lock, or the disk or the database does not answer.
    Unavailable,
    Damaged,
    Closed,
    /// Another node referees now; this one may not write.
    Superseded,
}

#[derive(Clone, Debug)]
pub struct StorageError {
    pub kind: StorageErrorKind,
    /// A message, or the database's own text.
    pub what: Param,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

impl StorageError {
    pub fn new(fault: StorageErrorKind, what: impl ToParam) -> StorageError {
        StorageError { kind: fault, what: what.to_param(), source: None }
    }

    pub fn of(fault: StorageErrorKind, what: impl ToParam, source: impl Error + Send + Sync + 'static) -> StorageError {
        StorageError { kind: fault, what: what.to_param(), source: Some(Arc::new(source)) }
    }

    pub fn unavailable(what: impl ToParam, source: impl Error + Send + Sync + 'static) -> StorageError {
        StorageError::of(StorageErrorKind::Unavailable, what, source)
    }

    pub fn closed() -> StorageError {
        StorageError::new(StorageErrorKind::Closed, StorageFailure::Closed)
    }

    /// An error of stored data that cannot be read.
    pub fn damaged(what: impl ToParam) -> StorageError {
        StorageError::new(StorageErrorKind::Damaged, what)
    }
}

const PARAMS: &[(&str, ParamType)] = &[("what", ParamType::TextOrMessage), ("why", ParamType::Optional(&ParamType::TextOrMessage))];

message::register!(<StorageError as Coded>::CODES);

impl Coded for StorageError {
    const CODES: &'static [Code] = &[
        Code { name: "storage.conflict", params: PARAMS },
        Code { name: "storage.unavailable", params: PARAMS },
        Code { name: "storage.damaged", params: PARAMS },
        Code { name: "storage.closed", params: PARAMS },
        Code { name: "storage.superseded", params: PARAMS },
    ];

    fn message(&self) -> Message {
        let mut causes = std::iter::successors(Error::source(self), |&cause| cause.source());
        let coded = |cause: &(dyn Error + 'static)| {
            let of_system = cause.downcast_ref::<io::Error>().map(ToParam::to_param);
            of_system.or_else(|| cause.downcast_ref::<StorageError>().map(ToParam::to_param))
        };
        let why = causes.find_map(coded).or_else(|| Error::source(self).map(Param::displayed));
        Message::new(Self::CODES[self.kind as usize].name, [("what", self.what.clone()), ("why", why.to_param())])
    }
}

impl ToParam for StorageError {
    fn to_param(&self) -> Param {
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

/// Sources are not compared.
impl PartialEq for StorageError {
    fn eq(&self, other: &StorageError) -> bool {
        (self.kind, &self.what) == (other.kind, &other.what)
    }
}

impl Eq for StorageError {}

pub type StorageFuture<'a, T> = BoxFuture<'a, Result<T, StorageError>>;
