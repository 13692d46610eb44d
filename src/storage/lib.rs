//! Storage of matches, tournaments, their logs, tokens and jobs: the trait, its implementations in SQLite, and the tests of every implementation.

mod change;
mod error;
mod evidence;
mod failure;
pub mod folder;
mod id_allocator;
#[cfg(any(test, feature = "laws"))]
pub mod laws;
mod move_all;
mod opened;
mod packed;
pub mod queue;
mod queue_slots;
mod redacted;
mod retry;
mod rows;
mod schema;
pub mod sql;
mod sqlite;

pub use change::Change;
pub use error::{StorageError, StorageErrorKind, StorageFuture};
pub use evidence::{Evidence, PlayerEvidence, SlowestMove};
pub use failure::StorageFailure;
pub use id_allocator::IdAllocator;
pub use move_all::{Moved, move_all};
pub use opened::Opened;
pub use packed::{pack, unpack};
pub use queue::{
    Claim, JobClass, JobQueue, JobStatus, LocalQueue, MAX_DEATHS, PartEnd, QueuedJob, Renewal, Resources, TakenPart, WorkerInfo,
    given_up_because,
};
pub use queue_slots::{MAX_QUEUED, QueueSlot, QueueSlots};
pub use redacted::RedactedParser;
pub use retry::{REPORT_AFTER, Retry, WriteFailure};
pub use rows::{
    CheckpointRow, EndRow, JobEnd, JobHeading, JobRow, MAX_TALLIES, MatchRow, NodeRow, RatedRow, RehearsalRow, ReviewedMatch, TallyRow,
    TokenRow, TournamentRow,
};
pub use schema::Schema;

pub use sqlite::in_memory;

use bytestring::ByteString;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use message::Message;
use protocol::{GameResult, Line, TournamentStage};
use serde::Deserialize;
use sql::{
    Dialect, FromRow, JOB, JOB_HEADING, MATCH, MatchSelection, Row, Statement, TALLY, TOKEN, TOURNAMENT, VISIBLE, Value, all, any, first,
    number, text,
};
use std::collections::BTreeMap;
use std::future::ready;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What an acknowledged write survives, besides the end of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Durability {
    /// Accepted moves survive the end of the process; results, and everything written before them, also survive a power cut.
    Process,
    /// Accepted moves survive a power cut: they are synced before they are acknowledged.
    Power,
}

impl Change {
    /// Whether it is synced before the acknowledgement even with [`Durability::Process`].
    fn must_sync(&self) -> bool {
        matches!(
            self,
            Change::End { .. } | Change::TournamentState { .. } | Change::Token(_) | Change::ClassKey(_) | Change::Revoked { .. }
        )
    }
}

/// A filter of matches; each field that is set narrows it. Matches of a tournament that is being imported are in no list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchFilter {
    pub ended: Option<bool>,
    pub game_name: Option<String>,
    pub bot: Option<String>,
    pub opponent: Option<String>,
    pub tournament: Option<u64>,
    pub result: Option<GameResult>,
    pub reason: Option<String>,
    /// Whether `bot` won; a draw is neither.
    pub bot_won: Option<bool>,
    /// The earliest creation, in milliseconds since 1970.
    pub since_ms: Option<i64>,
    /// The end of the creations, exclusive, in milliseconds since 1970.
    pub until_ms: Option<i64>,
    /// The least plies of an ended match.
    pub least_plies: Option<u32>,
    /// The most plies of an ended match.
    pub most_plies: Option<u32>,
    /// Numbers below this one, the largest first.
    pub before: Option<u64>,
    /// Numbers above this one, the smallest first.
    pub after: Option<u64>,
    pub limit: usize,
    /// The most rows to examine (for a bot: per colour): a page of rare matches may have fewer than `limit`.
    pub most_examined: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TournamentFilter {
    /// The stages; all if empty.
    pub stages: Vec<TournamentStage>,
    /// Numbers below this one.
    pub before: Option<u64>,
    pub limit: usize,
}

