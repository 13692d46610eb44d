//! A worker: takes jobs from the queue, one a thread, and records their results. The referee runs workers, and so does `arbitre worker`.

use crate::job_question::QUESTION_VERSION;
use crate::{Assignment, Caps, Error, InternalError, JobFailed, JobQuestion, OutputFormat, QuestionError, Tools};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use message::{Coded, Message};
use parking_lot::Mutex;
use protocol::{JobProgress, JobState, json};
use runtime::memory::{MemoryBudget, MemoryError, Reservation};
use runtime::work::{Budget, CancellationBudget, Share, Spent, Stop, ThreadPool, WorkError, Working};
use runtime::{Checkpoint, wall_clock_ms};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use storage::{Claim, JobClass, JobEnd, JobQueue, PartEnd, Renewal, Resources, StorageError, StorageErrorKind, TakenPart, WorkerInfo};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

/// The largest result of a job, in bytes.
const MAX_BYTES: usize = 8 << 20;
/// The largest sum of the results of a job's parts, which are held until they are joined.
const MAX_PARTS_BYTES: usize = 8 * MAX_BYTES;
/// The poll interval of a job that waits for memory.
const MEMORY_POLL: Duration = Duration::from_millis(100);
/// The timeout for giving back unfinished parts at the end.
const GIVE_BACK_WITHIN: Duration = Duration::from_secs(3);
/// The niceness of job threads: everything else on the machine has priority, and short jobs before long ones.
const NICENESS: i32 = 15;
const NEW_NICENESS: i32 = 10;
/// Unsolicited reviews come last.
const LAST_NICENESS: i32 = 19;
/// The time slice of a new job. A job that needs more goes back to the queue of long jobs.
const FIRST_SLICE: Share = Share { time: Duration::from_secs(1), wait: Duration::from_secs(1), bytes: 256 << 20 };

pub struct Worker {
    queue: Arc<dyn JobQueue>,
    info: WorkerInfo,
    threads: usize,
    pool: ThreadPool,
    /// The time slice of a part; none for no limit.
    share: Option<Share>,
    tools: Arc<Tools>,
    caps: Caps,
    memory: MemoryBudget,
}

#[derive(Clone)]
enum PartOutcome {
    /// A result or a failure, to be recorded.
    End(PartEnd),
    /// It needs more than its time slice: another worker continues it.
    NeedsMore,
}

/// The state of a part that a thread reports.
#[derive(Default)]
struct Reported {
    progress: JobProgress,
    /// Not sent to the queue yet.
    checkpoint: Option<Checkpoint>,
}

struct Held {
    reported: Arc<Mutex<Reported>>,
    stop: CancellationToken,
    /// Its outcome, if that is not recorded yet.
    outcome: Option<PartOutcome>,
}

/// A finished part; without an outcome if it was stopped.
type Finished = (Claim, Option<Result<PartOutcome, WorkError>>);

impl Worker {
    /// The searches that may hold much memory besides those of the worker for long jobs.
    pub const MORE_SEARCHES: usize = 1;

    /// The workers of a process: one with `threads` threads for long jobs, one with one thread for new jobs, and one with one thread for
    /// unsolicited reviews. No job may exceed `caps`; results are reserved in `memory`.
    pub fn all(
        queue: &Arc<dyn JobQueue>,
        name: &str,
        threads: usize,
        tools: &Arc<Tools>,
        (caps, memory): (Caps, &MemoryBudget),
    ) -> Vec<Arc<Worker>> {
        let capacity = Resources { version: QUESTION_VERSION, mebibytes: caps.mebibytes, seconds: caps.time.as_secs() };
        let worker = |name, class, niceness, threads, share| {
            let (queue, tools, pool) = (queue.clone(), tools.clone(), ThreadPool::new(niceness, threads, threads));
            let (info, memory) = (WorkerInfo { name, capacity, class }, memory.clone());
            Arc::new(Worker { queue, info, threads, pool, share, tools, caps, memory })
        };
        vec![
            worker(name.into(), JobClass::Interactive, NICENESS, threads, None),
            worker(format!("{name}, untried"), JobClass::FirstRun, NEW_NICENESS, 1, Some(FIRST_SLICE)),
            worker(format!("{name}, background"), JobClass::Background, LAST_NICENESS, 1, None),
        ]
    }

    /// Stops all work immediately; [`run`](Worker::run) gives it back.
    pub fn close(&self) {
        self.pool.close();
    }

