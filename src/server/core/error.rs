//! Everything that can go wrong in the server. How loud and how public each failure is, `rest/problem.rs` says.

use super::storage::{Fault, StorageError};
use std::io;
use std::sync::Arc;

/// What the system said, shared by the copies of an error. Two are the same if they say the same.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SystemError(#[source] Arc<io::Error>);

impl From<io::Error> for SystemError {
    fn from(error: io::Error) -> Self {
        SystemError(Arc::new(error))
    }
}

impl PartialEq for SystemError {
    fn eq(&self, other: &SystemError) -> bool {
        (self.0.kind(), self.0.to_string()) == (other.0.kind(), other.0.to_string())
    }
}

impl Eq for SystemError {}

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
    /// No such bot.
    #[error("no bot named {name} is connected, and none has played here")]
    NoSuchBot {
        /// The name.
        name: String,
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
    /// A tournament that a report file has no room for.
    #[error("there is no report file of this tournament: {0}")]
    NoReport(#[from] referee::trf::TrfError),
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
    /// A match that a tournament decides about.
    #[error("match {game} is part of tournament {id}: decide at /v1/tournaments/{id}/decisions, so that it is on the table")]
    PartOfTournament {
        /// The match.
        game: u64,
        /// The tournament.
        id: u64,
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
    /// No such page or file.
    #[error("there is nothing at {path}; /docs lists what there is")]
    NotFound {
        /// The path.
        path: String,
    },
    /// The path is right, the method is not.
    #[error("this method does not go with this path; /docs lists what does")]
    MethodNotAllowed,
    /// No such token.
    #[error("there is no token {id}")]
    NoSuchToken {
        /// The number.
        id: u64,
    },
    /// A token for nobody in particular.
    #[error(
        "for whom the token is to be is not said: `\"bot\": \"NAME\"` for a bot's, or `\"role\": \"operator\"` alone for an operator's"
    )]
    BadToken,
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
    /// No node of several referees.
    #[error("no node referees for now; one will within seconds of the database answering")]
    NobodyReferees,
    /// The node that referees is not reached from this one.
    #[error(
        "node `{name}` referees, and does not answer this node at {relay}: its --advertise or --relay may be wrong, or a firewall between them"
    )]
    RefereeSilent {
        /// What it is called.
        name: String,
        /// Where it says that it is reached.
        relay: String,
    },
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
    /// People take it for another.
    #[error("{name} looks like {other}, which is another's name")]
    LooksLike {
        /// The name.
        name: String,
        /// The other one.
        other: String,
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
    /// The referee is going down or has not come up.
    #[error("the referee is stopping; try again in a moment")]
    Stopping,
    /// No socket to listen on.
    #[error("cannot listen on {address}: {why}; `{flag} ADDRESS:PORT` names another address, and port 0 takes any that is free")]
    CannotListen {
        /// The address.
        address: std::net::SocketAddr,
        /// The flag that chooses it.
        flag: &'static str,
        /// What the system says.
        #[source]
        why: SystemError,
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
    /// What is kept is damaged.
    #[error("{damage}")]
    Damaged {
        /// What, and what to do.
        damage: String,
    },
    /// Too much work.
    #[error("{waiting} requests wait already; try again in a moment")]
    Busy {
        /// How many may wait.
        waiting: usize,
    },
    /// Nobody solves here while his asker waits, and a worker could.
    #[error("this node only referees: ask for a job, with `Prefer: respond-async`, which a worker takes")]
    OnlyReferees,
    /// Nobody solves here, and workers take no such question.
    #[error("this node only referees: this is asked of a referee with threads of its own (`--threads`), for workers do not take it")]
    NoThreads,
    /// Too much work for one.
    #[error("{most} questions from this address wait already, the most that one may have waiting; try again when one is answered")]
    TooMuchWork {
        /// How many of one asker may wait.
        most: usize,
    },
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
}

impl Error {
    /// Whether what is wrong is inside the referee, and its words are for the operator alone.
    pub fn is_internal(&self) -> bool {
        matches!(self, Error::Internal(_) | Error::Storage(_) | Error::CannotListen { .. })
    }

    /// Whether what was acknowledged can no longer be trusted, so that the referee ends; anything else fails alone.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Error::Storage(error) if matches!(error.fault, Fault::Damaged | Fault::Closed | Fault::Superseded))
    }

    /// Why something is suspended that has failed so.
    pub fn reason(self) -> String {
        match self {
            Error::Internal(why) | Error::Suspended { why, .. } => why,
            // It says that what is kept does not read, and where.
            Error::Storage(error) if error.fault == Fault::Damaged => error.what,
            error => error.to_string(),
        }
    }

    /// The error in words for whoever asked.
    pub fn public(&self) -> String {
        match self {
            // No error of the storage tells a secret.
            Error::Storage(error) if error.fault == Fault::Unavailable => {
                format!("what is kept cannot be read or written for the moment: {error}; ask again when the storage answers")
            }
            error if error.is_internal() => "an error inside the referee; its log says more".into(),
            error => error.to_string(),
        }
    }
}
