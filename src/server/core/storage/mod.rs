//! What is kept: matches, tournaments, the log of each, tokens, jobs. One trait, and one suite of laws that every implementation obeys.

#[cfg(test)]
mod laws;
mod memory;
mod sqlite;

pub use memory::MemoryStorage;
pub use sqlite::{Opened, backup, open, restore};

use bytestring::ByteString;
use futures_util::future::BoxFuture;
use protocol::{GameResult, JobState, Seat, TournamentStage};
use rules::BySide;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// What an answer to a player is worth when the machine loses power. Killing the process never loses anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Durability {
    /// An accepted move survives the end of the process. A result also survives a power cut, and with it all that was written before it.
    Process,
    /// An accepted move survives a power cut: it is synced to disk before it is answered.
    Power,
}

/// A match, as lists need it. The rest is in its log.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    /// Its number.
    pub game: u64,
    /// Which game is played.
    pub game_name: String,
    /// The names of the players.
    pub players: BySide<String>,
    /// The version that each said it was when the match was made.
    pub versions: BySide<Option<String>>,
    /// When it was made: milliseconds since 1970.
    pub created_ms: i64,
    /// How it ended, if it has.
    pub end: Option<EndRow>,
    /// The tournament it is part of, if it is.
    pub tournament: Option<u64>,
}

/// A match in a list, with line 0 of its log, which tells what was agreed.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedMatch {
    /// The match.
    pub row: MatchRow,
    /// Line 0, as JSON.
    pub first_line: ByteString,
}

/// A tournament, as lists need it. The rest is in its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// Its number.
    pub id: u64,
    /// What it is called.
    pub name: String,
    /// The game that is played.
    pub game: String,
    /// Where it stands.
    pub stage: TournamentStage,
    /// When it was made: milliseconds since 1970.
    pub created_ms: i64,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq)]
pub struct EndRow {
    /// How.
    pub result: GameResult,
    /// Why, as one word.
    pub reason: String,
    /// Why, in a sentence.
    pub detail: String,
    /// When: milliseconds since 1970.
    pub ended_ms: i64,
    /// How many plies were played.
    pub plies: u32,
}

/// How often a bot's games against one opponent ended in one way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tally {
    /// The game that was played, by its name.
    pub game_name: String,
    /// Against whom.
    pub opponent: String,
    /// Whether the bot had White.
    pub had_white: bool,
    /// How the games ended: the word of a result.
    pub result: String,
    /// Why, as one word.
    pub reason: String,
    /// The bot's version.
    pub version: Option<String>,
    /// When the first of them was made: milliseconds since 1970.
    pub since_ms: i64,
    /// How many.
    pub games: u64,
}

/// A list of tallies has at most so many.
pub const MOST_TALLIES: usize = 10_000;

/// A token as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Names it.
    pub id: u64,
    /// The bot it is for; `None` for an operator's.
    pub bot: Option<String>,
    /// The team of the bot's owner, who acts for all bots of it.
    pub team: Option<String>,
    /// The SHA-256 of the token.
    pub hash: [u8; 32],
    /// When it was minted: milliseconds since 1970.
    pub created_ms: i64,
}

/// How a bot's last rehearsal went, as it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RehearsalRow {
    /// The bot.
    pub bot: String,
    /// The steps that failed, one a line; empty if it has passed.
    pub failed: String,
    /// When it was told: milliseconds since 1970.
    pub at_ms: i64,
}

/// A job as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobRow {
    /// Its number.
    pub id: u64,
    /// What it works on, in a few words.
    pub task: String,
    /// When it was made: milliseconds since 1970.
    pub created_ms: i64,
    /// How it ended, if it has.
    pub end: Option<JobEnd>,
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobEnd {
    /// How.
    pub state: JobState,
    /// Why, if it has no result.
    pub why: Option<String>,
    /// The media type of the result.
    pub result_type: Option<String>,
    /// The result.
    pub result: Option<String>,
    /// When: milliseconds since 1970.
    pub ended_ms: i64,
}

