//! The rows that are kept: what lists need of a match, a tournament, a token, a job.

use bytestring::ByteString;
use message::Message;
use protocol::{GameResult, JobState, TournamentFormat, TournamentStage};
use rules::BySide;
use runtime::Checkpoint;

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

/// A match in a list with its review.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMatch {
    /// The match.
    pub listed: ListedMatch,
    /// What came of the job that looks at it again, and its whole log; none if that job is not done, or there is none.
    pub review: Option<(String, Vec<ByteString>)>,
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
    /// The way it pairs.
    pub format: TournamentFormat,
    /// How many take part, those who withdrew after the start included.
    pub entrants: u32,
    /// Where it stands.
    pub stage: TournamentStage,
    /// When it was made: milliseconds since 1970.
    pub created_ms: i64,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq)]
pub struct EndRow {
    /// Who won, or that it counts for nobody.
    pub result: GameResult,
    /// Why, as one word.
    pub reason: String,
    /// Why, with the numbers.
    pub why: Message,
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

/// How far the work on a part of a job has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointRow {
    /// The job.
    pub job: u64,
    /// The part, counted from 0.
    pub part: u32,
    /// Into how many parts the job was cut then.
    pub parts: u32,
    /// How far.
    pub checkpoint: Checkpoint,
}

/// A job as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobRow {
    /// Its number.
    pub id: u64,
    /// What it works on, in a few words.
    pub task: String,
    /// What it was asked, so that it can be asked again; none once it is over.
    pub question: Option<String>,
    /// The match that it looks at again, if it does: its result is kept as that match's review.
    pub game: Option<u64>,
    /// How many processes have died while they worked on it, since it last came further; with the one that works on it now, if one does.
    pub tries: u32,
    /// When it was made: milliseconds since 1970.
    pub created_ms: i64,
    /// How it ended, if it has.
    pub end: Option<JobEnd>,
}

impl JobRow {
    /// What came of it, if it is done.
    pub fn result(self) -> Option<String> {
        self.end.filter(|end| end.state == JobState::Done)?.result
    }
}

/// A job as it is kept, without its question and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobHeading {
    /// The rest.
    pub row: JobRow,
    /// How many bytes the result has.
    pub result_bytes: u64,
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobEnd {
    /// Whether it was done, failed or was cancelled.
    pub state: JobState,
    /// Why, if it has no result.
    pub why: Option<Message>,
    /// The media type of the result.
    pub result_type: Option<String>,
    /// The result.
    pub result: Option<String>,
    /// When: milliseconds since 1970.
    pub ended_ms: i64,
}

/// A node that shares a database, as it has last told of itself. Times are milliseconds since 1970, by the database's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRow {
    /// What it is called.
    pub name: String,
    /// Where it listens: `HOST:PORT`.
    pub address: String,
    /// The version of the program.
    pub version: String,
    /// Whether it holds the lease.
    pub referees: bool,
    /// Where the other nodes are to reach it, if it has not reached itself there.
    pub unreached: Option<String>,
    /// Since when it does, or stands by.
    pub since_ms: i64,
    /// When it last told.
    pub seen_ms: i64,
    /// How long ago that is, in milliseconds.
    pub silent_ms: i64,
}
