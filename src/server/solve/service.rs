//! Where questions are handed in: the threads that work on them, what they share, and the jobs.

use super::jobs::Jobs;
use super::{Caps, Tools};
use crate::core::Life;
use crate::core::config::{Config, duration};
use crate::core::storage::Storage;
use crate::core::work::Pool;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The niceness of threads that solve: everything else goes first.
const NICENESS: i32 = 15;
/// Answers that have not been taken yet hold so much memory at most, in KiB.
const OUTBOX_KIB: usize = 256 * 1_024;

/// The service that solves.
pub struct SolveService {
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

impl SolveService {
    /// A service as the operator wants it.
    pub fn new(config: &Config, storage: Arc<dyn Storage>, life: Arc<Life>) -> SolveService {
        let threads = config.solve_threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into));
        let caps = |time| Caps { time: duration(time), mebibytes: config.solve_memory };
        SolveService {
            requests: Pool::new(NICENESS, threads.max(1), config.solve_queue),
            jobs_pool: Pool::new(NICENESS, config.job_threads.max(1), config.solve_queue),
            tools: Arc::new(Tools::new(config.folder().map(Into::into))),
            caps: caps(config.solve_seconds),
            job_caps: caps(config.job_time),
            queue: config.solve_queue,
            outbox: Arc::new(Semaphore::new(OUTBOX_KIB)),
            jobs: Jobs::new(storage, life),
        }
    }

    /// Stops all work.
    pub fn close(&self) {
        self.requests.close();
        self.jobs_pool.close();
    }
}
