//! Errors of matches, tournaments and tokens.

use message::{Coded, Message, WrongField};
use runtime::Lifecycle;
use runtime::memory::MemoryError;
use runtime::work::WorkError;
use storage::{StorageError, StorageErrorKind};

/// Why a bot's message to a match is refused.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("no_effect")]
pub enum MessageError {
    Move { ply: u32, why: referee::CommandError },
    NotYourGame { game: u64 },
    GameOver { why: Option<Message> },
}

/// The owner of the seeks that a limit counts.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("seek_owner")]
pub enum SeekOwner {
    Bot { name: String },
    Address,
    AddressAgainst { opponent: String },
    Pair { first: String, second: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("suspendable")]
pub enum Suspendable {
    Match { game: u64 },
    Tournament { id: u64 },
}

#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("withdrawal")]
pub struct WithdrawalReason {
    pub text: String,
}

/// The reason of a suspension that no other error describes.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("suspension")]
pub enum SuspensionReason {
    ClosedByOperator,
}

/// A defect of this program.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("contest_defect")]
pub enum InternalError {
    Opening { position: String, why: Message },
    Unrecorded { why: Message },
    NoClassKey,
}

/// An error of matches, tournaments and tokens.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("contest")]
pub enum Error {
    BadRequest(Message),
    BadName { name: String, characters: usize },
    SelfPlay { name: String },
    NoSuchMatch { game: u64 },
    NoSuchTournament { id: u64 },
    UnknownBot { name: String, nearest: Option<String> },
    NotRehearsed { names: String },
    PlayedIn { id: u64 },
    HereAlready { id: u64 },
    Suspended { what: Suspendable, why: Message },
    Closed { id: u64, why: Message },
    Refused(referee::tournament::TournamentCommandError),
    Field(WrongField),
    BadArchive { line: usize, why: Message },
    MatchOver { game: u64 },
    NotSuspended { game: u64 },
    NoSuchToken { id: u64 },
    BotOffline { name: String },
    TooManyGames { name: String, most: usize },
    TooManySeeks { whose: SeekOwner, most: usize },
    OverQuota { whose: SeekOwner, mib: u32, minutes: u64 },
    NoOpenings { name: String },
    PlaysOtherGames { name: String, plays: String, game: &'static str },
    TooManyMatches { most: usize },
    LooksLike { name: String, other: String },
    Token(crate::tokens::BadToken),
    Storage(StorageError),
    StorageWaits { why: StorageError },
    InternalError(InternalError),
    Memory(MemoryError),
    Work(WorkError),
}

impl Error {
    pub fn bad(why: &impl Coded) -> Error {
        Error::BadRequest(why.message())
    }

    pub fn field(field: &'static str, why: &impl Coded) -> Error {
        WrongField::new(field, why).into()
    }

    /// Whether the storage contradicts acknowledged writes: the process must end.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Error::Storage(error) if matches!(error.kind, StorageErrorKind::Damaged | StorageErrorKind::Closed | StorageErrorKind::Superseded))
    }

    /// Ends the referee for a [fatal](Self::is_fatal) error. A node that has lost its lease continues as a standby.
    pub fn end(&self, life: &Lifecycle) {
        match self {
            Error::Storage(error) if error.kind == StorageErrorKind::Superseded => life.stop.cancel(),
            error => life.fail(error),
        }
    }

    /// The reason of a suspension by this error.
    pub fn reason(self) -> Message {
        match self {
            Error::Suspended { why, .. } => why,
            error => error.message(),
        }
    }
}
