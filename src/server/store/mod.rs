//! What is kept: the matches, the log of each, the tokens. One trait, two implementations, one suite that both must pass.

mod memory;
mod sqlite;
mod storage;

pub use memory::MemoryStore;
pub use sqlite::SqliteStore;
pub use storage::Storage;

use crate::Error;
use axum::extract::ws::Utf8Bytes;
use protocol::{GameResult, JobState, Seat, TournamentStage};
use rules::BySide;

/// What an answer to a player is worth when the machine loses power. Killing the process never loses anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Durability {
    /// An accepted move survives the end of the process; a result also survives a power cut.
    Process,
    /// An accepted move survives a power cut: it is synced to disk before it is answered.
    Power,
}

/// A match, as lists need it. The rest is in its log.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    /// Its number.
    pub game: u64,
    /// The names of the players.
    pub players: BySide<String>,
    /// When it was made: milliseconds since 1970.
    pub created_ms: i64,
    /// How it ended, if it has.
    pub end: Option<EndRow>,
    /// The tournament it is part of, if it is.
    pub tournament: Option<u64>,
}

/// A tournament, as lists need it. The rest is in its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// Its number.
    pub id: u64,
    /// What it is called.
    pub name: String,
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
}

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
        body: Utf8Bytes,
    },
    /// The end of a match; neither player has certainly seen it yet.
    End {
        /// The match.
        game: u64,
        /// How it ended.
        end: EndRow,
    },
    /// A player has certainly seen the end of a match.
    Seen {
        /// The match.
        game: u64,
        /// Who.
        seat: Seat,
    },
    /// A new tournament.
    Tournament(TournamentRow),
    /// A line of a tournament's log.
    TournamentLine {
        /// The tournament.
        id: u64,
        /// The line's number.
        number: u64,
        /// The line, as JSON.
        body: Utf8Bytes,
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
        /// So many are kept.
        kept: u32,
    },
}

impl Change {
    /// Whether this must survive a power cut whatever the durability.
    fn must_sync(&self) -> bool {
        matches!(self, Change::End { .. } | Change::TournamentStage { .. } | Change::Token(_) | Change::Revoked { .. })
    }
}

/// Which matches a list holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchFilter {
    /// Only those that have ended, or only those that have not.
    pub ended: Option<bool>,
    /// Only this bot's.
    pub bot: Option<String>,
    /// Only this tournament's.
    pub tournament: Option<u64>,
    /// Only those with a smaller number.
    pub before: Option<u64>,
    /// At most so many.
    pub limit: usize,
}

/// Where things are kept. One thread at a time calls it, and may wait for it.
pub trait Store: Send {
    /// Writes all of these or none; when it returns they survive the end of the process.
    fn write(&mut self, changes: &[Change]) -> Result<(), Error>;
    /// When it returns, all that is written survives a power cut, whichever opening of the store has written it.
    fn sync(&mut self) -> Result<(), Error>;
    /// Brings what is written into the form that is best to read and small; says whether that is done for all of it.
    fn tidy(&mut self) -> Result<bool, Error>;
    /// The largest number of a match so far; 0 if there is none.
    fn last_match(&mut self) -> Result<u64, Error>;
    /// One match.
    fn find_match(&mut self, game: u64) -> Result<Option<MatchRow>, Error>;
    /// Matches, newest first.
    fn list_matches(&mut self, filter: &MatchFilter) -> Result<Vec<MatchRow>, Error>;
    /// At most `limit` lines of a match's log, from line `from` on.
    fn read_log(&mut self, game: u64, from: u64, limit: usize) -> Result<Vec<Utf8Bytes>, Error>;
    /// The latest matches whose end this bot may not have seen, oldest first; at most `limit`.
    fn unseen(&mut self, bot: &str, limit: usize) -> Result<Vec<MatchRow>, Error>;
    /// The largest number of a tournament so far; 0 if there is none.
    fn last_tournament(&mut self) -> Result<u64, Error>;
    /// All tournaments, newest first.
    fn list_tournaments(&mut self) -> Result<Vec<TournamentRow>, Error>;
    /// The whole log of a tournament.
    fn read_tournament(&mut self, id: u64) -> Result<Vec<Utf8Bytes>, Error>;
    /// The valid tokens, oldest first.
    fn list_tokens(&mut self) -> Result<Vec<TokenRow>, Error>;
    /// The valid token with this hash.
    fn find_token(&mut self, hash: &[u8; 32]) -> Result<Option<TokenRow>, Error>;
    /// Whether any valid token is for this bot.
    fn has_token(&mut self, bot: &str) -> Result<bool, Error>;
    /// One job.
    fn find_job(&mut self, id: u64) -> Result<Option<JobRow>, Error>;
    /// The numbers of the jobs that are not over, in order.
    fn unfinished_jobs(&mut self) -> Result<Vec<u64>, Error>;
}

#[cfg(test)]
mod conformance;