/// The storage of one referee.
///
/// Temporary failures of writes, such as a full disk or a lock of another process, are retried until they succeed. Meanwhile
/// [`write_failure`](Storage::write_failure) returns the reason. Reads time out.
pub trait Storage: Send + Sync {
    /// Writes all changes in one transaction, after all earlier writes. Calling queues the write; dropping the future does not cancel it.
    /// If the queue is full, the write is queued by the first poll that finds a free slot. An acknowledged write survives the end of the
    /// process and, by the [`Durability`], a power cut.
    fn write(&self, changes: Vec<Change>) -> StorageFuture<'_, ()>;
    fn select(&self, query: Statement) -> StorageFuture<'_, Vec<Row>>;
    /// The SQL dialect of [`select`](Self::select).
    fn dialect(&self) -> Dialect;
    fn ids(&self) -> &IdAllocator;
    /// The reason why writes currently fail, if they do.
    fn write_failure(&self) -> Option<StorageError> {
        None
    }
    /// The job queue of this storage, if workers of other processes share it.
    fn queue(&self) -> Option<Arc<dyn JobQueue>> {
        None
    }
    /// The known damage, and its remedy.
    fn damage(&self) -> Option<StorageError> {
        None
    }
    /// Waits until the files contradict an acknowledged write; returns the contradiction. After it every write fails.
    fn contradicted(&self) -> BoxFuture<'_, StorageError> {
        Box::pin(std::future::pending())
    }
    /// A warning for the operator while the storage works.
    fn warning(&self) -> Option<Message> {
        None
    }
    /// Allocates `count` consecutive, unused match numbers; returns the first.
    fn allocate_match_ids(&self, count: u64) -> StorageFuture<'_, u64> {
        ready(Ok(self.ids().match_ids(count))).boxed()
    }
    fn allocate_tournament_id(&self) -> StorageFuture<'_, u64> {
        ready(Ok(self.ids().tournament_id())).boxed()
    }
    /// Allocates a random number of at most 63 bits.
    fn allocate_job_id(&self) -> StorageFuture<'_, u64> {
        self.ids().job_id()
    }
    fn find_match(&self, match_id: u64) -> StorageFuture<'_, Option<MatchRow>> {
        first(self.select(Statement::new(format!("SELECT {MATCH} FROM matches WHERE game = ?1"), [number(match_id)])))
    }
    /// Matches, newest first (oldest first with `after`): ordered by number. If a time or a length is the only indexed condition, the list
    /// is ordered by it.
    fn list_matches(&self, filter: MatchFilter) -> StorageFuture<'_, Vec<MatchRow>> {
        all(self.select(MatchSelection::new(self.dialect(), &filter).rows(false)))
    }
    /// The number of the last match examined by [`list_matches`](Self::list_matches), if more may follow.
    fn last_examined(&self, filter: MatchFilter) -> StorageFuture<'_, Option<u64>> {
        match filter.most_examined {
            Some(most) => first(self.select(MatchSelection::new(self.dialect(), &filter).last_examined(most))),
            None => ready(Ok(None)).boxed(),
        }
    }
    /// The results of a bot's finished games, grouped, in order; at most [`MAX_TALLIES`].
    fn tally(&self, bot: &str) -> StorageFuture<'_, Vec<TallyRow>> {
        let collation = self.dialect().collation();
        let sql = format!(
            "SELECT {TALLY} FROM records WHERE bot = ?1
             ORDER BY game_name COLLATE {collation}, opponent COLLATE {collation}, had_white, result COLLATE {collation},
                 reason COLLATE {collation}, version COLLATE {collation} LIMIT ?2"
        );
        all(self.select(Statement::new(sql, [text(bot), number(MAX_TALLIES as u64)])))
    }
    /// At most `limit` lines of a match's log, from line `from` on.
    fn read_log(&self, match_id: u64, from: u64, limit: usize) -> StorageFuture<'_, Vec<ByteString>> {
        let rows = self.select(self.dialect().read_log(match_id, from, limit));
        async move {
            let mut lines = Vec::new();
            for mut row in rows.await? {
                match row.read::<Option<Vec<u8>>>()? {
                    Some(packed) => {
                        lines.extend(unpack(&packed)?.into_iter().skip(usize::try_from(from).unwrap_or(usize::MAX)).take(limit))
                    }
                    None => lines.push(row.read()?),
                }
            }
            Ok(lines)
        }
        .boxed()
    }
    /// Finished matches with unpacked logs, at most `limit`, ordered by number.
    fn unpacked(&self, limit: usize) -> StorageFuture<'_, Vec<u64>> {
        let sql = "SELECT game FROM matches WHERE result IS NOT NULL AND NOT packed ORDER BY game LIMIT ?1";
        all(self.select(Statement::new(sql, [number(limit as u64)])))
    }
    /// Logs of the unfinished matches in a range of numbers.
    fn unfinished_logs(&self, games: RangeInclusive<u64>) -> StorageFuture<'_, BTreeMap<u64, Vec<ByteString>>> {
        let rows = self.select(self.dialect().unfinished_logs(games));
        async move {
            let mut logs = BTreeMap::<u64, Vec<ByteString>>::new();
            for mut row in rows.await? {
                logs.entry(row.read()?).or_default().push(row.read()?);
            }
            Ok(logs)
        }
        .boxed()
    }
    /// The latest matches with an end that this bot has not acknowledged, oldest first; at most `limit`.
    fn unseen(&self, bot: &str, limit: usize) -> StorageFuture<'_, Vec<MatchRow>> {
        let sql = format!(
            "SELECT * FROM (SELECT {MATCH} FROM matches WHERE white = ?1 AND unseen_white
             UNION SELECT {MATCH} FROM matches WHERE black = ?1 AND unseen_black ORDER BY game DESC LIMIT ?2) AS latest ORDER BY game"
        );
        all(self.select(Statement::new(sql, [text(bot), number(limit as u64)])))
    }
    /// Friendly matches that ended before this moment (milliseconds since 1970), at most `limit`, ordered by end, then number. The newest
    /// match is excluded, since numbers continue from it.
    fn old_friendly(&self, before_ms: i64, limit: usize) -> StorageFuture<'_, Vec<u64>> {
        let sql = "SELECT game FROM matches WHERE tournament IS NULL AND result IS NOT NULL AND ended_ms < ?1
            AND game < (SELECT max(game) FROM matches) ORDER BY ended_ms, game LIMIT ?2";
        all(self.select(Statement::new(sql, [before_ms.into(), number(limit as u64)])))
    }
    /// Finished tournaments whose matches all ended before this moment (milliseconds since 1970).
    fn old_tournaments(&self, before_ms: i64) -> StorageFuture<'_, Vec<u64>> {
        let sql = "SELECT id FROM tournaments WHERE stage IN ('finished', 'archived') AND created_ms < ?1 AND NOT EXISTS (
                SELECT 1 FROM matches WHERE tournament = id AND (ended_ms IS NULL OR ended_ms >= ?1)) ORDER BY id";
        all(self.select(Statement::new(sql, [before_ms.into()])))
    }
    fn find_tournament(&self, id: u64) -> StorageFuture<'_, Option<TournamentRow>> {
        first(self.select(Statement::new(format!("SELECT {TOURNAMENT} FROM tournaments WHERE id = ?1"), [number(id)])))
    }
    /// Tournaments, newest first.
    fn list_tournaments(&self, filter: TournamentFilter) -> StorageFuture<'_, Vec<TournamentRow>> {
        let stages: Vec<String> = filter.stages.iter().map(|stage| format!("'{}'", stage.word())).collect();
        let stages = if stages.is_empty() { String::new() } else { format!("AND stage IN ({})", stages.join(", ")) };
        let sql = format!("SELECT {TOURNAMENT} FROM tournaments WHERE id < ?1 {stages} ORDER BY id DESC LIMIT ?2");
        all(self.select(Statement::new(sql, [number(filter.before.unwrap_or(u64::MAX)), number(filter.limit as u64)])))
    }
    /// Stored rated games that cover their whole log, of tournaments after this number; at most `limit`.
    fn list_rated(&self, after: u64, limit: usize) -> StorageFuture<'_, Vec<RatedRow>> {
        let sql = format!("SELECT tournament, lines, body FROM rated WHERE tournament > ?1 AND {RATED} ORDER BY tournament LIMIT ?2");
        all(self.select(Statement::new(sql, [number(after), number(limit as u64)])))
    }
    /// Numbers of finished tournaments whose rated games are not stored, or do not cover the whole log.
    fn list_unrated(&self) -> StorageFuture<'_, Vec<u64>> {
        let sql = format!(
            "SELECT id FROM tournaments WHERE stage IN ('finished', 'archived')
             AND NOT EXISTS (SELECT 1 FROM rated WHERE tournament = tournaments.id AND {RATED}) ORDER BY id"
        );
        all(self.select(Statement::new(sql, [])))
    }
    /// At most `limit` lines of a tournament's log, from line `from` on.
    fn read_tournament(&self, id: u64, from: u64, limit: usize) -> StorageFuture<'_, Vec<ByteString>> {
        let sql = "SELECT body FROM tournament_log WHERE tournament = ?1 AND line >= ?2 ORDER BY line LIMIT ?3";
        all(self.select(Statement::new(sql, [number(id), number(from), number(limit as u64)])))
    }
    /// Numbers of incomplete imports: tournaments with stored matches and no row.
    fn broken_imports(&self) -> StorageFuture<'_, Vec<u64>> {
        // One look-up for each tournament (a loose index scan), not for each match.
        let sql = "WITH RECURSIVE played (id) AS (SELECT min(tournament) FROM matches WHERE tournament IS NOT NULL
                UNION ALL SELECT (SELECT min(tournament) FROM matches WHERE tournament > id) FROM played WHERE id IS NOT NULL)
            SELECT id FROM played WHERE id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments WHERE tournaments.id = played.id) ORDER BY id";
        all(self.select(Statement::new(sql, [])))
    }
    /// The valid tokens, oldest first.
    fn list_tokens(&self) -> StorageFuture<'_, Vec<TokenRow>> {
        all(self.select(Statement::new(format!("SELECT {TOKEN} FROM tokens ORDER BY id"), []).for_login()))
    }
    fn find_token(&self, hash: [u8; 32]) -> StorageFuture<'_, Option<TokenRow>> {
        first(self.select(Statement::new(format!("SELECT {TOKEN} FROM tokens WHERE hash = ?1"), [hash.to_vec().into()]).for_login()))
    }
    fn has_token(&self, bot: &str) -> StorageFuture<'_, bool> {
        any(self.select(Statement::new("SELECT 1 FROM tokens WHERE bot = ?1 LIMIT 1", [text(bot)]).for_login()))
    }
    /// The key of class tokens, if stored.
    fn class_key(&self) -> StorageFuture<'_, Option<[u8; 32]>> {
        first(self.select(Statement::new("SELECT key FROM class_key", [])))
    }
    /// Rehearsals, ordered by bot.
    fn list_rehearsals(&self) -> StorageFuture<'_, Vec<RehearsalRow>> {
        let sql = format!("SELECT bot, failed, at_ms FROM rehearsals ORDER BY bot COLLATE {}", self.dialect().collation());
        all(self.select(Statement::new(sql, [])))
    }
    /// Whether any valid token is an operator's.
    fn has_operator(&self) -> StorageFuture<'_, bool> {
        any(self.select(Statement::new("SELECT 1 FROM tokens WHERE bot IS NULL LIMIT 1", []).for_login()))
    }
    fn find_job(&self, id: u64) -> StorageFuture<'_, Option<JobRow>> {
        first(self.select(Statement::new(format!("SELECT {JOB} FROM jobs WHERE id = ?1"), [number(id)])))
    }
    /// A job without its question and result, which may be large.
    fn job_heading(&self, id: u64) -> StorageFuture<'_, Option<JobHeading>> {
        first(self.select(Statement::new(format!("SELECT {JOB_HEADING} FROM jobs WHERE id = ?1"), [number(id)])))
    }
    /// Jobs with a larger number, or all, ordered by number; at most `limit`.
    fn list_jobs(&self, after: Option<u64>, limit: usize) -> StorageFuture<'_, Vec<JobRow>> {
        let values = [after.map_or(Value::Integer(-1), number), number(limit as u64)];
        all(self.select(Statement::new(format!("SELECT {JOB} FROM jobs WHERE id > ?1 ORDER BY id LIMIT ?2"), values)))
    }
    fn review_of(&self, match_id: u64) -> StorageFuture<'_, Option<JobRow>> {
        let sql = format!("SELECT {JOB} FROM jobs WHERE game = ?1 ORDER BY created_ms DESC, id DESC LIMIT 1");
        first(self.select(Statement::new(sql, [number(match_id)])))
    }
    /// As [`list_matches`](Self::list_matches). A match whose review is done has its review and its log.
    fn list_reviewed(&self, filter: MatchFilter) -> StorageFuture<'_, Vec<ReviewedMatch>> {
        let rows = self.select(MatchSelection::new(self.dialect(), &filter).rows(true));
        async move {
            let mut reviewed = Vec::new();
            for mut row in rows.await? {
                let (row, result) = (MatchRow::from_row(&mut row)?, row.read::<Option<String>>()?);
                let review = match result {
                    Some(result) => Some((result, whole(|from| self.read_log(row.match_id, from, LOG_PAGE)).await?)),
                    None => None,
                };
                reviewed.push(ReviewedMatch { row, review });
            }
            Ok(reviewed)
        }
        .boxed()
    }
    /// Tournament matches without a review job that ended at or after this moment (milliseconds since 1970), are not void and have a move.
    /// Only the newest `among` finished matches are considered. Ordered by number.
    fn unreviewed(&self, since_ms: i64, among: usize) -> StorageFuture<'_, Vec<u64>> {
        let sql = format!(
            "SELECT game FROM (SELECT game FROM matches WHERE tournament IS NOT NULL AND result <> 'void' AND plies > 0 AND ended_ms >= ?1
             AND {VISIBLE} ORDER BY game DESC LIMIT ?2) AS newest WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.game = newest.game) ORDER BY game"
        );
        all(self.select(Statement::new(sql, [since_ms.into(), number(among as u64)])))
    }
    /// Numbers of unfinished jobs, ascending.
    fn unfinished_jobs(&self) -> StorageFuture<'_, Vec<u64>> {
        all(self.select(Statement::new("SELECT id FROM jobs WHERE state IS NULL ORDER BY id", [])))
    }
    /// The checkpoints of the parts of an unfinished job, ordered by part; none where the [queue](Self::queue) stores them.
    fn checkpoints(&self, job: u64) -> StorageFuture<'_, Vec<CheckpointRow>> {
        all(self.select(Statement::new("SELECT job, part, parts, body FROM checkpoints WHERE job = ?1 ORDER BY part", [number(job)])))
    }
    /// Whether a move of another storage into this one is incomplete.
    fn is_move_incomplete(&self) -> StorageFuture<'_, bool> {
        any(self.select(Statement::new("SELECT one FROM moving", [])))
    }
    /// Nodes and workers that share this storage, ordered by name; none if it belongs to one process.
    fn list_nodes(&self) -> StorageFuture<'_, Vec<NodeRow>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }
}

