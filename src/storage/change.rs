//! The write commands of a storage: inserts, updates and deletions, as data.

use super::{CheckpointRow, EndRow, JobEnd, JobRow, MatchRow, QueuedJob, RatedRow, RehearsalRow, TokenRow, TournamentRow};
use bytestring::ByteString;
use protocol::{Seat, TournamentStage};

#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    Match(MatchRow),
    /// A line of a match's log.
    Line {
        match_id: u64,
        number: u64,
        /// The line, as JSON.
        body: ByteString,
    },
    /// The end of a match that has none, which is unseen by both players until `Seen`.
    End {
        match_id: u64,
        end: EndRow,
    },
    /// Replaces the log of a match that is over by the same lines, packed.
    LogPacked {
        match_id: u64,
        /// See [`pack`](super::pack).
        body: Vec<u8>,
    },
    /// Deletes a match that is over, with its log and its review.
    MatchForgotten {
        match_id: u64,
    },
    /// A player has acknowledged the end of a match.
    Seen {
        match_id: u64,
        seat: Seat,
    },
    /// A new tournament: its row makes it and its matches visible. Its lines may be written before.
    Tournament(TournamentRow),
    /// A line of a tournament's log.
    TournamentLine {
        id: u64,
        number: u64,
        /// The line, as JSON.
        body: ByteString,
    },
    /// Deletes one batch of an incomplete import, a tournament without a row; repeat until nothing is left.
    ImportForgotten {
        id: u64,
    },
    /// Deletes the row of a tournament without a played match; the rest is deleted like an incomplete import.
    TournamentDeleted {
        id: u64,
    },
    /// The stage and the number of entrants of a tournament.
    TournamentState {
        id: u64,
        stage: TournamentStage,
        entrants: u32,
    },
    /// The rated games of a tournament.
    Rated(RatedRow),
    /// Counts all records anew, and forgets the rated games, which are read from the logs again.
    Rebuilt,
    Token(TokenRow),
    /// The key of the tokens of classes, if there is none.
    ClassKey([u8; 32]),
    /// Deletes a token.
    Revoked {
        id: u64,
    },
    /// A bot's rehearsal: it replaces the bot's last one, and the `kept` newest of all stay.
    Rehearsed {
        row: RehearsalRow,
        kept: u32,
    },
    /// A new job. A review replaces earlier reviews of its match.
    Job(JobRow),
    /// A job enters the queue of the database. Writes nothing where the queue is in memory.
    JobQueued(QueuedJob),
    /// A process begins to work on a job, which is counted in case it dies. The queue of a database counts deaths of its workers instead.
    JobTaken {
        id: u64,
    },
    /// The process has stopped working on a job without dying, which is not counted.
    JobGivenBack {
        id: u64,
    },
    /// The last checkpoint of a part of an unfinished job; it resets the count of worker deaths. The database queue stores its own
    /// checkpoints.
    Checkpoint(CheckpointRow),
    /// The end of a job. Later ends change nothing.
    JobEnd {
        id: u64,
        end: JobEnd,
    },
    MoveIncomplete(bool),
    /// Deletes finished jobs except the newest: the client with the most loses its oldest first.
    JobsForgotten {
        /// The number of jobs other than reviews that stay.
        kept: u32,
        reviews: u32,
    },
}
