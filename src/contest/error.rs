//! What can go wrong with matches, tournaments and tokens.

use message::{Coded, Message, WrongField};
use runtime::Life;
use runtime::memory::MemoryError;
use runtime::work::WorkError;
use storage::{Fault, StorageError};

/// Why what a bot sent about a game came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("came_to_nothing")]
pub enum CameToNothing {
    /// A move.
    Move {
        /// The ply it was meant for.
        ply: u32,
        /// Why.
        why: referee::CommandError,
    },
    /// The bot does not play in it.
    NotYourGame {
        /// The number.
        game: u64,
    },
    /// It is over.
    GameOver {
        /// How it ended, if that is known.
        why: Option<Message>,
    },
}

/// What went wrong. The sentence is what the user sees: what, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("contest")]
pub enum Error {
    /// A request that does not read.
    #[code(same)]
    BadRequest(Message),
    /// A name that no bot can have.
    BadName {
        /// How it begins.
        name: String,
        /// How many characters it has.
        characters: usize,
    },
    /// A bot against itself.
    SelfPlay {
        /// The name.
        name: String,
    },
    /// No such match.
    NoSuchMatch {
        /// The number.
        game: u64,
    },
    /// No such tournament.
    NoSuchTournament {
        /// The number.
        id: u64,
    },
    /// A name that nobody knows, for a tournament that runs.
    UnknownBot {
        /// The name.
        name: String,
        /// The name that comes nearest.
        nearest: Option<String>,
    },
    /// Bots that have not passed a rehearsal that the plan demands.
    NotRehearsed {
        /// The names.
        names: String,
    },
    /// A tournament that cannot be deleted.
    PlayedIn {
        /// The number.
        id: u64,
    },
    /// Something that failed by itself, and goes on no more until an operator resumes it.
    Suspended {
        /// Such as `tournament 3`.
        what: String,
        /// What failed.
        why: String,
    },
    /// A tournament's own rules forbid it.
    #[code(from)]
    Refused(referee::tournament::CommandError),
    /// A field of a request or a plan that is wrong.
    #[code(from)]
    Field(WrongField),
    /// An archive that cannot be taken in.
    BadArchive {
        /// Where, from 1.
        line: usize,
        /// What is wrong there.
        why: Message,
    },
    /// A match that has ended.
    MatchOver {
        /// The number.
        game: u64,
    },
    /// A match that has not ended.
    MatchGoesOn {
        /// The number.
        game: u64,
    },
    /// No such token.
    NoSuchToken {
        /// The number.
        id: u64,
    },
    /// A bot that is not connected.
    BotOffline {
        /// The name.
        name: String,
    },
    /// A bot with its hands full.
    TooManyGames {
        /// The name.
        name: String,
        /// How many a bot may play.
        most: usize,
    },
    /// A bot that has sought its fill.
    TooManySought {
        /// Whose seeks.
        whose: String,
        /// How many may be open.
        most: usize,
    },
    /// A bot, or an address, that has filled enough of the disk.
    OverQuota {
        /// Whose quota it is, such as a bot's or an address's.
        whose: String,
        /// How much a day allows.
        mib: u32,
        /// When there is room for more.
        minutes: u64,
    },
    /// A bot that plays from the usual start alone.
    NoOpenings {
        /// The name.
        name: String,
    },
    /// A bot that does not play this game.
    PlaysOtherGames {
        /// The name.
        name: String,
        /// What it plays.
        plays: String,
        /// What it does not.
        game: &'static str,
    },
    /// Too many matches.
    TooManyMatches {
        /// How many may run.
        most: usize,
    },
    /// People take it for another.
    LooksLike {
        /// The name.
        name: String,
        /// The other one.
        other: String,
    },
    /// Who are you?
    #[code(same)]
    Unauthorized(Message),
    /// The disk, or what is on it.
    #[code(from)]
    Storage(StorageError),
    /// Nothing can be written for the moment.
    StorageWaits {
        /// What stands in the way.
        why: String,
    },
    /// Something that should not happen.
    Internal(String),
    /// Memory that clients hold, or that is not there.
    #[code(from)]
    Memory(MemoryError),
    /// A thread pool took no work, or lost it.
    #[code(from)]
    Work(WorkError),
}

impl Error {
    /// A request that does not read.
    pub fn bad(why: &impl Coded) -> Error {
        Error::BadRequest(why.message())
    }

    /// A request of which this field does not read.
    pub fn field(field: &'static str, why: &impl Coded) -> Error {
        WrongField::new(field, why).into()
    }

    /// Whether what was acknowledged can no longer be trusted, so that the referee ends; anything else fails alone.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Error::Storage(error) if matches!(error.fault, Fault::Damaged | Fault::Closed | Fault::Superseded))
    }

    /// Ends the referee for an error that [is fatal](Self::is_fatal). A node that has lost its term says so itself, and goes on without it.
    pub fn end(&self, life: &Life) {
        match self {
            Error::Storage(error) if error.fault == Fault::Superseded => life.stop.cancel(),
            error => life.fail(error),
        }
    }

    /// Why something is suspended that has failed so.
    pub fn reason(self) -> String {
        match self {
            Error::Internal(why) | Error::Suspended { why, .. } => why,
            // It says that what is kept does not read, and where.
            Error::Storage(error) if error.fault == Fault::Damaged => error.what.to_string(),
            error => error.to_string(),
        }
    }
}
