//! Takes jobs from the queue, as many at one time as it has threads, and records what came of them. The referee has one beside it, and
//! `arbitre worker` is one alone.

use super::job_question::EDITION;
use super::{Assignment, Caps, Form, JobQuestion, Tools};
use crate::Error;
use crate::{Flaw, JobFailed};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use message::{Coded, Message};
use protocol::{JobProgress, JobState};
use runtime::Checkpoint;
use runtime::memory::{MemoryBudget, MemoryError, Reservation};
use runtime::wall_clock_ms;
use runtime::work::WorkError;
use runtime::work::{Budget, CancellationBudget, Pool, Share, Spent, Stop, Working};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use storage::{Claim, Fault, JobEnd, JobQueue, Needs, PartEnd, Renewal, StorageError, TakenPart, Wanted, WorkerCard};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

/// The largest result of a job that is kept, in bytes.
const MOST_BYTES: usize = 8 << 20;
/// What the parts of a job may come to together, at most: they are held until they are put together.
const MOST_PARTS_BYTES: usize = 8 * MOST_BYTES;
/// How often a job that waits for memory looks whether there is some.
const MEMORY_POLL: Duration = Duration::from_millis(100);
/// How long giving back what is not done may take at the end.
const FAREWELL: Duration = Duration::from_secs(3);
/// The niceness of threads that work on jobs: everything else on the machine goes first, and short jobs before long ones.
const NICENESS: i32 = 15;
const UNTRIED_NICENESS: i32 = 10;
/// What nobody waits for comes last.
const LAST_NICENESS: i32 = 19;
/// What a job that nobody has worked on yet has of the thread for such. One that needs more goes back to the queue, where it waits for its turn
/// among long ones.
const UNTRIED: Share = Share { time: Duration::from_secs(1), wait: Duration::from_secs(1), bytes: 256 << 20 };

/// A worker.
pub struct Worker {
    queue: Arc<dyn JobQueue>,
    card: WorkerCard,
    threads: usize,
    pool: Pool,
    /// What a part has of a thread; none if as much as it takes.
    share: Option<Share>,
    tools: Arc<Tools>,
    caps: Caps,
    memory: MemoryBudget,
}

/// What came of the work on a part.
#[derive(Clone)]
enum Outcome {
    /// An end, to be recorded.
    End(PartEnd),
    /// It needs more than its share: another worker goes on.
    NeedsMore,
}

/// What a thread says of the part that it works on.
#[derive(Default)]
struct Told {
    progress: JobProgress,
    /// What the queue has not been told yet.
    checkpoint: Option<Checkpoint>,
}

/// A part that a thread works on, or has.
struct Held {
    told: Arc<Mutex<Told>>,
    /// Ends the work.
    stop: CancellationToken,
    /// What came of it, if the queue has not been told yet.
    outcome: Option<Outcome>,
}

/// What is heard of a part in the end; nothing if it was stopped.
type Heard = (Claim, Option<Result<Outcome, WorkError>>);

impl Worker {
    /// How many searches may hold much memory besides those of the threads that somebody waits for.
    pub const MORE_SEARCHES: usize = 1;

    /// The workers of a process of this name: one with so many threads for jobs that somebody waits for, one with a thread for those among them
    /// that are short, and one with a thread for what nobody waits for. No work may cost more than `caps`; what is put together of its results is reserved
    /// of `memory`.
    pub fn all(
        queue: &Arc<dyn JobQueue>,
        name: &str,
        threads: usize,
        tools: &Arc<Tools>,
        (caps, memory): (Caps, &MemoryBudget),
    ) -> Vec<Arc<Worker>> {
        let gives = Needs { edition: EDITION, mebibytes: caps.mebibytes, seconds: caps.time.as_secs() };
        let worker = |name, wanted, niceness, threads, share| {
            let (queue, tools, pool) = (queue.clone(), tools.clone(), Pool::new(niceness, threads, threads));
            let (card, memory) = (WorkerCard { name, gives, wanted }, memory.clone());
            Arc::new(Worker { queue, card, threads, pool, share, tools, caps, memory })
        };
        vec![
            worker(name.into(), Wanted::Asked, NICENESS, threads, None),
            worker(format!("{name}, untried"), Wanted::Untried, UNTRIED_NICENESS, 1, Some(UNTRIED)),
            worker(format!("{name}, unasked"), Wanted::Unasked, LAST_NICENESS, 1, None),
        ]
    }

    /// Stops all work at once; it is given back by whoever [`run`](Worker::run)s.
    pub fn close(&self) {
        self.pool.close();
    }

