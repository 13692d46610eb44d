//! The throughput of the job queue in a database by the number of worker processes, with jobs that only wait.
//!
//! `tests/cluster/postgres cargo bench --bench queue [-- JOBS MILLISECONDS]`

use cluster::DatabaseUrl;
use protocol::JobState;
use server::StorageLocation;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use storage::{Change, Durability, JobClass, JobEnd, JobRow, PartEnd, QueuedJob, Resources, WorkerInfo};

const PROCESSES: [usize; 6] = [1, 2, 4, 8, 16, 32];

fn needs() -> Resources {
    Resources { version: 1, mebibytes: 0, seconds: 0 }
}

async fn work(url: DatabaseUrl, pause: Duration) {
    let queue = cluster::open_queue(&url).await.expect("a queue");
    let info = WorkerInfo { name: format!("process {}", std::process::id()), capacity: needs(), class: JobClass::Interactive };
    let mut changes = queue.changes();
    loop {
        match queue.take(&info).await.expect("an answer") {
            Some(part) => {
                tokio::time::sleep(pause).await;
                let end = JobEnd { state: JobState::Done, why: None, result_type: None, result: Some("done".into()), ended_ms: 1 };
                queue.finish(part.claim, PartEnd::Job(end)).await.expect("recorded");
            }
            None => drop(tokio::time::timeout(Duration::from_secs(1), changes.changed()).await),
        }
    }
}

/// The time of a number of processes for a number of jobs.
async fn measure(address: &str, processes: usize, jobs: u64, pause: Duration) -> Duration {
    let url: DatabaseUrl = format!("{address}?schema=waiting_{processes}").parse().expect("an address");
    let location = StorageLocation::Database(url.clone());
    let opened = server::open(&location, Durability::Process).await.expect("a database");
    let queue = opened.storage.queue().expect("a database has one");
    let program = std::env::current_exe().expect("this program");
    let mut children: Vec<_> = (0..processes)
        .map(|_| {
            let pause = pause.as_millis().to_string();
            let mut command = Command::new(&program);
            command.args(["worker", &format!("{address}?schema=waiting_{processes}"), &pause]).stderr(Stdio::inherit());
            command.spawn().expect("a process")
        })
        .collect();
    // The processes have started when each has done a job.
    let enter = async |ids: std::ops::Range<u64>| {
        for id in ids {
            let row = JobRow { id, task: "wait".into(), question: Some("wait".into()), created_ms: 1, ..JobRow::default() };
            let job = QueuedJob { id, client: None, is_background: false, question: "wait".into(), parts: 1, needs: needs() };
            queue.enter(vec![Change::Job(row)], job).await.expect("it enters");
        }
    };
    let all_over = async |ids: std::ops::Range<u64>| {
        while !queue.statuses(ids.clone().collect()).await.expect("an answer").is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    enter(1..1 + 2 * processes as u64).await;
    all_over(1..1 + 2 * processes as u64).await;
    let begin = Instant::now();
    let ids = 1_000..1_000 + jobs;
    enter(ids.clone()).await;
    all_over(ids).await;
    let took = begin.elapsed();
    for child in &mut children {
        let _ = child.kill();
        let _ = child.wait();
    }
    drop(queue);
    tokio::task::spawn_blocking(|| opened.close()).await.expect("it closes");
    took
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [mode, address, pause] = &words[..]
        && mode == "worker"
    {
        return work(address.parse().expect("an address"), Duration::from_millis(pause.parse().expect("milliseconds"))).await;
    }
    let address = std::env::var("ARBITRE_TEST_POSTGRES").expect("tests/cluster/postgres starts a database");
    let number = |place: usize, usual: u64| words.get(place).map_or(usual, |word| word.parse().expect("a number"));
    let (jobs, pause) = (number(0, 400), Duration::from_millis(number(1, 100)));
    println!("{jobs} jobs of {} ms, in which a worker only waits:", pause.as_millis());
    println!("processes  seconds  jobs a second  of what as many would do alone");
    for processes in PROCESSES {
        let seconds = measure(&address, processes, jobs, pause).await.as_secs_f64();
        let rate = jobs as f64 / seconds;
        println!("{processes:9}  {seconds:7.2}  {rate:13.1}  {:6.0} %", 100.0 * rate * pause.as_secs_f64() / processes as f64);
    }
}
