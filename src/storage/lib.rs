//! What is kept: matches, tournaments, the log of each, tokens, jobs. One trait, and one suite of laws that every implementation obeys.

mod change;
mod error;
pub mod folder;
#[cfg(any(test, feature = "laws"))]
#[allow(missing_docs, reason = "tests")]
pub mod laws;
mod local_queue;
mod memory;
mod moving;
mod numbers;
mod opened;
mod places;
pub mod queue;
mod queued_job;
mod rows;
mod schema;
mod secrets;
mod sqlite;
mod trouble;

pub use change::Change;
pub use error::{Fault, StorageError, StorageFuture};
pub use local_queue::LocalQueue;
pub use moving::{Moved, move_all};
pub use numbers::Numbers;
pub use opened::Opened;
pub use places::{MOST_QUEUED, Place, Places};
pub use queue::{Claim, JobQueue, JobStanding, MOST_DEATHS, PartEnd, Renewal, TakenPart, Wanted, WorkerCard, given_up_because};
pub use queued_job::{Needs, QueuedJob};
pub use rows::{
    CheckpointRow, EndRow, JobEnd, JobHeading, JobRow, ListedMatch, MOST_TALLIES, MatchRow, NodeRow, RehearsalRow, ReviewedMatch, Tally,
    TokenRow, TournamentRow,
};
pub use schema::Schema;
pub use secrets::WithoutSecrets;
pub use trouble::StorageTrouble;

/// Storage in memory: for simulations, and for matches that are not kept.
pub fn in_memory() -> Arc<dyn Storage> {
    Arc::new(memory::MemoryStorage::default())
}

use bytestring::ByteString;
use futures_util::future::BoxFuture;
use message::Message;
use protocol::{GameResult, Line, TournamentStage};
use std::sync::Arc;

/// What an answer to a player is worth when the machine loses power. Killing the process never loses anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Durability {
    /// An accepted move survives the end of the process. A result also survives a power cut, and with it all that was written before it.
    Process,
    /// An accepted move survives a power cut: it is synced to disk before it is answered.
    Power,
}