/// Whether the stored rated games cover the whole log.
const RATED: &str = "lines = (SELECT max(line) + 1 FROM tournament_log WHERE tournament_log.tournament = rated.tournament)";

/// The age of the last heartbeat after which a node counts as dead, in milliseconds.
pub const GONE_AFTER_MS: i64 = 15_000;

/// The lines of a log a read.
pub const LOG_PAGE: usize = 1_000;

/// A message as it is stored.
pub fn write_message(message: &Message) -> String {
    serde_json::to_string(message).expect("a message is texts and numbers by names, which always serialise")
}

/// Reads a message that [`write_message`] wrote.
///
/// # Errors
/// When it cannot be parsed, which is damage.
pub fn read_message(text: &str) -> Result<Message, StorageError> {
    serde_json::from_str(text)
        .map_err(|error| StorageError::of(StorageErrorKind::Damaged, StorageFailure::UnreadMessage { text: text.into() }, error))
}

/// Reads a line of a match's log.
///
/// # Errors
/// When it cannot be parsed, which is damage.
pub fn read_line(text: &str) -> Result<Line, StorageError> {
    read_text(text)
}

/// Reads a line of a log in the form that the caller needs.
///
/// # Errors
/// When it cannot be parsed, which is damage.
pub fn read_text<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, StorageError> {
    serde_json::from_str(text)
        .map_err(|error| StorageError::of(StorageErrorKind::Damaged, StorageFailure::UnreadLine { text: text.into() }, error))
}

pub async fn whole_log(storage: &dyn Storage, match_id: u64) -> Result<Vec<ByteString>, StorageError> {
    whole(|from| storage.read_log(match_id, from, LOG_PAGE)).await
}

pub async fn whole_tournament(storage: &dyn Storage, id: u64) -> Result<Vec<ByteString>, StorageError> {
    whole(|from| storage.read_tournament(id, from, LOG_PAGE)).await
}

async fn whole<'s>(read: impl Fn(u64) -> StorageFuture<'s, Vec<ByteString>>) -> Result<Vec<ByteString>, StorageError> {
    let mut log = Vec::new();
    loop {
        let page = read(log.len() as u64).await?;
        let is_last = page.len() < LOG_PAGE;
        log.extend(page);
        if is_last {
            return Ok(log);
        }
    }
}
