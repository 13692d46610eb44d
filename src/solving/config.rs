//! Configuration of the solve service.

use runtime::parse_duration;
use std::time::Duration;

/// The games that are reviewed without a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum BackgroundReviews {
    /// None.
    None,
    /// Those of tournaments.
    Tournaments,
}

/// Flags and `ARBITRE_*` variables of the solve service.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct Config {
    /// Overrides --solve-threads and --job-threads with one number; 0: only `arbitre worker` solves
    #[arg(long, env = "ARBITRE_THREADS")]
    pub threads: Option<usize>,
    /// Threads for requests to solve or analyse [default: one a processor]
    #[arg(long, env = "ARBITRE_SOLVE_THREADS")]
    pub solve_threads: Option<usize>,
    /// Most requests that wait for a thread
    #[arg(long, env = "ARBITRE_SOLVE_QUEUE", default_value_t = 64)]
    pub solve_queue: usize,
    /// Time limit of one request
    #[arg(long, env = "ARBITRE_SOLVE_TIME_LIMIT", default_value = "30s", value_parser = parse_duration)]
    pub solve_time_limit: Duration,
    /// Memory limit of one search, in MiB
    #[arg(long, env = "ARBITRE_SOLVE_MEMORY_LIMIT", default_value_t = 512)]
    pub solve_memory_limit: u64,
    /// Threads for jobs
    #[arg(long, env = "ARBITRE_JOB_THREADS", default_value_t = 1)]
    pub job_threads: usize,
    /// Time limit of one job
    #[arg(long, env = "ARBITRE_JOB_TIME_LIMIT", default_value = "3600s", value_parser = parse_duration)]
    pub job_time_limit: Duration,
    /// Games that are reviewed in the background after their end, at the lowest priority; other games on request
    #[arg(long, env = "ARBITRE_REVIEWS", value_enum, default_value = "tournaments")]
    pub reviews: BackgroundReviews,
}

impl Config {
    /// Whether solving is left to workers.
    pub fn only_referees(&self) -> bool {
        self.threads == Some(0)
    }

    pub fn request_threads(&self) -> usize {
        let usual = || self.solve_threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into)).max(1);
        self.threads.unwrap_or_else(usual)
    }

    pub fn job_threads(&self) -> usize {
        self.threads.unwrap_or(self.job_threads.max(1))
    }
}
