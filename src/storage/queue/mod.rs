//! Jobs that wait to be worked on, and who works on them: whoever has threads to spare takes the next part of one, tells how far it is, and
//! records what came of it, once.

#[cfg(any(test, feature = "laws"))]
#[allow(missing_docs, dead_code, reason = "tests")]
pub mod laws;
mod line;

use super::{Change, JobEnd, Needs, QueuedJob, StorageFuture};
pub use line::Line;
use message::{Coded, Message};
use protocol::JobProgress;
use runtime::Checkpoint;
use std::time::Duration;
use tokio::sync::watch;

/// How long a part belongs to a worker that says nothing of it.
pub const HELD_FOR: Duration = Duration::from_secs(10);
/// So many workers may die while they work on a part, since it last came further. Then its job is given up: perhaps it is what ends them.
pub const MOST_DEATHS: u32 = 2;

/// Which parts of jobs a worker takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Those that somebody waits for.
    Asked,
    /// Of those, the ones in one part on which nobody has worked yet: short ones among them need not wait for long ones.
    Untried,
    /// Those that nobody waits for.
    Unasked,
}

impl Wanted {
    /// Whether a part of this job, which was taken so many times, is one of theirs.
    pub fn has(self, job: &QueuedJob, turns: u64) -> bool {
        match self {
            Wanted::Asked => !job.is_unasked,
            Wanted::Untried => !job.is_unasked && job.parts == 1 && turns == 0,
            Wanted::Unasked => job.is_unasked,
        }
    }
}

/// A worker, as the queue knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerCard {
    /// What it is called. Two workers of one name do not harm each other: what each holds goes by the turn.
    pub name: String,
    /// What it gives.
    pub gives: Needs,
    /// What it takes.
    pub wanted: Wanted,
}

/// The right to record what came of a part: it ends when the part is given to another worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// The job.
    pub job: u64,
    /// The part, counted from 0.
    pub part: u32,
    /// How often the part has been taken, this time included.
    pub turn: u64,
}

/// A part that a worker has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenPart {
    /// The right to it.
    pub claim: Claim,
    /// Into how many parts the job is cut.
    pub parts: u32,
    /// The job's question.
    pub question: String,
    /// What came of the other parts, if this one puts them together.
    pub results: Vec<String>,
    /// How far those have come who worked on it before: the last that was recorded under a claim that held.
    pub checkpoint: Option<Checkpoint>,
}

/// What a worker says of a part that it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Renewal {
    /// The right to it.
    pub claim: Claim,
    /// What was spent.
    pub progress: JobProgress,
    /// Where another could go on, if that has changed.
    pub checkpoint: Option<Checkpoint>,
}

/// What came of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartEnd {
    /// A result, to be put together with those of the other parts.
    Result(String),
    /// The job is over by it.
    Job(JobEnd),
}

/// Where a job stands that is not over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JobStanding {
    /// The job.
    pub id: u64,
    /// Whether anybody works on it.
    pub is_running: bool,
    /// What its parts have spent, together.
    pub progress: JobProgress,
}

/// The queue. What several processes share outlives each of them; what one process has for itself ends with it.
pub trait JobQueue: Send + Sync {
    /// Writes these changes, one of which makes the job, and with them takes the job into the queue: both or neither.
    fn enter(&self, changes: Vec<Change>, job: QueuedJob) -> StorageFuture<'_, ()>;
    /// Whether the job is in the queue.
    fn holds(&self, job: u64) -> StorageFuture<'_, bool>;
    /// The next part for this worker, which belongs to it for ten seconds.
    fn take(&self, worker: &WorkerCard) -> StorageFuture<'_, Option<TakenPart>>;
    /// Tells how far the parts are that a worker holds, and that it still does. Those that it holds no longer are the answer: of them nothing
    /// is kept. A checkpoint is kept until the part ends or another takes its place; while the storage has [trouble](super::Storage::trouble),
    /// none is.
    fn renew(&self, held: Vec<Renewal>) -> StorageFuture<'_, Vec<Claim>>;
    /// Records what came of a part, unless the claim to it has ended.
    fn finish(&self, claim: Claim, end: PartEnd) -> StorageFuture<'_, ()>;
    /// Gives parts back, so that another worker need not wait for the end of the claims.
    fn give_back(&self, claims: Vec<Claim>) -> StorageFuture<'_, ()>;
    /// Ends a job, unless it is over. Whoever works on it hears of it.
    fn end(&self, job: u64, end: JobEnd) -> StorageFuture<'_, ()>;
    /// Where these jobs stand, of those that are in the queue.
    fn look(&self, jobs: Vec<u64>) -> StorageFuture<'_, Vec<JobStanding>>;
    /// Counts up when there may be something to take, or a job is over.
    fn changes(&self) -> watch::Receiver<u64>;
    /// How often workers tell how far they are, and others should look.
    fn beat(&self) -> Duration;
    /// Whether other processes have workers that take from this queue.
    fn is_shared(&self) -> bool;
}

/// Why a job is given up that workers die of.
pub fn given_up(part: u32, parts: u32, ended_ms: i64) -> JobEnd {
    failed(GivenUp::Deaths { deaths: MOST_DEATHS, part: part + 1, parts }, ended_ms)
}

/// The same for a reason of its own.
pub fn given_up_because(why: Message, ended_ms: i64) -> JobEnd {
    failed(GivenUp::Because { why }, ended_ms)
}

fn failed(why: GivenUp, ended_ms: i64) -> JobEnd {
    JobEnd { state: protocol::JobState::Failed, why: Some(why.message()), result_type: None, result: None, ended_ms }
}

/// Why nobody works on a job any more.
#[derive(Debug, Coded)]
#[code("job_given_up")]
enum GivenUp {
    /// Workers died while they did.
    Deaths { deaths: u32, part: u32, parts: u32 },
    /// A reason of its own.
    Because { why: Message },
}
