//! Where questions are handed in: the threads that work on them, what they share, and the jobs.

use super::jobs::{Jobs, NewJob};
use super::{Caps, Form, JobId, JobQuestion, Taquin, Tools, Work, Worker};
use crate::core::config::{Config, duration};
use crate::core::memory;
use crate::core::storage::{JobEnd, LocalQueue, Storage};
use crate::core::work::{Asker, Budget, Leash, Pool, Share, Spent, Stop};
use crate::core::{Commands, Error, Life, caught_by};
use puzzle::cube::{Metric, Purpose};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// The niceness of threads that answer requests: everything else goes first, and short questions before long ones.
const NICENESS: i32 = 15;
const QUICK_NICENESS: i32 = 10;
/// A second of work at the start, for which questions would wait.
const PREPARING_NICENESS: i32 = 5;
/// Large tables are made when nobody wants anything else.
const LAST_NICENESS: i32 = 19;
/// Where the process may use less memory than this, small tables have to do.
const FOR_LARGE_TABLES: u64 = 2 << 30;
/// What a question has of the thread in each of the quick lanes: a classroom's question needs no more than the first, where nobody waits for
/// anybody else's tables, and one that has to make small tables no more than the last. One that needs more begins anew behind them: what it
/// loses is small beside what it takes. Each lane's share is small beside the next one's, so that who needs little more than a lane gives waits
/// little longer.
const QUICK: [Share; 3] = [
    Share { time: Duration::from_millis(50), wait: Duration::ZERO, bytes: u64::MAX },
    Share { time: Duration::from_millis(300), wait: Duration::from_millis(300), bytes: u64::MAX },
    Share { time: Duration::from_secs(2), wait: Duration::from_secs(2), bytes: u64::MAX },
];
/// How many questions may wait for a quick lane.
const MOST_QUICK: usize = 256;
/// Answers that have not been taken yet hold so much memory at most, in KiB.
const OUTBOX_KIB: usize = 256 * 1_024;

/// Puts at hand what most questions need, so that nobody's first one waits for it: what is made in a moment, and large tables that were kept.
fn prepare(tools: &Tools, leash: &mut Leash) {
    tools.cubes.prepare();
    // What is not there in time is made at the first need.
    let _ = Taquin::usual(3).prepare(tools, leash);
    // Megabytes that nobody has asked for are not put on a disk, which may be small.
    let large = Taquin::usual(4);
    if large.has_kept_tables(tools) {
        let _ = large.prepare(tools, leash);
    }
    tools.tables.equip_if_kept(&tools.cubes, Purpose::TwoPhase(Metric::Half));
}

/// The service that solves.
pub struct SolveService {
    /// The lanes in which every question begins, one after the other.
    quick: [Pool; QUICK.len()],
    /// The threads for requests that take longer, whose clients wait.
    pub requests: Pool,
    /// Whoever works on jobs here: whatever they do, requests are answered. None if this node only referees.
    workers: Vec<Arc<Worker>>,
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
    pub jobs: Arc<Jobs>,
    /// The threads that make small tables at the start, and large ones; none where they have no place.
    stocking: Option<[Pool; 2]>,
    commands: Commands,
    life: Arc<Life>,
}

impl SolveService {
    /// A service as the operator wants it.
    pub fn new(config: &Config, storage: Arc<dyn Storage>, life: Arc<Life>) -> SolveService {
        let (threads, job_threads) = (config.request_threads(), config.job_threads());
        let searches = threads + job_threads + Worker::MORE_SEARCHES;
        let caps = |time| Caps::among(searches, duration(time), config.solve_memory);
        let (request_caps, job_caps) = (caps(config.solve_seconds), caps(config.job_time));
        if job_caps.mebibytes < config.solve_memory {
            let (wanted, mebibytes) = (config.solve_memory, job_caps.mebibytes);
            tracing::warn!(
                searches,
                "{wanted} MiB for each search at one time are more than half of the memory that there is: each may hold {mebibytes} MiB"
            );
        }
        let tools = Arc::new(Tools::new(config.folder().map(Into::into)));
        let queue = storage.queue().unwrap_or_else(|| Arc::new(LocalQueue::new(storage.clone())));
        let name = config.node.clone().unwrap_or_else(|| format!("process {}", std::process::id()));
        let workers = if job_threads == 0 { vec![] } else { Worker::all(&queue, &name, job_threads, &tools, job_caps) };
        SolveService {
            quick: QUICK.map(|_| Pool::new(QUICK_NICENESS, 1, MOST_QUICK)),
            requests: Pool::new(NICENESS, threads, config.solve_queue),
            workers,
            tools,
            caps: request_caps,
            job_caps,
            queue: config.solve_queue,
            outbox: Arc::new(Semaphore::new(OUTBOX_KIB)),
            jobs: Jobs::new(queue, storage, life.clone(), config.solve_queue, job_threads),
            stocking: (!config.only_referees()
                && config.folder().is_some()
                && memory::there_is().is_some_and(|bytes| bytes >= FOR_LARGE_TABLES))
            .then(|| [PREPARING_NICENESS, LAST_NICENESS].map(|niceness| Pool::new(niceness, 1, 1))),
            commands: Commands::new(life.clone()),
            life,
        }
    }