    /// Works until it is stopped, and gives back unfinished parts.
    /// Fails if the queue is of another version or damaged; while it does not answer, the worker waits.
    pub async fn run(&self, stop: CancellationToken) -> Result<(), Error> {
        let (mut held, mut working) = (BTreeMap::new(), FuturesUnordered::new());
        let ended = self.work(&stop, &mut held, &mut working).await;
        drop(working);
        if !held.is_empty() {
            let giving_back = async {
                // The renewal sends the checkpoint, from which the next worker continues.
                self.renew(&held).await;
                self.queue.give_back(held.into_keys().collect()).await
            };
            match tokio::time::timeout(GIVE_BACK_WITHIN, giving_back).await {
                Ok(Ok(())) => {}
                _ => tracing::warn!("unfinished tasks were not released; other workers claim them when the lease expires"),
            }
        }
        ended
    }

    async fn work(
        &self,
        stop: &CancellationToken,
        held: &mut BTreeMap<Claim, Held>,
        working: &mut FuturesUnordered<BoxFuture<'static, Finished>>,
    ) -> Result<(), Error> {
        let mut changes = self.queue.changes();
        let mut beat = tokio::time::interval(self.queue.report_interval());
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut is_warned = false;
        loop {
            let answered = async {
                self.record(held).await?;
                self.fill(held, working).await
            };
            match answered.await {
                Ok(()) => is_warned = false,
                Err(error) if error.kind == StorageErrorKind::Unavailable => {
                    if !std::mem::replace(&mut is_warned, true) {
                        tracing::warn!(%error, "the queue does not answer: running jobs continue, and the worker waits");
                    }
                }
                Err(error) => return Err(error.into()),
            }
            let is_waiting = is_warned || held.values().any(|held| held.outcome.is_some());
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(()),
                Some((claim, outcome)) = working.next(), if !working.is_empty() => match (outcome, held.get_mut(&claim)) {
                    (Some(outcome), Some(held)) => {
                        held.outcome = Some(outcome.unwrap_or_else(|error| PartOutcome::End(PartEnd::Job(failed(Error::from(error).public())))));
                    }
                    _ => drop(held.remove(&claim)),
                },
                // A queue of this process alone announces every change, so that an idle worker need not poll.
                _ = beat.tick(), if self.queue.is_shared() || is_waiting || !held.is_empty() => self.renew(held).await,
                changed = changes.changed() => {
                    if changed.is_err() {
                        return Ok(());
                    }
                    self.renew(held).await;
                }
            }
        }
    }

    async fn fill(
        &self,
        held: &mut BTreeMap<Claim, Held>,
        working: &mut FuturesUnordered<BoxFuture<'static, Finished>>,
    ) -> Result<(), StorageError> {
        while held.len() < self.threads {
            let Some(part) = self.queue.take(&self.info).await? else { break };
            let claim = part.claim;
            let reported = Arc::<Mutex<Reported>>::default();
            let stop = CancellationToken::new();
            let (shared, tools, caps, memory) = (reported.clone(), self.tools.clone(), self.caps, self.memory.clone());
            let share = self.share;
            let submitted = self.pool.submit(move |stop| work_on(&part, &tools, (&caps, &memory), share, stop, &shared));
            held.insert(claim, Held { reported, stop: stop.clone(), outcome: None });
            working.push(Box::pin(finished(claim, submitted, stop)));
        }
        Ok(())
    }

    /// Renews the claims, and stops the parts whose claim is lost: they were cancelled, or given to another worker.
    async fn renew(&self, held: &BTreeMap<Claim, Held>) {
        if held.is_empty() {
            return;
        }
        let renewal = |(claim, held): (&Claim, &Held)| {
            let mut reported = held.reported.lock();
            Renewal { claim: *claim, progress: reported.progress, checkpoint: reported.checkpoint.take() }
        };
        let renewals: Vec<Renewal> = held.iter().map(renewal).collect();
        match self.queue.renew(renewals.clone()).await {
            // A stopped part is removed when its thread has ended.
            Ok(lost) => lost.iter().filter_map(|claim| held.get(claim)).for_each(|held| held.stop.cancel()),
            Err(error) => {
                tracing::debug!(%error, "the queue does not answer");
                // The next renewal sends the checkpoint, unless there is a newer one.
                for renewal in renewals {
                    let mut reported = held[&renewal.claim].reported.lock();
                    reported.checkpoint = reported.checkpoint.take().or(renewal.checkpoint);
                }
            }
        }
    }

    /// Records the outcomes, and gives back the parts that need more time.
    async fn record(&self, held: &mut BTreeMap<Claim, Held>) -> Result<(), StorageError> {
        let ended: Vec<(Claim, PartOutcome)> = held.iter().filter_map(|(claim, held)| Some((*claim, held.outcome.clone()?))).collect();
        for (claim, outcome) in ended {
            let mut recorded = match outcome {
                PartOutcome::End(end) => self.queue.finish(claim, end).await,
                PartOutcome::NeedsMore => {
                    // The renewal sends the checkpoint, from which the next worker continues.
                    self.renew(held).await;
                    self.queue.give_back(vec![claim]).await
                }
            };
            if let Some(error) = of_one_job(&recorded) {
                let end = failed(JobFailed::NotKept { why: error.message() }.message());
                recorded = self.queue.finish(claim, PartEnd::Job(end)).await;
            }
            match of_one_job(&recorded) {
                Some(error) => tracing::error!(%error, job = claim.job, "the end of a job cannot be stored"),
                None => recorded?,
            }
            held.remove(&claim);
        }
        Ok(())
    }
}

