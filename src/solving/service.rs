//! The solve service: thread pools for requests, shared tables, and jobs.

use crate::jobs::{Jobs, NewJob};
use crate::{Caps, Config, Error, InternalError, JobId, JobQuestion, OutputFormat, QuestionError, Taquin, Tools, Work, Worker};
use runtime::memory::{self, MemoryBudget, Reservation};
use runtime::work::{Budget, CancellationBudget, Share, Spent, Stop, ThreadPool, WorkError, WorkOwner};
use runtime::{Commands, Lifecycle, caught_by};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use storage::{JobEnd, LocalQueue, Storage};
use tokio_util::sync::CancellationToken;

/// The niceness of request threads: everything else has priority, and short questions before long ones.
const NICENESS: i32 = 15;
const QUICK_NICENESS: i32 = 10;
/// Small tables at the start: a second of work, for which questions would wait.
const PREPARING_NICENESS: i32 = 5;
/// Large tables have the lowest priority.
const LAST_NICENESS: i32 = 19;
/// The memory of the process below which no large tables are built, in bytes.
const FOR_LARGE_TABLES: u64 = 2 << 30;
/// The time slices of a multilevel feedback queue: a question that exceeds its slice starts again in the next queue, and at last in the pool for
/// long questions. Each slice is small beside the next, so that the restart costs little. In the first queue no question waits for tables.
const QUICK: [Share; 3] = [
    Share { time: Duration::from_millis(50), wait: Duration::ZERO, bytes: u64::MAX },
    Share { time: Duration::from_millis(300), wait: Duration::from_millis(300), bytes: u64::MAX },
    Share { time: Duration::from_secs(2), wait: Duration::from_secs(2), bytes: u64::MAX },
];
/// The most questions that wait in each of these queues.
const MAX_QUICK: usize = 256;
/// The other threads that may hold as much memory as a search: those of these queues, and those that build tables.
const MORE_SEARCHES: usize = QUICK.len() + 2;

/// Prepares the tables that most questions need, so that no first question waits for them. Tables that are not ready in time are built at first use.
fn prepare(tools: &Tools, cancellation: &mut CancellationBudget) {
    tools.cubes.prepare();
    for side in [3, 4] {
        let _ = Taquin::usual(side).prepare(tools, cancellation);
    }
}

pub struct SolveService {
    /// The queues in which every question begins that is not streamed.
    quick: [ThreadPool; QUICK.len()],
    pub requests: ThreadPool,
    /// Parses large bodies of requests.
    parsing: ThreadPool,
    /// The workers of jobs, on threads of their own; none if this node only referees.
    workers: Vec<Arc<Worker>>,
    pub tools: Arc<Tools>,
    pub caps: Caps,
    pub job_caps: Caps,
    pub queue: usize,
    pub memory: MemoryBudget,
    pub jobs: Arc<Jobs>,
    /// The pools that build small tables at the start, and large ones; none where memory or folder is missing.
    stocking: Option<[ThreadPool; 2]>,
    commands: Commands,
    life: Arc<Lifecycle>,
}

impl SolveService {
    /// A service by its configuration. Large tables are stored in `folder`; `node` names the workers. Without `parse_threads` bodies are parsed in the caller,
    /// for simulations in which no time may pass meanwhile.
    pub fn new(
        config: &Config,
        parse_threads: usize,
        folder: Option<&Path>,
        node: Option<&str>,
        storage: Arc<dyn Storage>,
        life: Arc<Lifecycle>,
    ) -> SolveService {
        let (threads, job_threads) = (config.request_threads(), config.job_threads());
        let searches = threads + job_threads + Worker::MORE_SEARCHES + MORE_SEARCHES;
        let caps = |time| Caps::among(searches, time, config.solve_memory_limit);
        let (request_caps, job_caps) = (caps(config.solve_time_limit), caps(config.job_time_limit));
        if job_caps.mebibytes < config.solve_memory_limit {
            let (wanted, mebibytes) = (config.solve_memory_limit, job_caps.mebibytes);
            tracing::warn!(
                searches,
                "{wanted} MiB for each search at one time are more than half of the memory that there is: each may hold {mebibytes} MiB"
            );
        }
        let tools = Arc::new(Tools::new(folder.map(Into::into)));
        let memory = MemoryBudget::for_clients();
        let queue = storage.queue().unwrap_or_else(|| Arc::new(LocalQueue::new(storage.clone())));
        let name = node.map_or_else(|| format!("process {}", std::process::id()), Into::into);
        let workers = if job_threads == 0 { vec![] } else { Worker::all(&queue, &name, job_threads, &tools, (job_caps, &memory)) };
        SolveService {
            quick: QUICK.map(|_| ThreadPool::new(QUICK_NICENESS, 1, MAX_QUICK)),
            requests: ThreadPool::new(NICENESS, threads, config.solve_queue),
            parsing: ThreadPool::new(QUICK_NICENESS, parse_threads, MAX_QUICK),
            workers,
            tools,
            caps: request_caps,
            job_caps,
            queue: config.solve_queue,
            memory,
            jobs: Jobs::new(queue, storage, life.clone(), config.solve_queue, job_threads),
            stocking: (!config.only_referees()
                && folder.is_some()
                && memory::available_bytes().is_some_and(|bytes| bytes >= FOR_LARGE_TABLES))
            .then(|| [PREPARING_NICENESS, LAST_NICENESS].map(|niceness| ThreadPool::new(niceness, 1, 1))),
            commands: Commands::new(life.clone()),
            life,
        }
    }

