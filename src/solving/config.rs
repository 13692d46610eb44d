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
    /// Threads that solve, for requests and as many again for jobs; 0: this node does nothing but referee, and `arbitre worker` solves
    /// [default: as the two options for requests and for jobs say]
    #[arg(long, env = "ARBITRE_THREADS")]
    pub threads: Option<usize>,
    /// Threads that solve puzzles and analyse positions for requests [default: one a processor]
    #[arg(long, env = "ARBITRE_SOLVE_THREADS")]
    pub solve_threads: Option<usize>,
    /// Most requests that may wait for such a thread
    #[arg(long, env = "ARBITRE_SOLVE_QUEUE", default_value_t = 64)]
    pub solve_queue: usize,
    /// Longest that one request may be worked on
    #[arg(long, env = "ARBITRE_SOLVE_SECONDS", default_value = "30s", value_parser = parse_duration)]
    pub solve_seconds: Duration,
    /// Most memory that one search may hold, in MiB
    #[arg(long, env = "ARBITRE_SOLVE_MEMORY", default_value_t = 512)]
    pub solve_memory: u64,
    /// Threads that work on jobs
    #[arg(long, env = "ARBITRE_JOB_THREADS", default_value_t = 1)]
    pub job_threads: usize,
    /// Longest that one job may be worked on
    #[arg(long, env = "ARBITRE_JOB_TIME", default_value = "3600s", value_parser = parse_duration)]
    pub job_time: Duration,
    /// Games that are reviewed after their end without a request, by a thread of the lowest priority; any game is reviewed on request
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
