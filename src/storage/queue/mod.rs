//! The job queue: workers take parts of jobs under claims that expire, report progress, and record each result once.

mod job;
#[cfg(any(test, feature = "laws"))]
#[allow(dead_code, reason = "tests")]
pub mod laws;
mod local_queue;
mod memory_queue;

pub use job::{QueuedJob, Resources};
pub use local_queue::LocalQueue;
pub use memory_queue::MemoryQueue;

use crate::{Change, JobEnd, StorageFuture};
use message::{Coded, Message};
use protocol::JobProgress;
use runtime::Checkpoint;
use std::time::Duration;
use tokio::sync::watch;

pub const CLAIM_DURATION: Duration = Duration::from_secs(10);
/// Worker deaths on one part since its last checkpoint after which the job fails as a poison job.
pub const MAX_DEATHS: u32 = 2;

/// The priority class that a worker serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobClass {
    /// Jobs of waiting clients.
    Interactive,
    /// Interactive single-part jobs that have not run yet: a short run of each, so that short jobs do not wait for long ones.
    FirstRun,
    /// Jobs without a waiting client, such as reviews.
    Background,
}

impl JobClass {
    /// Whether the class includes this job, whose part was taken `turns` times.
    pub fn has(self, job: &QueuedJob, turns: u64) -> bool {
        match self {
            JobClass::Interactive => !job.is_background,
            JobClass::FirstRun => !job.is_background && job.parts == 1 && turns == 0,
            JobClass::Background => job.is_background,
        }
    }
}

/// A worker, as the queue sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerInfo {
    /// Need not be unique: claims differ by their fencing tokens.
    pub name: String,
    pub capacity: Resources,
    pub class: JobClass,
}

/// A lease on a part of a job. Only its holder may record the end of the part; it expires when another worker takes the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    pub job: u64,
    /// The part, counted from 0.
    pub part: u32,
    /// How often the part has been taken, this time included.
    pub fencing_token: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenPart {
    pub claim: Claim,
    /// The number of parts of the job.
    pub parts: u32,
    pub question: String,
    /// The results of all other parts, for the part that combines them.
    pub results: Vec<String>,
    pub checkpoint: Option<Checkpoint>,
}

/// A progress report, which renews a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Renewal {
    pub claim: Claim,
    pub progress: JobProgress,
    pub checkpoint: Option<Checkpoint>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartEnd {
    Result(String),
    Job(JobEnd),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JobStatus {
    pub id: u64,
    /// Whether a part is running or done.
    pub is_running: bool,
    /// The progress of all parts together.
    pub progress: JobProgress,
}

/// A job queue, in one process or shared by several through the database.
pub trait JobQueue: Send + Sync {
    /// Writes the changes, one of which creates the job, and enqueues it, in one transaction.
    fn enter(&self, changes: Vec<Change>, job: QueuedJob) -> StorageFuture<'_, ()>;
    fn holds(&self, job: u64) -> StorageFuture<'_, bool>;
    /// The next part for this worker, with a claim for ten seconds.
    fn take(&self, worker: &WorkerInfo) -> StorageFuture<'_, Option<TakenPart>>;
    /// Records progress and renews claims. Returns the expired claims, whose progress is discarded. The last checkpoint of a part is stored, but not
    /// while the storage has [write_failure](super::Storage::write_failure).
    fn renew(&self, held: Vec<Renewal>) -> StorageFuture<'_, Vec<Claim>>;
    /// Records the end of a part, unless the claim has expired.
    fn finish(&self, claim: Claim, end: PartEnd) -> StorageFuture<'_, ()>;
    /// Returns parts to the queue before their claims expire.
    fn give_back(&self, claims: Vec<Claim>) -> StorageFuture<'_, ()>;
    /// Ends a job, unless it is over. Its claims expire.
    fn end(&self, job: u64, end: JobEnd) -> StorageFuture<'_, ()>;
    fn statuses(&self, jobs: Vec<u64>) -> StorageFuture<'_, Vec<JobStatus>>;
    /// A counter that increases when a part may be available, or a job is over.
    fn changes(&self) -> watch::Receiver<u64>;
    fn report_interval(&self) -> Duration;
    /// Whether workers of other processes take from this queue.
    fn is_shared(&self) -> bool;
}

pub fn given_up(part: u32, parts: u32, ended_ms: i64) -> JobEnd {
    failed(JobFailure::Deaths { deaths: MAX_DEATHS, part: part + 1, parts }, ended_ms)
}

/// The end of a job that fails for another reason.
pub fn given_up_because(why: Message, ended_ms: i64) -> JobEnd {
    failed(JobFailure::Because { why }, ended_ms)
}

fn failed(why: JobFailure, ended_ms: i64) -> JobEnd {
    JobEnd { state: protocol::JobState::Failed, why: Some(why.message()), result_type: None, result: None, ended_ms }
}

/// Why a job fails without an answer of a worker.
#[derive(Debug, Coded)]
#[code("job_given_up")]
enum JobFailure {
    Deaths { deaths: u32, part: u32, parts: u32 },
    Because { why: Message },
}