    /// Works until it is stopped, and gives back what is not done then.
    ///
    /// # Errors
    /// When the queue is of another version, or damaged. While it does not answer, the worker waits.
    pub async fn run(&self, stop: CancellationToken) -> Result<(), Error> {
        let (mut held, mut working) = (BTreeMap::new(), FuturesUnordered::new());
        let ended = self.work(&stop, &mut held, &mut working).await;
        drop(working);
        if !held.is_empty() {
            let farewell = async {
                // With how far it is, so that whoever takes it next goes on from there.
                self.renew(&held).await;
                self.queue.give_back(held.into_keys().collect()).await
            };
            match tokio::time::timeout(FAREWELL, farewell).await {
                Ok(Ok(())) => {}
                _ => tracing::warn!("what was not done could not be given back: others take it when its time is over"),
            }
        }
        ended
    }

    async fn work(
        &self,
        stop: &CancellationToken,
        held: &mut BTreeMap<Claim, Held>,
        working: &mut FuturesUnordered<BoxFuture<'static, Heard>>,
    ) -> Result<(), Error> {
        let mut changes = self.queue.changes();
        let mut beat = tokio::time::interval(self.queue.beat());
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut is_told = false;
        loop {
            let answered = async {
                self.record(held).await?;
                self.fill(held, working).await
            };
            match answered.await {
                Ok(()) => is_told = false,
                Err(error) if error.fault == Fault::Unavailable => {
                    if !std::mem::replace(&mut is_told, true) {
                        tracing::warn!(%error, "the queue does not answer: what is at work goes on, and the worker waits");
                    }
                }
                Err(error) => return Err(error.into()),
            }
            let is_waiting = is_told || held.values().any(|held| held.outcome.is_some());
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(()),
                Some((claim, heard)) = working.next(), if !working.is_empty() => match (heard, held.get_mut(&claim)) {
                    (Some(outcome), Some(held)) => {
                        held.outcome = Some(outcome.unwrap_or_else(|error| Outcome::End(PartEnd::Job(failed(Error::from(error).public())))));
                    }
                    _ => drop(held.remove(&claim)),
                },
                // Whoever has it alone hears of all that changes, and looks by itself only as long as it has something to tell.
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

    /// Takes as much as there are threads for.
    async fn fill(
        &self,
        held: &mut BTreeMap<Claim, Held>,
        working: &mut FuturesUnordered<BoxFuture<'static, Heard>>,
    ) -> Result<(), StorageError> {
        while held.len() < self.threads {
            let Some(part) = self.queue.take(&self.card).await? else { break };
            let claim = part.claim;
            let told = Arc::<Mutex<Told>>::default();
            let stop = CancellationToken::new();
            let (tell, tools, caps, memory) = (told.clone(), self.tools.clone(), self.caps, self.memory.clone());
            let share = self.share;
            let submitted = self.pool.submit(move |stop| work_on(&part, &tools, (&caps, &memory), share, stop, &tell));
            held.insert(claim, Held { told, stop: stop.clone(), outcome: None });
            working.push(Box::pin(heard(claim, submitted, stop)));
        }
        Ok(())
    }

    /// Says that what is held is still held, and hears what no longer is: it was cancelled, or given to another.
    async fn renew(&self, held: &BTreeMap<Claim, Held>) {
        if held.is_empty() {
            return;
        }
        let renewal = |(claim, held): (&Claim, &Held)| {
            let mut told = locked(&held.told);
            Renewal { claim: *claim, progress: told.progress, checkpoint: told.checkpoint.take() }
        };
        let renewals: Vec<Renewal> = held.iter().map(renewal).collect();
        match self.queue.renew(renewals.clone()).await {
            // The work that was stopped is heard of, and then no longer held.
            Ok(lost) => lost.iter().filter_map(|claim| held.get(claim)).for_each(|held| held.stop.cancel()),
            Err(error) => {
                tracing::debug!(%error, "the queue does not answer");
                // It is told the next time, if nothing newer is.
                for renewal in renewals {
                    let mut told = locked(&held[&renewal.claim].told);
                    told.checkpoint = told.checkpoint.take().or(renewal.checkpoint);
                }
            }
        }
    }

    /// Records what has come to its end, and gives back what needs more than there is here.
    async fn record(&self, held: &mut BTreeMap<Claim, Held>) -> Result<(), StorageError> {
        let ended: Vec<(Claim, Outcome)> = held.iter().filter_map(|(claim, held)| Some((*claim, held.outcome.clone()?))).collect();
        for (claim, outcome) in ended {
            let mut recorded = match outcome {
                Outcome::End(end) => self.queue.finish(claim, end).await,
                Outcome::NeedsMore => {
                    // With how far it is, so that whoever takes it next goes on from there.
                    self.renew(held).await;
                    self.queue.give_back(vec![claim]).await
                }
            };
            if let Some(error) = of_one_job(&recorded) {
                let end = failed(JobFailed::NotKept { why: error.message() }.message());
                recorded = self.queue.finish(claim, PartEnd::Job(end)).await;
            }
            match of_one_job(&recorded) {
                Some(error) => tracing::error!(%error, job = claim.job, "the end of a job cannot be kept"),
                None => recorded?,
            }
            held.remove(&claim);
        }
        Ok(())
    }
}

/// An error that concerns the job at hand alone. Any other concerns all: the queue does not answer, or is closed.
fn of_one_job(recorded: &Result<(), StorageError>) -> Option<&StorageError> {
    recorded.as_ref().err().filter(|error| matches!(error.fault, Fault::Conflict | Fault::Damaged))
}

fn locked(told: &Mutex<Told>) -> MutexGuard<'_, Told> {
    // No code that can panic runs under the lock.
    told.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn heard(claim: Claim, submitted: Result<Working<Outcome>, WorkError>, stop: CancellationToken) -> Heard {
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

/// Works on a part, as long as its share lasts.
fn work_on(
    part: &TakenPart,
    tools: &Tools,
    (caps, memory): (&Caps, &MemoryBudget),
    share: Option<Share>,
    stop: Stop,
    tell: &Mutex<Told>,
) -> Outcome {
    let mut follow = |spent: &Spent| locked(tell).progress = progress(spent);
    let mut keep = |checkpoint| locked(tell).checkpoint = Some(checkpoint);
    let is_last = part.claim.part + 1 == part.parts;
    let most_bytes = if is_last { MOST_BYTES } else { MOST_BYTES.min(MOST_PARTS_BYTES / part.parts as usize) };
    let mut needs_more = false;
    let worked = read(&part.question, caps).and_then(|(assignment, budget, form)| {
        let _room = reserved(memory, assignment.answer_bytes, &stop)?;
        let cancellation = CancellationBudget::new(budget, stop, &mut follow).resuming(part.checkpoint.as_ref(), &mut keep);
        let mut cancellation = share.into_iter().fold(cancellation, CancellationBudget::within);
        let body = match &assignment.cut {
            Some(cut) if part.parts > 1 => {
                if part.parts != cut.parts() + 1 {
                    return Err(Error::Internal(format!("a job of {} parts is one of {} here", part.parts, cut.parts() + 1)));
                }
                if is_last { cut.join(&part.results, form) } else { cut.work(part.claim.part, tools, &mut cancellation) }
            }
            _ => (assignment.work)(tools, &mut cancellation, form),
        };
        needs_more = cancellation.is_out_of_share();
        Ok((body?, form))
    });
    if needs_more {
        return Outcome::NeedsMore;
    }
    Outcome::End(match worked {
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

/// Memory for a result. Nobody waits for a job so closely that it could not wait for others' answers to be read.
fn reserved(memory: &MemoryBudget, bytes: u64, stop: &Stop) -> Result<Reservation, MemoryError> {
    loop {
        match memory.reserve(bytes) {
            Err(MemoryError::Full) if !stop.is_set() => std::thread::sleep(MEMORY_POLL),
            reserved => return reserved,
        }
    }
}

fn read(question: &str, caps: &Caps) -> Result<(Assignment, Budget, Form), Error> {
    let question: JobQuestion =
        serde_json::from_str(question).map_err(|error| Error::from(Flaw::OtherVersion { why: error.to_string() }))?;
    let assignment = question.assignment()?;
    let budget = caps.budget(&assignment.limits)?;
    Ok((assignment, budget, question.form))
}

fn progress(spent: &Spent) -> JobProgress {
    let (generated, depth, bytes) = (spent.nodes, spent.depth, spent.bytes);
    JobProgress { generated, depth, bytes, time_us: spent.time.as_micros() as u64, ..JobProgress::default() }
}

/// The end of a job for which there is no result, and why.
pub(super) fn failed(why: Message) -> JobEnd {
    JobEnd { state: JobState::Failed, why: Some(why), result_type: None, result: None, ended_ms: wall_clock_ms() }
}

fn done(result: String, form: Form) -> JobEnd {
    let (result_type, result) = (Some(form.media_type().into()), Some(result));
    JobEnd { state: JobState::Done, why: None, result_type, result, ended_ms: wall_clock_ms() }
}