/// One thing to write.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A new match.
    Match(MatchRow),
    /// A line of a match's log.
    Line {
        /// The match.
        game: u64,
        /// The line's number.
        number: u64,
        /// The line, as JSON.
        body: ByteString,
    },
    /// The end of a match; neither player has certainly seen it yet.
    End {
        /// The match.
        game: u64,
        /// How it ended.
        end: EndRow,
    },
    /// A match that is over is forgotten, with its log.
    MatchForgotten {
        /// Which.
        game: u64,
    },
    /// A player has certainly seen the end of a match.
    Seen {
        /// The match.
        game: u64,
        /// Who.
        seat: Seat,
    },
    /// A new tournament: its row makes it, and its matches, visible. Its lines may have come before.
    Tournament(TournamentRow),
    /// A line of a tournament's log.
    TournamentLine {
        /// The tournament.
        id: u64,
        /// The line's number.
        number: u64,
        /// The line, as JSON.
        body: ByteString,
    },
    /// Part of a tournament whose row was never written is forgotten: an import that broke off. To be repeated while any of it is left.
    ImportForgotten {
        /// The number it would have had.
        id: u64,
    },
    /// A tournament in which nobody has played is no longer one: what is left of it is then forgotten as of an import that broke off.
    TournamentDeleted {
        /// Which.
        id: u64,
    },
    /// A tournament has come to another stage.
    TournamentStage {
        /// The tournament.
        id: u64,
        /// Where it stands now.
        stage: TournamentStage,
    },
    /// A new token.
    Token(TokenRow),
    /// A token is no longer valid.
    Revoked {
        /// Which.
        id: u64,
    },
    /// How a bot's rehearsal went: the last one counts. So many are kept, the newest.
    Rehearsed {
        /// The rehearsal.
        row: RehearsalRow,
        /// How many are kept.
        kept: u32,
    },
    /// A new job.
    Job(JobRow),
    /// The end of a job.
    JobEnd {
        /// Which.
        id: u64,
        /// How it ended.
        end: JobEnd,
    },
    /// Jobs that are over are forgotten, but for the newest.
    JobsForgotten {
        /// How many are kept.
        kept: u32,
    },
}

impl Change {
    /// Whether this must survive a power cut whatever the durability.
    fn must_sync(&self) -> bool {
        matches!(self, Change::End { .. } | Change::TournamentStage { .. } | Change::Token(_) | Change::Revoked { .. })
    }
}

/// Which matches a list holds. A match of a tournament that has no row yet, because it is being imported, is in no list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchFilter {
    /// Only those that have ended, or only those that have not.
    pub ended: Option<bool>,
    /// Only those of the game of this name.
    pub game_name: Option<String>,
    /// Only this bot's.
    pub bot: Option<String>,
    /// Only those in which this bot takes part too.
    pub opponent: Option<String>,
    /// Only this tournament's.
    pub tournament: Option<u64>,
    /// Only those that ended so.
    pub result: Option<GameResult>,
    /// Only those that ended for this reason, as one word.
    pub reason: Option<String>,
    /// Only those that `bot` has won, or only those that it has lost.
    pub bot_won: Option<bool>,
    /// Only those made at this moment or later: milliseconds since 1970.
    pub since_ms: Option<i64>,
    /// Only those made before this moment: milliseconds since 1970.
    pub until_ms: Option<i64>,
    /// Only those that ended after so many plies or more.
    pub least_plies: Option<u32>,
    /// Only those that ended after so many plies or fewer.
    pub most_plies: Option<u32>,
    /// Only those with a smaller number.
    pub before: Option<u64>,
    /// Only those with a larger number; the list has the smallest of them first.
    pub after: Option<u64>,
    /// At most so many.
    pub limit: usize,
}

/// Which tournaments a list holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TournamentFilter {
    /// Only those at one of these stages; all if empty.
    pub stages: Vec<TournamentStage>,
    /// Only those with a smaller number.
    pub before: Option<u64>,
    /// At most so many.
    pub limit: usize,
}

/// What kind of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A change that does not go with what is kept: a row that is there already, a line that does not follow the last. Only this change
    /// and those written together with it are lost.
    Conflict,
    /// It cannot be answered now, and may be later: somebody else holds a lock, or the disk does not answer.
    Unavailable,
    /// What is kept cannot be trusted any more.
    Damaged,
    /// It has been closed.
    Closed,
}

/// What went wrong, and what it came of.
#[derive(Clone, Debug)]
pub struct StorageError {
    /// The kind.
    pub fault: Fault,
    /// In words.
    pub what: String,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

impl StorageError {
    /// Something that went wrong by itself.
    pub fn new(fault: Fault, what: impl Into<String>) -> StorageError {
        StorageError { fault, what: what.into(), source: None }
    }

    /// What came of another error.
    pub fn of(fault: Fault, what: impl Into<String>, source: impl Error + Send + Sync + 'static) -> StorageError {
        StorageError { fault, what: what.into(), source: Some(Arc::new(source)) }
    }