/// An error of one job alone; any other error is one of the queue.
fn of_one_job(recorded: &Result<(), StorageError>) -> Option<&StorageError> {
    recorded.as_ref().err().filter(|error| matches!(error.kind, StorageErrorKind::Conflict | StorageErrorKind::Damaged))
}

async fn finished(claim: Claim, submitted: Result<Working<PartOutcome>, WorkError>, stop: CancellationToken) -> Finished {
    let done = async {
        match submitted {
            Ok(mut working) => working.done().await,
            Err(error) => Err(error),
        }
    };
    tokio::select! {
        done = done => (claim, Some(done)),
        () = stop.cancelled() => (claim, None),
    }
}

/// Works on a part within its time slice.
fn work_on(
    part: &TakenPart,
    tools: &Tools,
    (caps, memory): (&Caps, &MemoryBudget),
    share: Option<Share>,
    stop: Stop,
    shared: &Mutex<Reported>,
) -> PartOutcome {
    let mut follow = |spent: &Spent| shared.lock().progress = progress(spent);
    let mut keep = |checkpoint| shared.lock().checkpoint = Some(checkpoint);
    let is_last = part.claim.part + 1 == part.parts;
    let most_bytes = if is_last { MAX_BYTES } else { MAX_BYTES.min(MAX_PARTS_BYTES / part.parts as usize) };
    let mut needs_more = false;
    let worked = read(&part.question, caps).and_then(|(assignment, budget, form)| {
        let _room = reserved(memory, assignment.answer_bytes, &stop)?;
        let cancellation = CancellationBudget::new(budget, stop, &mut follow).resuming(part.checkpoint.as_ref(), &mut keep);
        let mut cancellation = share.into_iter().fold(cancellation, CancellationBudget::within);
        let body = match &assignment.cut {
            Some(cut) if part.parts > 1 => {
                if part.parts != cut.parts() + 1 {
                    return Err(InternalError::OtherParts { parts: part.parts, own: cut.parts() + 1 }.into());
                }
                if is_last { cut.join(&part.results, form) } else { cut.work(part.claim.part, tools, &mut cancellation) }
            }
            _ => (assignment.work)(tools, &mut cancellation, form),
        };
        needs_more = cancellation.is_out_of_share();
        Ok((body?, form))
    });
    if needs_more {
        return PartOutcome::NeedsMore;
    }
    PartOutcome::End(match worked {
        Ok((body, _)) if body.len() > most_bytes => PartEnd::Job(failed(
            JobFailed::TooLarge { bytes: body.len(), most: most_bytes, parts: if is_last { 1 } else { part.parts } }.message(),
        )),
        Ok((body, form)) => {
            let text = String::from_utf8_lossy(&body).into_owned();
            if is_last { PartEnd::Job(done(text, form)) } else { PartEnd::Result(text) }
        }
        Err(error) => PartEnd::Job(failed(error.public())),
    })
}

/// Reserves memory for a result; waits until there is some.
fn reserved(memory: &MemoryBudget, bytes: u64, stop: &Stop) -> Result<Reservation, MemoryError> {
    loop {
        match memory.reserve(bytes) {
            Err(MemoryError::Full) if !stop.is_set() => std::thread::sleep(MEMORY_POLL),
            reserved => return reserved,
        }
    }
}

fn read(question: &str, caps: &Caps) -> Result<(Assignment, Budget, OutputFormat), Error> {
    let question: JobQuestion = json::from_body(question.as_bytes()).map_err(|why| Error::from(QuestionError::OtherVersion { why }))?;
    let assignment = question.assignment()?;
    let budget = caps.budget(&assignment.limits)?;
    Ok((assignment, budget, question.form))
}

fn progress(spent: &Spent) -> JobProgress {
    let (generated, depth, bytes) = (spent.nodes, spent.depth, spent.bytes);
    JobProgress { generated, depth, bytes, time_us: spent.time.as_micros() as u64, ..JobProgress::default() }
}

pub(super) fn failed(why: Message) -> JobEnd {
    JobEnd { state: JobState::Failed, why: Some(why), result_type: None, result: None, ended_ms: wall_clock_ms() }
}

fn done(result: String, form: OutputFormat) -> JobEnd {
    let (result_type, result) = (Some(form.media_type().into()), Some(result));
    JobEnd { state: JobState::Done, why: None, result_type, result, ended_ms: wall_clock_ms() }
}
