//! Errors of matches, tournaments and tokens.

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
        /// Its ply.
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

/// Whose seeks a limit is about.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("seek_owner")]
#[expect(missing_docs, reason = "the catalogue of messages names each field")]
pub enum SeekOwner {
    /// One bot.
    Bot { name: String },
    /// The client's address.
    Address,
    /// The client's address, against one bot.
    AddressAgainst { opponent: String },
    /// Two bots, against each other.
    Pair { first: String, second: String },
}

/// What can be suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("suspendable")]
pub enum Suspendable {
    /// A match.
    Match {
        /// Its number.
        game: u64,
    },
    /// A tournament.
    Tournament {
        /// Its number.
        id: u64,
    },
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("contest")]
pub enum Error {
    /// An invalid request.
    #[code(same)]
    BadRequest(Message),
    /// An invalid name of a bot.
    BadName {
        /// Its beginning.
        name: String,
        /// Its length in characters.
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
    /// A name without token, rehearsal or match, for a running tournament.
    UnknownBot {
        /// The name.
        name: String,
        /// The nearest known name.
        nearest: Option<String>,
    },
    /// Bots that have not passed the rehearsal that the plan requires.
    NotRehearsed {
        /// The names.
        names: String,
    },
    /// A tournament with played games, which is not deleted.
    PlayedIn {
        /// The number.
        id: u64,
    },
    /// A match or tournament that failed and waits for an operator.
    Suspended {
        /// Which.
        what: Suspendable,
        /// What failed.
        why: String,
    },
    /// The rules of the tournament forbid it.
    #[code(from)]
    Refused(referee::tournament::CommandError),
    /// A field of a request or a plan that is wrong.
    #[code(from)]
    Field(WrongField),
    /// An archive that cannot be taken in.
    BadArchive {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
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
    /// The limit of a bot's games is reached.
    TooManyGames {
        /// The name.
        name: String,
        /// The limit.
        most: usize,
    },
    /// A limit of sought games is reached.
    TooManySought {
        /// Whose seeks.
        whose: SeekOwner,
        /// The limit.
        most: usize,
    },
    /// The disk quota of a bot or an address is reached.
    OverQuota {
        /// Whose quota.
        whose: SeekOwner,
        /// The quota of a day, in MiB.
        mib: u32,
        /// When it allows more.
        minutes: u64,
    },
    /// A bot that plays from the usual start only.
    NoOpenings {
        /// The name.
        name: String,
    },
    /// A bot that does not play this game.
    PlaysOtherGames {
        /// The name.
        name: String,
        /// Its games.
        plays: String,
        /// The game.
        game: &'static str,
    },
    /// The limit of matches is reached.
    TooManyMatches {
        /// The limit.
        most: usize,
    },
    /// A name that looks like another.
    LooksLike {
        /// The name.
        name: String,
        /// The other one.
        other: String,
    },
    /// A missing or invalid token.
    #[code(same)]
    Unauthorized(Message),
    /// The storage failed.
    #[code(from)]
    Storage(StorageError),
    /// The storage accepts no writes at present.
    StorageWaits {
        /// Why.
        why: String,
    },
    /// An internal error.
    Internal(String),
    /// The memory budget is exhausted.
    #[code(from)]
    Memory(MemoryError),
    /// A thread pool refused or lost work.
    #[code(from)]
    Work(WorkError),
}

impl Error {
    /// An invalid request.
    pub fn bad(why: &impl Coded) -> Error {
        Error::BadRequest(why.message())
    }

    /// A request with an invalid field.
    pub fn field(field: &'static str, why: &impl Coded) -> Error {
        WrongField::new(field, why).into()
    }

    /// Whether storage contradicts what was acknowledged, so that the process must end.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Error::Storage(error) if matches!(error.fault, Fault::Damaged | Fault::Closed | Fault::Superseded))
    }

    /// Ends the referee for a [fatal](Self::is_fatal) error. A node that has lost its lease goes on as a standby.
    pub fn end(&self, life: &Life) {
        match self {
            Error::Storage(error) if error.fault == Fault::Superseded => life.stop.cancel(),
            error => life.fail(error),
        }
    }

    /// The reason of a suspension by this error.
    pub fn reason(self) -> String {
        match self {
            Error::Internal(why) | Error::Suspended { why, .. } => why,
            Error::Storage(error) if error.fault == Fault::Damaged => error.what.to_string(),
            error => error.to_string(),
        }
    }
}
