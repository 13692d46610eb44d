//! The write commands of a storage: inserts, updates and deletions, as data.

use super::{CheckpointRow, EndRow, JobEnd, JobRow, MatchRow, QueuedJob, RatedRow, RehearsalRow, TokenRow, TournamentRow};
use bytestring::ByteString;
use protocol::{Seat, TournamentStage};

#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    Match(MatchRow),
    /// A line of a match's log, as JSON.
    Line {
        match_id: u64,
        number: u64,
        body: ByteString,
    },
    /// Ends a match that has not ended. The end counts as unseen by both players until `Seen`.
    End {
        match_id: u64,
        end: EndRow,
    },
    /// Replaces the end of a finished match by what its log says.
    EndRebuilt {
        match_id: u64,
        end: EndRow,
    },
    /// Replaces the log of a finished match by its [packed](super::pack) form.
    LogPacked {
        match_id: u64,
        body: Vec<u8>,
    },
    /// Deletes a finished match with its log and review.
    MatchForgotten {
        match_id: u64,
    },
    /// A player has acknowledged the end of a match.
    Seen {
        match_id: u64,
        seat: Seat,
    },
    /// A new tournament. Its row makes it and its matches visible; its lines may be written earlier.
    Tournament(TournamentRow),
    /// A line of a tournament's log, as JSON.
    TournamentLine {
        id: u64,
        number: u64,
        body: ByteString,
    },
    /// Deletes one batch of an incomplete import (a tournament without a row); to be repeated until nothing is left.
    ImportForgotten {
        id: u64,
    },
    /// Deletes the row of a tournament without played games. What remains is deleted like an incomplete import.
    TournamentDeleted {
        id: u64,
    },
    /// The stage, the number of entrants and the winner of a tournament.
    TournamentState {
        id: u64,
        stage: TournamentStage,
        entrants: u32,
        winner: Option<String>,
    },
    /// The rated games of a tournament.
    Rated(RatedRow),
    /// Rebuilds all records from the matches, and deletes the stored rated games, which are then read from the logs.
    Rebuilt,
    Token(TokenRow),
    /// Stores the key of class tokens, unless one is stored.
    ClassKey([u8; 32]),
    Revoked {
        id: u64,
    },
    /// A bot's rehearsal, which replaces its previous one. Only the newest `limit` of all bots are stored.
    Rehearsed {
        row: RehearsalRow,
        limit: u32,
    },
    /// A new job. A review replaces earlier reviews of its match.
    Job(JobRow),
    /// Enqueues a job in the database queue; no effect where the queue is in memory.
    JobQueued(QueuedJob),
    /// Marks a job as running in this process, so that a crash counts as a death. The database queue counts worker deaths itself.
    JobTaken {
        id: u64,
    },
    /// Undoes `JobTaken` without counting a death.
    JobGivenBack {
        id: u64,
    },
    /// The last checkpoint of a part of an unfinished job; it resets the count of worker deaths. The database queue stores its own
    /// checkpoints.
    Checkpoint(CheckpointRow),
    /// The end of a job; later ends have no effect.
    JobEnd {
        id: u64,
        end: JobEnd,
    },
    MoveIncomplete(bool),
    /// Deletes the oldest finished jobs but for these numbers. The client with the most jobs loses its oldest first. Reviews count separately.
    JobsForgotten {
        jobs: u32,
        reviews: u32,
    },
}
