//! What can go wrong with questions, jobs and reviews.

use message::Coded;
use protocol::json::UnreadableJson;
use runtime::memory::MemoryError;
use runtime::work::WorkError;
use storage::StorageError;

/// What went wrong. The sentence is what the user sees: what, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A request that does not read.
    #[error("{0}")]
    BadRequest(String),
    /// No such match.
    #[error("there is no match {game}")]
    NoSuchMatch {
        /// The number.
        game: u64,
    },
    /// A match that has not ended.
    #[error("match {game} goes on; it can be looked at again when it is over")]
    MatchGoesOn {
        /// The number.
        game: u64,
    },
    /// The disk, or what is on it.
    #[error("storage: {0}")]
    Storage(#[from] StorageError),
    /// Nothing can be written for the moment.
    #[error("nothing new can be begun for the moment, because nothing can be written: {why}; what runs waits, with its clocks standing")]
    StorageWaits {
        /// What stands in the way.
        why: String,
    },
    /// Nobody solves here, and workers take no such question.
    #[error("this node only referees: this is asked of a referee with threads of its own (`--threads`), for workers do not take it")]
    NoThreads,
    /// No form of the answer that the client takes.
    #[error("no form that `Accept` names is on offer here; there are {offered}")]
    NotAcceptable {
        /// What there is.
        offered: String,
    },
    /// No such puzzle or game.
    #[error("there is no {what} {name:?}; there are {known}")]
    NoSuchPuzzle {
        /// `puzzle` or `game`.
        what: String,
        /// The name.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// No such job.
    #[error("there is no job {id}")]
    NoSuchJob {
        /// The name.
        id: String,
    },
    /// Something that should not happen.
    #[error("an error inside the referee: {0}")]
    Internal(String),
    /// Memory that clients hold, or that is not there.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// A thread pool took no work, or lost it.
    #[error(transparent)]
    Work(#[from] WorkError),
}

message::tell_displayed!(Error);

impl Error {
    /// The error in words for the client; what is internal stays in the log.
    pub fn public(&self) -> String {
        match self {
            Error::Storage(error) if error.fault == storage::Fault::Unavailable => error.message().to_string(),
            Error::Storage(_) | Error::Internal(_) | Error::Work(WorkError::Panicked(_) | WorkError::NoThread(_)) => {
                "an error inside the referee; its log says more".into()
            }
            error => error.to_string(),
        }
    }
}

impl From<UnreadableJson> for Error {
    fn from(why: UnreadableJson) -> Error {
        Error::BadRequest(why.to_string())
    }
}