    /// What is kept does not read.
    pub fn damaged(what: impl Into<String>) -> StorageError {
        StorageError::new(Fault::Damaged, what)
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Some(source) => write!(f, "{}: {source}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl Error for StorageError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

/// Two errors are the same if they say the same, whatever they came of.
impl PartialEq for StorageError {
    fn eq(&self, other: &StorageError) -> bool {
        (self.fault, &self.what) == (other.fault, &other.what)
    }
}

impl Eq for StorageError {}

/// An answer that may have to be waited for.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, StorageError>>;

/// Where things are kept, for one referee alone.
///
/// A write that cannot be done *now*, because the disk is full or somebody else holds a lock, is not refused: it waits until it can be
/// done, however long that takes, and [`trouble`](Storage::trouble) says so meanwhile. Reads do not wait that long.
pub trait Storage: Send + Sync {
    /// Writes all of these or none. When it answers, they survive the end of the process; and a power cut, where that was promised.
    fn write(&self, changes: Vec<Change>) -> Answer<'_, ()>;
    /// Why nothing can be written for the moment, if that is so.
    fn trouble(&self) -> Option<String>;
    /// What is damaged of what is kept, and what to do about it, as far as that has been found.
    fn damage(&self) -> Option<String> {
        None
    }
    /// The first of so many numbers in a row that no match has had.
    fn number_matches(&self, count: u64) -> Answer<'_, u64>;
    /// A number that no tournament has had.
    fn number_tournament(&self) -> Answer<'_, u64>;
    /// A number that no job has had and nobody can guess: at most 63 bits.
    fn number_job(&self) -> Answer<'_, u64>;
    /// One match.
    fn find_match(&self, game: u64) -> Answer<'_, Option<MatchRow>>;
    /// Matches, newest first; oldest first if the filter has an `after`.
    fn list_matches(&self, filter: MatchFilter) -> Answer<'_, Vec<ListedMatch>>;
    /// How the games of a bot that are over have ended, in order; at most [`MOST_TALLIES`].
    fn tally(&self, bot: &str) -> Answer<'_, Vec<Tally>>;
    /// At most `limit` lines of a match's log, from line `from` on.
    fn read_log(&self, game: u64, from: u64, limit: usize) -> Answer<'_, Vec<ByteString>>;
    /// The latest matches whose end this bot may not have seen, oldest first; at most `limit`.
    fn unseen(&self, bot: &str, limit: usize) -> Answer<'_, Vec<MatchRow>>;
    /// Matches of no tournament that ended before this moment (milliseconds since 1970), at most `limit`; never the newest match of all,
    /// by which the next ones are numbered.
    fn old_friendly(&self, before_ms: i64, limit: usize) -> Answer<'_, Vec<u64>>;
    /// One tournament.
    fn find_tournament(&self, id: u64) -> Answer<'_, Option<TournamentRow>>;
    /// Tournaments, newest first.
    fn list_tournaments(&self, filter: TournamentFilter) -> Answer<'_, Vec<TournamentRow>>;
    /// At most `limit` lines of a tournament's log, from line `from` on.
    fn read_tournament(&self, id: u64, from: u64, limit: usize) -> Answer<'_, Vec<ByteString>>;
    /// The numbers of the tournaments that matches speak of and that have no row: imports that broke off.
    fn broken_imports(&self) -> Answer<'_, Vec<u64>>;
    /// The valid tokens, oldest first.
    fn list_tokens(&self) -> Answer<'_, Vec<TokenRow>>;
    /// The valid token with this hash.
    fn find_token(&self, hash: [u8; 32]) -> Answer<'_, Option<TokenRow>>;
    /// Whether any valid token is for this bot.
    fn has_token(&self, bot: &str) -> Answer<'_, bool>;
    /// How rehearsals went, by the bots' names.
    fn list_rehearsals(&self) -> Answer<'_, Vec<RehearsalRow>>;
    /// Whether any valid token is an operator's.
    fn has_operator(&self) -> Answer<'_, bool>;
    /// One job.
    fn find_job(&self, id: u64) -> Answer<'_, Option<JobRow>>;
    /// The numbers of the jobs that are not over, in order.
    fn unfinished_jobs(&self) -> Answer<'_, Vec<u64>>;
}

/// Storage in memory: for simulations, and for matches that nobody wants to keep.
pub fn in_memory() -> Arc<dyn Storage> {
    Arc::new(MemoryStorage::default())
}

/// How many lines of a log are read at one time.
pub const LOG_PAGE: usize = 1_000;

/// The whole log of a match.
pub async fn whole_log(storage: &dyn Storage, game: u64) -> Result<Vec<ByteString>, StorageError> {
    let mut log = Vec::new();
    loop {
        let page = storage.read_log(game, log.len() as u64, LOG_PAGE).await?;
        let is_last = page.len() < LOG_PAGE;
        log.extend(page);
        if is_last {
            return Ok(log);
        }
    }
}

/// The whole log of a tournament.
pub async fn whole_tournament(storage: &dyn Storage, id: u64) -> Result<Vec<ByteString>, StorageError> {
    let mut log = Vec::new();
    loop {
        let page = storage.read_tournament(id, log.len() as u64, LOG_PAGE).await?;
        let is_last = page.len() < LOG_PAGE;
        log.extend(page);
        if is_last {
            return Ok(log);
        }
    }
}
