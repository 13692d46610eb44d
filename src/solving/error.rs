//! What can go wrong with questions, jobs and reviews.

use crate::Flaw;
use message::{Coded, Message};
use protocol::json::UnreadableJson;
use runtime::memory::MemoryError;
use runtime::work::WorkError;
use storage::StorageError;

/// What went wrong. The sentence is what the user sees: what, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("solving")]
pub enum Error {
    /// A request that does not read.
    #[code(same)]
    BadRequest(Flaw),
    /// No such match.
    NoSuchMatch {
        /// The number.
        game: u64,
    },
    /// A match that has not ended.
    MatchGoesOn {
        /// The number.
        game: u64,
    },
    /// The disk, or what is on it.
    #[code(from)]
    Storage(StorageError),
    /// Nothing can be written for the moment.
    StorageWaits {
        /// What stands in the way.
        why: String,
    },
    /// Nobody solves here, and workers take no such question.
    NoThreads,
    /// No form of the answer that the client takes.
    NotAcceptable {
        /// What there is.
        offered: String,
    },
    /// No picture of the answer.
    NoPicture {
        /// The puzzle.
        puzzle: &'static str,
    },
    /// No such puzzle or game.
    NoSuchPuzzle {
        /// `puzzle` or `game`.
        what: &'static str,
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// No such job.
    NoSuchJob {
        /// The name.
        id: String,
    },
    /// Something that should not happen.
    Internal(String),
    /// The same to a client.
    Hidden,
    /// Memory that clients hold, or that is not there.
    #[code(from)]
    Memory(MemoryError),
    /// A thread pool took no work, or lost it.
    #[code(from)]
    Work(WorkError),
}

impl Error {
    /// The error as the client sees it; what is internal stays in the log.
    pub fn public(&self) -> Message {
        match self {
            Error::Storage(error) if error.fault == storage::Fault::Unavailable => error.message(),
            Error::Storage(_) | Error::Internal(_) | Error::Work(WorkError::Panicked(_) | WorkError::NoThread(_)) => {
                Error::Hidden.message()
            }
            error => error.message(),
        }
    }
}

impl From<UnreadableJson> for Error {
    fn from(why: UnreadableJson) -> Error {
        Error::BadRequest(why.into())
    }
}

impl From<Flaw> for Error {
    fn from(flaw: Flaw) -> Error {
        Error::BadRequest(flaw)
    }
}
