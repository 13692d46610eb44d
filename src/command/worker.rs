//! `worker`: takes jobs of a referee from the database that it shares with it, on any machine.

use crate::output::{Output, print_line};
use crate::process::{CommandResult, LogFormat, block_on, log_to_stderr, stop_on_signal};
use clap::Args;
use cluster::{DatabaseUrl, node_name};
use futures_util::future::try_join_all;
use runtime::memory::MemoryBudget;
use solving::{Caps, Tools, Worker};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Run jobs of the referee that has the same `--store`
#[derive(Args)]
pub struct WorkerArgs {
    /// Database of the stored data: postgres://USER:PASSWORD@HOST/DATABASE?schema=NAME
    #[arg(long, env = "ARBITRE_STORE", hide_env_values = true, value_name = "URL", required_unless_present = "store_file")]
    store: Option<DatabaseUrl>,
    /// File that contains the value of --store, since every user of the machine can read a command line
    #[arg(long, env = "ARBITRE_STORE_FILE", value_name = "FILE", value_parser = cluster::read_store_file)]
    store_file: Option<DatabaseUrl>,
    /// Concurrent parts of jobs [default: one a processor]
    #[arg(long, env = "ARBITRE_JOB_THREADS", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    job_threads: Option<u16>,
    /// The worker's name in the database [default: the machine's name and the number of the process]
    #[arg(long, env = "ARBITRE_WORKER_NAME", value_name = "NAME", value_parser = node_name)]
    worker_name: Option<String>,
    /// Memory limit of one search, in MiB: jobs that need more are not taken
    #[arg(long, env = "ARBITRE_SOLVE_MEMORY_LIMIT", default_value_t = 512)]
    solve_memory_limit: u64,
    /// Time limit of a part of a job: jobs that need more are not taken
    #[arg(long, env = "ARBITRE_JOB_TIME_LIMIT", default_value = "3600s", value_parser = runtime::parse_duration)]
    job_time_limit: Duration,
    /// Format of the log
    #[arg(long, env = "ARBITRE_LOG_FORMAT", value_enum, default_value = "human")]
    log_format: LogFormat,
}

impl WorkerArgs {
    pub fn run(self) -> CommandResult {
        let _log = log_to_stderr(self.log_format, "info,tokio_postgres=error,deadpool_postgres=error");
        block_on(async {
            let stop = CancellationToken::new();
            stop_on_signal(stop.clone())?;
            let threads = self.job_threads.map_or_else(|| std::thread::available_parallelism().map_or(1, Into::into), usize::from);
            let name = self.worker_name.unwrap_or_else(own_name);
            let caps = Caps::among(threads + Worker::MORE_SEARCHES, self.job_time_limit, self.solve_memory_limit);
            let store = self.store.or(self.store_file).expect("clap requires one of the two");
            let Some(queue) = cluster::retry_while_down(&stop, || cluster::open_queue(&store)).await.transpose()? else {
                return Ok(());
            };
            let tools = Arc::new(Tools::new(None));
            let workers = Worker::all(&queue, &name, threads, &tools, (caps, &MemoryBudget::for_clients()));
            print_line(&Output::Worker { name: name.clone(), threads, mebibytes: caps.mebibytes, database: store.to_string() })?;
            let working = async {
                let worked = try_join_all(workers.iter().map(|worker| worker.run(stop.clone()))).await;
                stop.cancel();
                worked
            };
            let (worked, announced) = tokio::join!(working, cluster::announce_worker(&store, &name, &stop));
            workers.iter().for_each(|worker| worker.close());
            worked?;
            announced?;
            Ok(())
        })
    }
}

/// The machine's name and the number of the process.
fn own_name() -> String {
    let machine = runtime::system::host_name();
    let machine: String =
        machine.trim().chars().filter(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(*letter)).take(40).collect();
    format!("{}:{}", if machine.is_empty() { "worker" } else { &machine }, std::process::id())
}
