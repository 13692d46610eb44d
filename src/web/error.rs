//! Everything that can go wrong in answering a client: what the owners of matches, tournaments and jobs refuse, and what HTTP itself refuses.
//! The status of each is in `rest/problem.rs`.

use protocol::json::UnreadableJson;
use runtime::memory::MemoryError;
use runtime::net::BindError;
use runtime::work::WorkError;
use storage::StorageError;

/// What went wrong. The sentence is what the user sees: what, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// About matches, tournaments or tokens.
    #[error(transparent)]
    Contest(contest::Error),
    /// About puzzles, jobs or reviews.
    #[error(transparent)]
    Solving(solving::Error),
    /// An address that cannot be listened on.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// What the referee had to stop for.
    #[error("{0}")]
    Failed(String),
    /// A request that does not read.
    #[error("{0}")]
    BadRequest(String),
    /// No such bot.
    #[error("no bot named {name} is connected, and none has played here")]
    NoSuchBot {
        /// The name.
        name: String,
    },
    /// A tournament that a report file has no room for.
    #[error("there is no report file of this tournament: {0}")]
    NoReport(#[from] referee::trf::TrfError),
    /// A match that a tournament decides about.
    #[error("match {game} is part of tournament {id}: decide at /v1/tournaments/{id}/decisions, so that it is on the table")]
    PartOfTournament {
        /// The match.
        game: u64,
        /// The tournament.
        id: u64,
    },
    /// No such page or file.
    #[error("there is nothing at {path}; /docs lists what there is")]
    NotFound {
        /// The path.
        path: String,
    },
    /// The path is right, the method is not.
    #[error("this method does not go with this path; /docs lists what does")]
    MethodNotAllowed,
    /// A token for nobody in particular.
    #[error(
        "for whom the token is to be is not said: `\"bot\": \"NAME\"` for a bot's, or `\"role\": \"operator\"` alone for an operator's"
    )]
    BadToken,
    /// Too many connections.
    #[error("{most} connections are open, the most that this referee takes; try again later")]
    TooManyConnections {
        /// How many may be open.
        most: usize,
    },
    /// Too many connections that show no token.
    #[error("as many connections are open as may be, in all or from your address; the last ones are kept for whoever shows a token")]
    TooManyStrangers,
    /// Too many readers.
    #[error("{most} readers follow {what} already, the most at one time; GET shows it as it stands")]
    TooManyReaders {
        /// What they follow, or from where.
        what: &'static str,
        /// How many may.
        most: usize,
    },
    /// Too many requests.
    #[error("too many requests from this {of}; wait a second between them")]
    TooManyRequests {
        /// What they have in common.
        of: &'static str,
    },
    /// Too many bots entered without a token.
    #[error(
        "{most} bots may be entered, or rehearsals told, from one address without a token, and then {a_minute} a minute; an operator enters any number"
    )]
    TooManyEntries {
        /// How many at once.
        most: u32,
        /// How many more a minute.
        a_minute: u32,
    },
    /// Who are you?
    #[error("{0}")]
    Unauthorized(String),
    /// You may not.
    #[error("{0}")]
    Forbidden(String),
    /// A request body that is too large.
    #[error("the body is larger than {most} bytes")]
    BodyTooLarge {
        /// How large it may be.
        most: usize,
    },
    /// A list where an object is wanted.
    #[error("the body is a list; an object is wanted, such as {{\"name\": \"text\"}}")]
    NotAnObject,
    /// The wrong kind of request body.
    #[error("the body must be JSON, with the header `Content-Type: application/json`")]
    NotJson,
    /// The answer is late.
    #[error(
        "the answer was not ready in time, because too much is asked of this referee; if the request was to change something, look \
         whether that is done before you ask again"
    )]
    AnswerLate,
    /// The request took too long to come.
    #[error("the request was not complete in time")]
    TimedOut,
    /// The disk, or what is on it.
    #[error("storage: {0}")]
    Storage(#[from] StorageError),
    /// Nothing can be written for the moment.
    #[error("nothing new can be begun for the moment, because nothing can be written: {why}; what runs waits, with its clocks standing")]
    StorageWaits {
        /// What stands in the way.
        why: String,
    },
    /// What is kept is damaged.
    #[error("{damage}")]
    Damaged {
        /// What, and what to do.
        damage: String,
    },
    /// Nobody solves here while his asker waits, and a worker could.
    #[error("this node only referees: ask for a job, with `Prefer: respond-async`, which a worker takes")]
    OnlyReferees,
    /// A job that has ended.
    #[error("job {id} is over")]
    JobOver {
        /// The name.
        id: String,
    },
    /// Something was begun that waits for the storage.
    #[error("this waits because nothing can be written: {why}; it is done as soon as that is over, so look before you ask for it again")]
    StorageSlow {
        /// What stands in the way.
        why: String,
    },
    /// Somebody else does the same just now.
    #[error("an archive is being taken in already; try again when that is done")]
    ImportRuns,
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
            solving::Error::BadRequest(why) => Error::BadRequest(why),
            solving::Error::Storage(error) => Error::Storage(error),
            solving::Error::StorageWaits { why } => Error::StorageWaits { why },
            solving::Error::Memory(error) => Error::Memory(error),
            solving::Error::Work(error) => Error::Work(error),
            solving::Error::Internal(why) => Error::Internal(why),
            error => Error::Solving(error),
        }
    }
}

impl From<UnreadableJson> for Error {
    fn from(UnreadableJson(why): UnreadableJson) -> Error {
        Error::BadRequest(why)
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

    /// The error in words for the client; what is internal stays in the log.
    pub fn public(&self) -> String {
        match self {
            Error::Storage(error) => error.public(),
            error if error.is_internal() => StorageError::INTERNAL.into(),
            error => error.to_string(),
        }
    }
}