impl Change {
    /// Whether this must survive a power cut whatever the durability.
    fn must_sync(&self) -> bool {
        matches!(self, Change::End { .. } | Change::TournamentState { .. } | Change::Token(_) | Change::Revoked { .. })
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

/// Where things are kept, for one referee alone.
///
/// A write that cannot be done *now*, because the disk is full or somebody else holds a lock, is not refused: it waits until it can be
/// done, however long that takes, and [`trouble`](Storage::trouble) says so meanwhile. Reads do not wait that long.
pub trait Storage: Send + Sync {
    /// Writes all of these or none, after what was asked for before, whether or not anybody waits for the answer; where the queue is full, once
    /// the answer is waited for and there is room. When it answers, they survive the end of the process; and a power cut, where that was promised.
    fn write(&self, changes: Vec<Change>) -> StorageFuture<'_, ()>;
    /// Why nothing can be written for the moment, if that is so.
    fn trouble(&self) -> Option<String>;
    /// The queue of its jobs, if other processes have workers that take from it.
    fn queue(&self) -> Option<Arc<dyn JobQueue>> {
        None
    }
    /// What is damaged of what is kept, and what to do about it, as far as that has been found.
    fn damage(&self) -> Option<String> {
        None
    }
    /// Waits until the files contradict what was acknowledged, and says how: from then on every write fails.
    fn contradicted(&self) -> BoxFuture<'_, StorageError> {
        Box::pin(std::future::pending())
    }
    /// What the operator should know of what is kept, though everything goes on.
    fn warning(&self) -> Option<String> {
        None
    }
    /// The first of so many numbers in a row that no match has had, and that nobody else is given while this storage is open.
    fn number_matches(&self, count: u64) -> StorageFuture<'_, u64>;
    /// A number that no tournament has had.
    fn number_tournament(&self) -> StorageFuture<'_, u64>;
    /// A number that no job has had and nobody can guess: at most 63 bits.
    fn number_job(&self) -> StorageFuture<'_, u64>;
    /// One match.
    fn find_match(&self, game: u64) -> StorageFuture<'_, Option<MatchRow>>;
    /// Matches, newest first; oldest first if the filter has an `after`.
    fn list_matches(&self, filter: MatchFilter) -> StorageFuture<'_, Vec<ListedMatch>>;
    /// How the games of a bot that are over have ended, in order; at most [`MOST_TALLIES`].
    fn tally(&self, bot: &str) -> StorageFuture<'_, Vec<Tally>>;
    /// At most `limit` lines of a match's log, from line `from` on.
    fn read_log(&self, game: u64, from: u64, limit: usize) -> StorageFuture<'_, Vec<ByteString>>;
    /// The latest matches whose end this bot may not have seen, oldest first; at most `limit`.
    fn unseen(&self, bot: &str, limit: usize) -> StorageFuture<'_, Vec<MatchRow>>;
    /// Matches of no tournament that ended before this moment (milliseconds since 1970), at most `limit`, in the order of their ends, and of
    /// their numbers where they ended in one moment; never the newest match of all, by which the next ones are numbered.
    fn old_friendly(&self, before_ms: i64, limit: usize) -> StorageFuture<'_, Vec<u64>>;
    /// One tournament.
    fn find_tournament(&self, id: u64) -> StorageFuture<'_, Option<TournamentRow>>;
    /// Tournaments, newest first.
    fn list_tournaments(&self, filter: TournamentFilter) -> StorageFuture<'_, Vec<TournamentRow>>;
    /// At most `limit` lines of a tournament's log, from line `from` on.
    fn read_tournament(&self, id: u64, from: u64, limit: usize) -> StorageFuture<'_, Vec<ByteString>>;
    /// The numbers of the tournaments that matches speak of and that have no row: imports that broke off.
    fn broken_imports(&self) -> StorageFuture<'_, Vec<u64>>;
    /// The valid tokens, oldest first.
    fn list_tokens(&self) -> StorageFuture<'_, Vec<TokenRow>>;
    /// The valid token with this hash.
    fn find_token(&self, hash: [u8; 32]) -> StorageFuture<'_, Option<TokenRow>>;
    /// Whether any valid token is for this bot.
    fn has_token(&self, bot: &str) -> StorageFuture<'_, bool>;
    /// How rehearsals went, by the bots' names.
    fn list_rehearsals(&self) -> StorageFuture<'_, Vec<RehearsalRow>>;
    /// Whether any valid token is an operator's.
    fn has_operator(&self) -> StorageFuture<'_, bool>;
    /// One job.
    fn find_job(&self, id: u64) -> StorageFuture<'_, Option<JobRow>>;
    /// The same without what may be large of it, which is not read.
    fn job_heading(&self, id: u64) -> StorageFuture<'_, Option<JobHeading>>;
    /// Jobs with a larger number, or all, in the order of their numbers; at most `limit`.
    fn list_jobs(&self, after: Option<u64>, limit: usize) -> StorageFuture<'_, Vec<JobRow>>;
    /// The job that looks at this match again, or has.
    fn review_of(&self, game: u64) -> StorageFuture<'_, Option<JobRow>>;
    /// Matches as [`list_matches`](Self::list_matches) lists them, each with its review and its log, if its review is done; in one read.
    fn list_reviewed(&self, filter: MatchFilter) -> StorageFuture<'_, Vec<ReviewedMatch>>;
    /// The matches of tournaments that ended at this moment (milliseconds since 1970) or later, neither annulled nor without a move, and that
    /// no job has looked at again; of the newest `among` of all that ended so, by number.
    fn unreviewed(&self, since_ms: i64, among: usize) -> StorageFuture<'_, Vec<u64>>;
    /// The numbers of the jobs that are not over, in order.
    fn unfinished_jobs(&self) -> StorageFuture<'_, Vec<u64>>;
    /// How far the work on the parts of a job has come that is not over, in the order of the parts; none where the [queue](Self::queue) keeps
    /// that itself.
    fn checkpoints(&self, _job: u64) -> StorageFuture<'_, Vec<CheckpointRow>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }
    /// Whether what is kept is only a part of what was being moved here.
    fn is_half_moved(&self) -> StorageFuture<'_, bool>;
    /// The nodes that share it, in the order of their names; none if it is one process's own.
    fn list_nodes(&self) -> StorageFuture<'_, Vec<NodeRow>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }
}

/// A node that has been silent for longer counts as gone, in milliseconds.
pub const GONE_AFTER_MS: i64 = 15_000;

/// How many lines of a log are read at one time.
pub const LOG_PAGE: usize = 1_000;

/// A message as it is kept.
pub fn kept_message(message: &Message) -> String {
    serde_json::to_string(message).expect("a message is texts and numbers by names, which always serialise")
}

/// A message that was kept.
///
/// # Errors
/// If the text is not what [`kept_message`] writes.
pub fn read_message(text: &str) -> Result<Message, StorageError> {
    serde_json::from_str(text).map_err(|error| StorageError::damaged(format!("a message does not read: {error}: {text}")))
}

/// Reads a line of a match's log.
///
/// # Errors
/// When it does not read, which is damage.
pub fn read_line(text: &str) -> Result<Line, StorageError> {
    serde_json::from_str(text).map_err(|error| StorageError::damaged(format!("a line of a log does not read: {error}: {text}")))
}

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