    /// Prepares tables in the background.
    fn prepare(&self) {
        let Some([pool, _]) = &self.stocking else { return };
        let budget = Budget { time: self.job_caps.time, nodes: u64::MAX, bytes: self.job_caps.mebibytes << 20 };
        let tools = self.tools.clone();
        if let Ok(mut preparing) = pool.submit(move |stop| prepare(&tools, &mut CancellationBudget::new(budget, stop, &mut |_| {}))) {
            self.life.spawn_until_stopped(async move { drop(preparing.done().await) });
        }
    }

    /// Builds wanted large tables in the background.
    fn stock(&self) {
        let Some([_, pool]) = self.stocking.as_ref().filter(|_| self.tools.has_table_requests()) else { return };
        let budget = Budget { time: self.job_caps.time, nodes: u64::MAX, bytes: self.job_caps.mebibytes << 20 };
        let tools = self.tools.clone();
        let making = pool.submit(move |stop| {
            while let Some(puzzle) = tools.take_table_request() {
                let made = tools.enlarge_tables(&puzzle, &mut CancellationBudget::new(budget, stop.clone(), &mut |_| {}));
                tracing::debug!(?made, "large tables");
            }
        });
        // If the pool is busy, its thread takes this request, too.
        if let Ok(mut making) = making {
            self.life.spawn_until_stopped(async move { drop(making.done().await) });
        }
    }

    /// Answers a question while its client waits, in the short queues first. Reserves the most bytes that the answer can take, and keeps those
    /// that it has reserved as long as it is held.
    pub async fn answer(
        &self,
        owner: WorkOwner,
        form: OutputFormat,
        budget: Budget,
        (work, most_bytes): (Work, u64),
    ) -> Result<ReservedAnswer, Error> {
        if !self.has_threads() {
            return Err(Error::NoThreads);
        }
        // The thread owns the reservation, so that it is not released before the thread has stopped.
        let work_on = |share: Option<Share>, mut reservation: Reservation| {
            let (tools, work) = (self.tools.clone(), work.clone());
            move |stop: Stop| {
                let mut ignored = |_: &Spent| {};
                let cancellation = CancellationBudget::new(budget, stop, &mut ignored);
                let mut cancellation = share.into_iter().fold(cancellation, CancellationBudget::within);
                let bytes = work(&tools, &mut cancellation, form);
                if cancellation.is_out_of_share() {
                    return Err(reservation);
                }
                Ok(bytes.and_then(|bytes| {
                    reservation.resize(bytes.capacity())?;
                    Ok(ReservedAnswer { bytes, reservation })
                }))
            }
        };
        let queues = self.quick.iter().zip(QUICK.map(Some)).chain([(&self.requests, None)]);
        let mut reservation = self.memory.reserve(most_bytes)?;
        for (queue, share) in queues {
            match queue.submit_for(owner, work_on(share, reservation))?.done().await? {
                Ok(answer) => {
                    self.stock();
                    return answer;
                }
                Err(still) => reservation = still,
            }
        }
        Err(InternalError::Unfinished.into())
    }

    /// The numbers of running and waiting requests in all queues.
    pub fn load(&self) -> (usize, usize) {
        let queues = self.quick.iter().chain([&self.requests]).map(ThreadPool::load);
        queues.fold((0, 0), |(running, waiting), queue| (running + queue.0, waiting + queue.1))
    }

