//! Errors of matches, tournaments and tokens.

use message::{Coded, Message, WrongField};
use runtime::Life;
use runtime::memory::MemoryError;
use runtime::work::WorkError;
use storage::{Fault, StorageError};

/// Why a message of a bot about a match has no effect.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("came_to_nothing")]
pub enum MessageError {
    /// The move is rejected.
    Move { ply: u32, why: referee::CommandError },
    /// The bot does not play in it.
    NotYourGame { game: u64 },
    GameOver { why: Option<Message> },
}

/// Whose seeks a limit is about.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("seek_owner")]
pub enum SeekOwner {
    Bot { name: String },
    /// The client's address.
    Address,
    /// The client's address, against one bot.
    AddressAgainst { opponent: String },
    /// Two bots, against each other.
    Pair { first: String, second: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("suspendable")]
pub enum Suspendable {
    Match { game: u64 },
    Tournament { id: u64 },
}

/// An error of matches, tournaments and tokens.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("contest")]
pub enum Error {
    /// An invalid request.
    #[code(same)]
    BadRequest(Message),
    /// An invalid name of a bot.
    BadName { name: String, characters: usize },
    /// A bot against itself.
    SelfPlay { name: String },
    NoSuchMatch { game: u64 },
    NoSuchTournament { id: u64 },
    /// A name without token, rehearsal or match, for a running tournament.
    UnknownBot { name: String, nearest: Option<String> },
    /// Bots that have not passed the rehearsal that the plan requires.
    NotRehearsed { names: String },
    /// A tournament with played games, which is not deleted.
    PlayedIn { id: u64 },
    /// A match or tournament that failed and waits for an operator.
    Suspended { what: Suspendable, why: String },
    /// A tournament that an operator has finished although its log is not at an end.
    Closed { id: u64, why: String },
    /// The rules of the tournament forbid it.
    #[code(from)]
    Refused(referee::tournament::CommandError),
    /// A field of a request or a plan that is wrong.
    #[code(from)]
    Field(WrongField),
    /// An archive that cannot be imported.
    BadArchive { line: usize, why: Message },
    /// A match that has ended.
    MatchOver { game: u64 },
    NotSuspended { game: u64 },
    NoSuchToken { id: u64 },
    /// A bot that is not connected.
    BotOffline { name: String },
    /// The limit of a bot's games is reached.
    TooManyGames { name: String, most: usize },
    /// A limit of sought games is reached.
    TooManySought { whose: SeekOwner, most: usize },
    /// The disk quota of a bot or an address is reached.
    OverQuota { whose: SeekOwner, mib: u32, minutes: u64 },
    /// A bot that plays from the usual start only.
    NoOpenings { name: String },
    /// A bot that does not play this game.
    PlaysOtherGames { name: String, plays: String, game: &'static str },
    /// The limit of matches is reached.
    TooManyMatches { most: usize },
    /// A name that is confusable with another.
    LooksLike { name: String, other: String },
    /// A missing or invalid token.
    #[code(same)]
    Unauthorized(Message),
    /// The storage failed.
    #[code(from)]
    Storage(StorageError),
    /// The storage accepts no writes at present.
    StorageWaits { why: String },
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

    /// Ends the referee for a [fatal](Self::is_fatal) error. A node that has lost its lease continues as a standby.
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
