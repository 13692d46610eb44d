//! The desk where questions are handed in: the threads that work on them, what they share, and the jobs.

mod job_id;
mod jobs;

pub use job_id::JobId;
pub use jobs::{Jobs, Work};

use crate::config::{Config, duration};
use crate::solve::{Caps, Tools};
use crate::work::Pool;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Answers that have not been taken yet hold so much memory at most, in KiB.
const OUTBOX_KIB: usize = 256 * 1_024;

/// The desk.
pub struct Desk {
    /// The threads for requests, whose clients wait.
    pub requests: Pool,
    /// The threads for jobs: whatever they do, requests are answered.
    pub jobs_pool: Pool,
    /// What the solvers share.
    pub tools: Arc<Tools>,
    /// What a request may cost.
    pub caps: Caps,
    /// What a job may cost.
    pub job_caps: Caps,
    /// How many may wait.
    pub queue: usize,
    /// Room for large answers, in KiB.
    pub outbox: Arc<Semaphore>,
    /// The jobs that are not over.
    pub jobs: Jobs,
}

impl Desk {
    /// A desk as the operator wants it.
    pub fn new(config: &Config) -> Desk {
        let threads = config.solve_threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into));
        let caps = |time| Caps { time: duration(time), mebibytes: config.solve_memory };
        Desk {
            requests: Pool::new(threads, config.solve_queue),
            jobs_pool: Pool::new(config.job_threads, config.solve_queue),
            tools: Arc::new(Tools::new(config.folder().map(Into::into))),
            caps: caps(config.solve_seconds),
            job_caps: caps(config.job_time),
            queue: config.solve_queue,
            outbox: Arc::new(Semaphore::new(OUTBOX_KIB)),
            jobs: Jobs::default(),
        }
    }

    /// Stops all work.
    pub fn close(&self) {
        self.requests.close();
        self.jobs_pool.close();
    }
}
