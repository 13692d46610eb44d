//! Everything that can go wrong in answering a client: what the owners of matches, tournaments and jobs refuse, and what HTTP itself refuses.
//! The status of each is in `rest/problem.rs`.

use crate::flaw::{Denied, Flaw};
use axum::extract::rejection::BytesRejection;
use message::{Coded, Message};
use protocol::json::UnreadableJson;
use runtime::clipped;
use runtime::memory::MemoryError;
use runtime::net::BindError;
use runtime::work::WorkError;
use storage::{Fault, StorageError};

/// What went wrong. The sentence is what the user sees: what, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("http")]
pub enum Error {
    /// About matches, tournaments or tokens.
    #[code(same)]
    Contest(contest::Error),
    /// About puzzles, jobs or reviews.
    #[code(same)]
    Solving(solving::Error),
    /// An address that cannot be listened on.
    #[code(from)]
    Bind(BindError),
    /// What the referee had to stop for.
    Failed(String),
    /// A request that does not read.
    #[code(same)]
    BadRequest(Message),
    /// No such bot.
    NoSuchBot {
        /// The name.
        name: String,
    },
    /// A tournament that a report file has no room for.
    NoReport(referee::trf::TrfError),
    /// A match that a tournament decides about.
    PartOfTournament {
        /// The match.
        game: u64,
        /// The tournament.
        id: u64,
    },
    /// No such page or file.
    NotFound {
        /// The path.
        path: String,
    },
    /// The path is right, the method is not.
    MethodNotAllowed,
    /// A token for nobody in particular.
    BadToken,
    /// Too many connections.
    TooManyConnections {
        /// How many may be open.
        most: usize,
    },
    /// Too many connections that show no token.
    TooManyStrangers,
    /// Too many readers.
    TooManyReaders {
        /// What they follow, or from where.
        what: &'static str,
        /// How many may.
        most: usize,
    },
    /// Too many requests.
    TooManyRequests {
        /// What they have in common.
        of: &'static str,
    },
    /// Too many bots entered without a token.
    TooManyEntries {
        /// How many at once.
        most: u32,
        /// How many more a minute.
        a_minute: u32,
    },
    /// Who are you?
    #[code(same)]
    Unauthorized(Message),
    /// You may not.
    #[code(same)]
    Forbidden(Message),
    /// A request body that is too large.
    BodyTooLarge {
        /// How large it may be.
        most: usize,
    },
    /// A list where an object is wanted.
    NotAnObject,
    /// The wrong kind of request body.
    NotJson,
    /// The answer is late.
    AnswerLate,
    /// The request took too long to come.
    TimedOut,
    /// The disk, or what is on it.
    #[code(from)]
    Storage(StorageError),
    /// Nothing can be written for the moment.
    StorageWaits {
        /// What stands in the way.
        why: String,
    },
    /// What is kept is damaged.
    Damaged {
        /// What, and what to do.
        damage: String,
    },
    /// Nobody solves here while his asker waits, and a worker could.
    OnlyReferees,
    /// A job that has ended.
    JobOver {
        /// The name.
        id: String,
    },
    /// Something was begun that waits for the storage.
    StorageSlow {
        /// What stands in the way.
        why: String,
    },
    /// Somebody else does the same just now.
    ImportRuns,
    /// Something that should not happen.
    Internal(String),
    /// Memory that clients hold, or that is not there.
    #[code(from)]
    Memory(MemoryError),
    /// A thread pool took no work, or lost it.
    #[code(from)]
    Work(WorkError),
}

impl From<contest::Error> for Error {
    fn from(error: contest::Error) -> Error {
        match error {
            contest::Error::BadRequest(why) => Error::BadRequest(why),
            contest::Error::Unauthorized(why) => Error::Unauthorized(why),
            contest::Error::Storage(error) => Error::Storage(error),
            contest::Error::StorageWaits { why } => Error::StorageWaits { why },
            contest::Error::Memory(error) => Error::Memory(error),
            contest::Error::Work(error) => Error::Work(error),
            contest::Error::Internal(why) => Error::Internal(why),
            error => Error::Contest(error),
        }
    }
}

impl From<solving::Error> for Error {
    fn from(error: solving::Error) -> Error {
        match error {
            solving::Error::BadRequest(flaw) => Error::bad(&flaw),
            solving::Error::Storage(error) => Error::Storage(error),
            solving::Error::StorageWaits { why } => Error::StorageWaits { why },
            solving::Error::Memory(error) => Error::Memory(error),
            solving::Error::Work(error) => Error::Work(error),
            solving::Error::Internal(why) => Error::Internal(why),
            error => Error::Solving(error),
        }
    }
}

impl From<referee::trf::TrfError> for Error {
    fn from(why: referee::trf::TrfError) -> Error {
        Error::NoReport(why)
    }
}

impl From<UnreadableJson> for Error {
    fn from(why: UnreadableJson) -> Error {
        Error::bad(&why)
    }
}

impl Error {
    /// Whether what is wrong is inside the referee, and its words are for the operator alone.
    pub fn is_internal(&self) -> bool {
        matches!(
            self,
            Error::Internal(_)
                | Error::Storage(_)
                | Error::Bind(_)
                | Error::Failed(_)
                | Error::Work(WorkError::Panicked(_) | WorkError::NoThread(_))
        )
    }

    /// A request that does not read.
    pub fn bad(why: &impl Coded) -> Error {
        Error::BadRequest(why.message())
    }

    /// A word that is none of those known.
    pub fn choice(field: &'static str, known: &'static [&'static str], word: &str) -> Error {
        Error::bad(&Flaw::Choice { field, known, word: clipped(word, 40) })
    }

    /// A body that has not come whole.
    pub fn body(rejection: &BytesRejection) -> Error {
        Error::bad(&Flaw::Body { why: rejection.body_text() })
    }

    /// Who are you?
    pub fn unauthorized(why: &Denied) -> Error {
        Error::Unauthorized(why.message())
    }

    /// You may not.
    pub fn denied(why: &Denied) -> Error {
        Error::Forbidden(why.message())
    }

    /// The error for the client; what is internal stays in the log.
    pub fn public(&self) -> Message {
        match self {
            Error::Storage(why) if why.fault == Fault::Unavailable => Inside::Unavailable { why: why.clone() }.message(),
            error if error.is_internal() => Inside::Hidden.message(),
            error => error.message(),
        }
    }
}

/// What a client is told of an error inside the referee.
#[derive(Debug, Coded)]
#[code("inside")]
enum Inside {
    Hidden,
    Unavailable { why: StorageError },
}
