//! Errors of questions, jobs and reviews.

use crate::QuestionError;
use message::{Coded, Message};
use protocol::json::UnreadableJson;
use runtime::memory::MemoryError;
use runtime::work::WorkError;
use storage::StorageError;

/// A defect of this program.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("solving_defect")]
pub enum InternalError {
    /// The result of a part of a job.
    UnreadPart { why: UnreadableJson },
    /// A job that another version has cut.
    OtherParts { parts: u32, own: u32 },
    /// A search without a move in a game that continues.
    NoMove,
    /// Work without a limit that gave no answer.
    Unfinished,
    /// A finished job without an end.
    NoEnd { id: String },
    /// An answer that its checker refutes.
    Refuted { why: puzzle::cube::CubeError },
}

/// What went wrong. `NoThreads`: this node has no solver threads, and the question cannot be a job; `NoWorker`: nor does a worker run. `Hidden` is an
/// internal error for a client, `Memory` what clients hold or what is not there.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("solving")]
pub enum Error {
    BadRequest(QuestionError),
    NoSuchMatch { game: u64 },
    MatchGoesOn { game: u64 },
    Storage(StorageError),
    StorageWaits { why: StorageError },
    NoThreads,
    NoWorker,
    NotAcceptable { offered: String },
    NoPicture { puzzle: &'static str },
    NoSuchPuzzle { name: String, known: Vec<String> },
    NoSuchGame { name: String, known: Vec<String> },
    NoSuchExercise { number: u32, most: usize },
    NoSuchJob { id: String },
    InternalError(InternalError),
    Hidden,
    Memory(MemoryError),
    Work(WorkError),
}

impl Error {
    /// Whether the same request may succeed a moment later.
    pub fn is_passing(&self) -> bool {
        match self {
            Error::Storage(error) => error.kind == storage::StorageErrorKind::Unavailable,
            Error::Work(error) => matches!(error, WorkError::Stopping | WorkError::Busy { .. } | WorkError::TooMuchWork { .. }),
            error => matches!(error, Error::StorageWaits { .. } | Error::Memory(_)),
        }
    }

    /// Whether nothing is wrong with the request.
    pub fn is_internal(&self) -> bool {
        matches!(self, Error::Storage(_) | Error::InternalError(_) | Error::Work(WorkError::Panicked { .. } | WorkError::NoThread { .. }))
            && !self.is_passing()
    }

    /// The error for the client; an internal one is logged.
    pub fn public(&self) -> Message {
        if !self.is_internal() {
            return self.message();
        }
        tracing::error!(error = %self, "work failed");
        Error::Hidden.message()
    }
}

impl From<UnreadableJson> for Error {
    fn from(why: UnreadableJson) -> Error {
        Error::BadRequest(why.into())
    }
}
