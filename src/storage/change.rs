//! What can be written.

use super::{CheckpointRow, EndRow, JobEnd, JobRow, MatchRow, QueuedJob, RehearsalRow, TokenRow, TournamentRow};
use bytestring::ByteString;
use protocol::{Seat, TournamentStage};

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
        /// The match's number.
        game: u64,
    },
    /// A player has certainly seen the end of a match.
    Seen {
        /// The match.
        game: u64,
        /// The player who has been told of the end.
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
        /// The tournament's number.
        id: u64,
    },
    /// A tournament has come to another stage, or somebody has entered or is forgotten.
    TournamentState {
        /// The tournament.
        id: u64,
        /// Where it stands now.
        stage: TournamentStage,
        /// How many take part now.
        entrants: u32,
    },
    /// A new token.
    Token(TokenRow),
    /// A token is no longer valid.
    Revoked {
        /// The token's number.
        id: u64,
    },
    /// How a bot's rehearsal went. Each bot's last one is kept, and of all only the newest.
    Rehearsed {
        /// The rehearsal.
        row: RehearsalRow,
        /// How many are kept.
        kept: u32,
    },
    /// A new job. Of one that looks at a match again, what came of those before it is forgotten.
    Job(JobRow),
    /// A job goes into the queue of the database. Where one process has its queue for itself, it is in its memory, and nothing is written.
    JobQueued(QueuedJob),
    /// A process begins to work on a job: if it dies meanwhile, that stays counted. Where the database has a queue, that counts deaths.
    JobTaken {
        /// The job's number.
        id: u64,
    },
    /// The process has stopped to work on a job, and lives: that is no longer counted.
    JobGivenBack {
        /// The job's number.
        id: u64,
    },
    /// How far the work on a part of a job has come, unless the job is over. The last is kept, until the job ends; and as the job has come
    /// further, deaths before that no longer count. Where the database has a queue, that keeps it, and nothing is written.
    Checkpoint(CheckpointRow),
    /// The end of a job. The first is the end: what comes after it changes nothing.
    JobEnd {
        /// The job's number.
        id: u64,
        /// How it ended.
        end: JobEnd,
    },
    /// What is kept is only a part of what is being moved here; or all of it, and no longer.
    Moving(bool),
    /// Jobs that are over are forgotten, but for the newest.
    JobsForgotten {
        /// How many are kept of those that look at no match.
        kept: u32,
        /// How many of the others: reviews.
        reviews: u32,
    },
}
