//! Rows of the tables, as Rust types.

use crate::Evidence;
use bytestring::ByteString;
use message::Message;
use protocol::{Entry, GameResult, JobState, Line, TimeControlJson, TournamentFormat, TournamentStage};
use rules::BySide;
use runtime::Checkpoint;
use std::net::IpAddr;

/// A match. Further data, such as the time control, is in line 0 of its log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchRow {
    pub match_id: u64,
    pub game_name: String,
    pub players: BySide<String>,
    /// The version of each bot at the creation of the match.
    pub versions: BySide<Option<String>>,
    /// When it was created: milliseconds since 1970.
    pub created_ms: i64,
    pub end: Option<EndRow>,
    pub tournament: Option<u64>,
    pub time: TimeControlJson,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMatch {
    pub row: MatchRow,
    /// If its review is done: the result and the complete log.
    pub review: Option<(String, Vec<ByteString>)>,
}

/// A tournament. The rest is in its log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentRow {
    pub id: u64,
    pub name: String,
    pub game: String,
    pub format: TournamentFormat,
    /// The number of entrants, with those that withdrew after the start.
    pub entrants: u32,
    pub stage: TournamentStage,
    /// When it was created: milliseconds since 1970.
    pub created_ms: i64,
    /// The bot in first place, once it is over; none if several share it, or nothing was played.
    pub winner: Option<String>,
}

/// The rated games of a finished tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedRow {
    pub tournament: u64,
    /// The length of the log when this row was written.
    pub lines: u64,
    /// The games, as JSON.
    pub body: ByteString,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EndRow {
    pub result: GameResult,
    pub reason: String,
    pub why: Message,
    /// When: milliseconds since 1970.
    pub ended_ms: i64,
    pub plies: u32,
    pub evidence: Evidence,
}

impl EndRow {
    /// The end of a log; none if the log has none. The time of the end is not in the log.
    pub fn of(log: &[Line], ended_ms: i64) -> Option<EndRow> {
        let Entry::Ended { result, reason, why } = &log.last()?.entry else { return None };
        let plies = log.iter().filter(|line| matches!(line.entry, Entry::Moved(_))).count() as u32;
        let (reason, why, evidence) = (reason.clone(), why.clone(), Evidence::of(log));
        Some(EndRow { result: *result, reason, why, ended_ms, plies, evidence })
    }
}

/// The number of a bot's games against one opponent with the same outcome.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TallyRow {
    pub game_name: String,
    pub opponent: String,
    pub had_white: bool,
    pub result: String,
    pub reason: String,
    pub version: Option<String>,
    /// When the first of them was created: milliseconds since 1970.
    pub since_ms: i64,
    pub games: u64,
}

pub const MAX_TALLIES: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    pub id: u64,
    /// The bot it is for; `None` for an operator's.
    pub bot: Option<String>,
    /// The team of the bot's owner, who acts for all bots of the team.
    pub team: Option<String>,
    pub hash: [u8; 32],
    /// When it was created: milliseconds since 1970.
    pub created_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RehearsalRow {
    pub bot: String,
    /// The steps that failed, one a line; empty if it has passed.
    pub failed: String,
    /// When it ended: milliseconds since 1970.
    pub at_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointRow {
    pub job: u64,
    /// The part, counted from 0.
    pub part: u32,
    /// The number of parts of the job when the checkpoint was stored.
    pub parts: u32,
    pub checkpoint: Checkpoint,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobRow {
    pub id: u64,
    pub task: String,
    /// The question, until it is over.
    pub question: Option<String>,
    /// The client's address block; none if the referee itself asked.
    pub asker: Option<IpAddr>,
    /// The match that it reviews, if it does.
    pub match_id: Option<u64>,
    /// Processes that died while working on it since its last checkpoint, plus the current one.
    pub tries: u32,
    /// When it was created: milliseconds since 1970.
    pub created_ms: i64,
    pub end: Option<JobEnd>,
}

impl JobRow {
    pub fn result(self) -> Option<String> {
        self.end.filter(|end| end.state == JobState::Done)?.result
    }
}

/// A job without its question and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobHeading {
    pub row: JobRow,
    pub result_bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobEnd {
    /// Whether it is done, failed or cancelled.
    pub state: JobState,
    /// Why, if it has no result.
    pub why: Option<Message>,
    pub result_type: Option<String>,
    pub result: Option<String>,
    /// When: milliseconds since 1970.
    pub ended_ms: i64,
}

/// The last heartbeat of a node or worker that shares a database. Times are milliseconds since 1970, by the database's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRow {
    pub name: String,
    /// Where it listens: `HOST:PORT`; empty for a worker.
    pub address: String,
    pub version: String,
    pub referees: bool,
    pub works: bool,
    /// The relay address, if the self-probe there fails.
    pub unreached: Option<String>,
    /// The start of its current role: refereeing, standby or worker.
    pub since_ms: i64,
    pub seen_ms: i64,
    /// The age of the heartbeat, in milliseconds.
    pub silent_ms: i64,
}
