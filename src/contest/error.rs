//! What can go wrong with matches, tournaments and tokens.

use runtime::Life;
use runtime::memory::MemoryError;
use runtime::work::WorkError;
use storage::{Fault, StorageError};

/// Why what a bot sent about a game came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("came_to_nothing")]
pub enum CameToNothing {
    /// A move.
    Move {
        /// The ply it was meant for.
        ply: u32,
        /// Why.
        why: referee::Refusal,
    },
    /// The bot does not play in it.
    NotYourGame {
        /// The number.
        game: u64,
    },
    /// It is over.
    GameOver {
        /// How it ended, if that is known.
        why: Option<message::Message>,
    },
}

/// What went wrong. The sentence is what the user sees: what, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A request that does not read.
    #[error("{0}")]
    BadRequest(String),
    /// A name that no bot can have.
    #[error(
        "`{name}` is no bot's name: a name has 1 to 40 characters (this one {characters}), which are letters, digits, spaces or any of \
         _ - . ', with a letter or a digit at both ends"
    )]
    BadName {
        /// How it begins.
        name: String,
        /// How many characters it has.
        characters: usize,
    },
    /// A bot against itself.
    #[error("{name} cannot play itself: `white` and `black` must be two bots")]
    SelfPlay {
        /// The name.
        name: String,
    },
    /// No such match.
    #[error("there is no match {game}")]
    NoSuchMatch {
        /// The number.
        game: u64,
    },
    /// No such tournament.
    #[error("there is no tournament {id}")]
    NoSuchTournament {
        /// The number.
        id: u64,
    },
    /// A name that nobody knows, for a tournament that runs.
    #[error("nobody knows {name}, and the tournament runs: a bot that enters late has a token or has connected before{nearest}")]
    UnknownBot {
        /// The name.
        name: String,
        /// The name that comes nearest, in words; may be empty.
        nearest: String,
    },
    /// Bots that have not passed a rehearsal that the plan demands.
    #[error(
        "the plan demands a passed rehearsal (`rehearsed`), and there is none of {names}: `arbitre doctor --report` tells of one; whoever \
         has none can be withdrawn"
    )]
    NotRehearsed {
        /// The names.
        names: String,
    },
    /// A tournament that cannot be deleted.
    #[error("tournament {id} stays: somebody has played in it, or it is running; `finish` ends it")]
    PlayedIn {
        /// The number.
        id: u64,
    },
    /// Something that failed by itself, and goes on no more until an operator resumes it.
    #[error("{what} is suspended: {why}; an operator can resume or finish it")]
    Suspended {
        /// Such as `tournament 3`.
        what: String,
        /// What failed.
        why: String,
    },
    /// A tournament's own rules forbid it.
    #[error("{0}")]
    Refused(#[from] referee::tournament::Refusal),
    /// A tournament that reads but cannot be.
    #[error("`{field}`: {why}")]
    BadPlan {
        /// The field.
        field: &'static str,
        /// What is wrong with it, and what would be right.
        why: String,
    },
    /// An archive that cannot be taken in.
    #[error("line {line} of the archive: {why}")]
    BadArchive {
        /// Where, from 1.
        line: usize,
        /// What is wrong there.
        why: String,
    },
    /// A match that has ended.
    #[error("match {game} is over")]
    MatchOver {
        /// The number.
        game: u64,
    },
    /// A match that has not ended.
    #[error("match {game} goes on; it can be looked at again when it is over")]
    MatchGoesOn {
        /// The number.
        game: u64,
    },
    /// No such token.
    #[error("there is no token {id}")]
    NoSuchToken {
        /// The number.
        id: u64,
    },
    /// A bot that is not connected.
    #[error("{name} is not connected; GET /v1/bots lists who is")]
    BotOffline {
        /// The name.
        name: String,
    },
    /// A bot with its hands full.
    #[error("{name} plays {most} games already, the most that a bot may at one time")]
    TooManyGames {
        /// The name.
        name: String,
        /// How many a bot may play.
        most: usize,
    },
    /// A bot that has sought its fill.
    #[error("{most} games that came of {whose} are open, the most at one time; play one of them to its end first")]
    TooManySought {
        /// Whose seeks.
        whose: String,
        /// How many may be open.
        most: usize,
    },
    /// A bot, or an address, that has filled enough of the disk.
    #[error("the games that {whose} has sought have written {mib} MiB to the disk, as much as a day allows; seek again in {minutes} min")]
    OverQuota {
        /// Whose quota it is, such as a bot's or an address's.
        whose: String,
        /// How much a day allows.
        mib: u32,
        /// When there is room for more.
        minutes: u64,
    },
    /// A bot that plays from the usual start alone.
    #[error("{name} says in its hello that it knows only the usual start (`openings`: false): leave `position` out")]
    NoOpenings {
        /// The name.
        name: String,
    },
    /// A bot that does not play this game.
    #[error("{name} says in its hello that it plays {plays}, not {game}: say which `game` is meant, or name {game}, too, in `bot.games`")]
    PlaysOtherGames {
        /// The name.
        name: String,
        /// What it plays.
        plays: String,
        /// What it does not.
        game: &'static str,
    },
    /// Too many matches.
    #[error("{most} matches are running, the most that this referee takes; try again when one has ended")]
    TooManyMatches {
        /// How many may run.
        most: usize,
    },
    /// People take it for another.
    #[error("{name} looks like {other}, which is another's name")]
    LooksLike {
        /// The name.
        name: String,
        /// The other one.
        other: String,
    },
    /// Who are you?
    #[error("{0}")]
    Unauthorized(String),
    /// The disk, or what is on it.
    #[error("storage: {0}")]
    Storage(#[from] StorageError),
    /// Nothing can be written for the moment.
    #[error("nothing new can be begun for the moment, because nothing can be written: {why}; what runs waits, with its clocks standing")]
    StorageWaits {
        /// What stands in the way.
        why: String,
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

impl Error {
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