    /// Puts tables at hand that most questions need, before anybody asks.
    fn prepare(&self) {
        let Some([pool, _]) = &self.stocking else { return };
        let budget = Budget { time: self.job_caps.time, nodes: u64::MAX, bytes: self.job_caps.mebibytes << 20 };
        let tools = self.tools.clone();
        if let Ok(mut preparing) = pool.submit(move |stop| prepare(&tools, &mut Leash::new(budget, stop, &mut |_| {}))) {
            self.life.spawn_until_stopped(async move { drop(preparing.done().await) });
        }
    }

    /// Has large tables made that questions would have been helped by.
    fn stock(&self) {
        let Some([_, pool]) = self.stocking.as_ref().filter(|_| self.tools.has_wishes()) else { return };
        let budget = Budget { time: self.job_caps.time, nodes: u64::MAX, bytes: self.job_caps.mebibytes << 20 };
        let tools = self.tools.clone();
        let making = pool.submit(move |stop| {
            while let Some(wish) = tools.take_wish() {
                let made = tools.fulfil(&wish, &mut Leash::new(budget, stop.clone(), &mut |_| {}));
                tracing::debug!(?made, "large tables");
            }
        });
        // Somebody may be making them already: that thread takes this wish, too.
        if let Ok(mut making) = making {
            self.life.spawn_until_stopped(async move { drop(making.done().await) });
        }
    }

    /// Answers a question while its asker waits: in the quick lanes first, so that nobody's short question waits for somebody's long one.
    ///
    /// # Errors
    /// When too many wait, or the question's own.
    pub async fn answer(&self, asker: Asker, form: Form, budget: Budget, work: Work) -> Result<Vec<u8>, Error> {
        if !self.has_threads() {
            return Err(Error::NoThreads);
        }
        let work_on = |share: Option<Share>| {
            let (tools, work) = (self.tools.clone(), work.clone());
            move |stop: Stop| {
                let mut nobody = |_: &Spent| {};
                let leash = Leash::new(budget, stop, &mut nobody);
                let mut leash = share.into_iter().fold(leash, Leash::within);
                let answer = work(&tools, &mut leash, form);
                (answer, leash.is_out_of_share())
            }
        };
        for (lane, share) in self.quick.iter().zip(QUICK) {
            let (answer, needs_more) = lane.submit_for(asker, work_on(Some(share)))?.done().await?;
            if !needs_more {
                self.stock();
                return answer;
            }
        }
        let (answer, _) = self.requests.submit_for(asker, work_on(None))?.done().await?;
        self.stock();
        answer
    }

    /// Whether anything is solved here while its asker waits.
    pub fn has_threads(&self) -> bool {
        !self.workers.is_empty()
    }

    /// Has a worker answer a question while its asker waits: as a job, which ends with the wait.
    ///
    /// # Errors
    /// As for [`create_job`](Self::create_job), and the question's own.
    pub async fn answer_elsewhere(&self, question: JobQuestion) -> Result<Vec<u8>, Error> {
        let (job, jobs, stop) = (self.read(question)?, self.jobs.clone(), self.life.stop.clone());
        let leaving = CancellationToken::new();
        let _leaves = leaving.clone().drop_guard();
        let answering = async move {
            let id = jobs.create(job).await?;
            if let Some(job) = jobs.find(id) {
                tokio::select! {
                    () = job.over.cancelled() => {}
                    () = leaving.cancelled() => return jobs.cancel(id).await.and(Err(Error::Stopping)),
                    () = stop.cancelled() => return jobs.cancel(id).await.and(Err(Error::Stopping)),
                }
            }
            match jobs.kept(id).await?.and_then(|row| row.end) {
                Some(JobEnd { result: Some(result), .. }) => Ok(result.into_bytes()),
                Some(JobEnd { why, .. }) => Err(Error::BadRequest(why.unwrap_or_else(|| "it was cancelled".into()))),
                None => Err(Error::Internal("a job that is over has no end".into())),
            }
        };
        self.commands.run(answering).await
    }

    /// Hands in a job.
    ///
    /// # Errors
    /// When the storage or the threads for jobs take no more, or the question's own.
    pub async fn create_job(&self, question: JobQuestion) -> Result<JobId, Error> {
        self.jobs.create(self.read(question)?).await
    }

    /// Takes up the jobs that were not over when the referee last stopped, puts tables at hand, and begins to work.
    ///
    /// # Errors
    /// When the storage does not answer.
    pub async fn resume(&self) -> Result<(), Error> {
        for row in self.jobs.lost().await? {
            self.jobs.resume(row, |question| caught_by(|| self.read(question)).and_then(|read| read)).await?;
        }
        self.prepare();
        for worker in self.workers.clone() {
            let stop = self.life.stop.clone();
            self.life.spawn(async move {
                if let Err(error) = worker.run(stop).await {
                    tracing::error!(%error, "nobody works on jobs here any more");
                }
            });
        }
        Ok(())
    }

    fn read(&self, question: JobQuestion) -> Result<NewJob, Error> {
        let assignment = question.assignment()?;
        self.job_caps.budget(&assignment.limits)?;
        let needs = Caps::needs(&assignment.limits);
        Ok(NewJob { question, assignment, needs })
    }

    /// Stops all work.
    pub fn close(&self) {
        self.quick.iter().for_each(Pool::close);
        self.requests.close();
        self.workers.iter().for_each(|worker| worker.close());
        self.stocking.iter().flatten().for_each(Pool::close);
    }
}