    /// Whether this process answers requests.
    pub fn has_threads(&self) -> bool {
        !self.workers.is_empty()
    }

    /// Answers a question by a job on another worker while its client waits; the job is cancelled if the client leaves.
    pub async fn answer_elsewhere(&self, question: JobQuestion) -> Result<ReservedAnswer, Error> {
        if !self.jobs.have_worker().await? {
            return Err(Error::NoWorker);
        }
        let (job, jobs, stop) = (self.parsed(question).await?, self.jobs.clone(), self.life.stop.clone());
        let leaving = CancellationToken::new();
        let _leaves = leaving.clone().drop_guard();
        let answering = async move {
            let id = jobs.create(job).await?;
            if let Some(job) = jobs.find(id) {
                tokio::select! {
                    () = job.over.cancelled() => {}
                    () = leaving.cancelled() => return jobs.cancel(id).await.and(Err(Error::Work(WorkError::Stopping))),
                    () = stop.cancelled() => return jobs.cancel(id).await.and(Err(Error::Work(WorkError::Stopping))),
                }
            }
            match jobs.heading(id).await?.and_then(|heading| heading.row.end) {
                Some(JobEnd { why: Some(why), .. }) => Err(QuestionError::Whole(why).into()),
                Some(_) => Ok(id),
                None => Err(InternalError::NoEnd { id: id.to_string() }.into()),
            }
        };
        let id = self.commands.run(answering).await?;
        self.result(id).await?.ok_or_else(|| QuestionError::Cancelled.into())
    }

    /// The result of a job, if it is stored.
    pub async fn result(&self, id: JobId) -> Result<Option<ReservedAnswer>, Error> {
        let bytes = self.jobs.heading(id).await?.map_or(0, |heading| heading.result_bytes);
        let reservation = self.memory.reserve(bytes)?;
        let result = self.jobs.stored(id).await?.and_then(|row| row.end?.result);
        Ok(result.map(|result| ReservedAnswer { bytes: result.into_bytes(), reservation }))
    }

    /// Creates a job.
    pub async fn create_job(&self, question: JobQuestion) -> Result<JobId, Error> {
        self.jobs.create(self.parsed(question).await?).await
    }

    /// Resumes the unfinished jobs of the last run, prepares tables, and starts the workers.
    pub async fn resume(&self) -> Result<(), Error> {
        for row in self.jobs.lost().await? {
            let read = |question| read(question, &self.job_caps, &self.memory);
            self.jobs.resume(row, |question| caught_by(|| read(question)).map_err(Error::from).and_then(|read| read)).await?;
        }
        self.prepare();
        for worker in self.workers.clone() {
            let stop = self.life.stop.clone();
            self.life.spawn(async move {
                if let Err(error) = worker.run(stop).await {
                    tracing::error!(%error, "a worker of jobs has ended");
                }
            });
        }
        Ok(())
    }

    async fn parsed(&self, question: JobQuestion) -> Result<NewJob, Error> {
        let (caps, memory) = (self.job_caps, self.memory.clone());
        self.parse(question.from.into(), move || read(question, &caps, &memory)).await?
    }

    /// Lets a thread parse what a client has sent.
    pub async fn parse<T: Send + 'static>(&self, owner: WorkOwner, work: impl FnOnce() -> T + Send + 'static) -> Result<T, WorkError> {
        self.parsing.submit_for(owner, move |_| work())?.done().await
    }

    pub fn close(&self) {
        self.quick.iter().for_each(ThreadPool::close);
        self.requests.close();
        self.parsing.close();
        self.workers.iter().for_each(|worker| worker.close());
        self.stocking.iter().flatten().for_each(ThreadPool::close);
    }
}

fn read(question: JobQuestion, caps: &Caps, memory: &MemoryBudget) -> Result<NewJob, Error> {
    let assignment = question.assignment()?;
    caps.budget(&assignment.limits)?;
    memory.check_size(assignment.answer_bytes)?;
    let needs = Caps::needs(&assignment.limits);
    Ok(NewJob { question, assignment, needs })
}

/// An answer with its memory reservation; both are released when it is dropped.
pub struct ReservedAnswer {
    pub bytes: Vec<u8>,
    pub reservation: Reservation,
}

impl AsRef<[u8]> for ReservedAnswer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
