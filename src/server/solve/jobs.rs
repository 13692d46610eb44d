//! Work that takes longer than a request should: it has a name, tells how far it is, and its result is kept.

use super::{Assignment, Form, JobId, JobQuestion, Tools};
use crate::core::storage::{Change, JobEnd, JobRow, Storage};
use crate::core::time::wall_clock_ms;
use crate::core::work::{Asker, Budget, Leash, Pool, Spent, Working};
use crate::core::{Error, Life};
use protocol::{JobProgress, JobState};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// How often a job tells how far it is.
const TOLD_EVERY: Duration = Duration::from_millis(250);
/// The largest result that is kept, in bytes.
const MOST_BYTES: usize = 8 << 20;
/// How many jobs that are over are kept. The oldest go first.
const KEPT: u32 = 100;
/// How many reviews of matches: some 40 kB each.
const KEPT_REVIEWS: u32 = 2_000;

/// A question that was not over after so many restarts is not asked again: perhaps it is what ends the referee.
const MOST_TRIES: u32 = 8;

/// A job to be.
pub struct NewJob {
    /// What it is asked.
    pub question: JobQuestion,
    /// The question, read.
    pub assignment: Assignment,
    /// What it may cost.
    pub budget: Budget,
}

/// A job that is not over.
pub struct UnfinishedJob {
    /// Who asked for it.
    pub asker: Asker,
    /// What it works on.
    pub task: String,
    /// When it was made: milliseconds since 1970.
    pub created_ms: i64,
    /// Where it stands and how far it is.
    pub progress: watch::Receiver<(JobState, JobProgress)>,
    /// Ends it.
    pub cancel: CancellationToken,
    /// Cancelled once its end is in storage.
    pub over: CancellationToken,
}

/// The jobs that are not over, and where all are kept.
pub struct Jobs {
    unfinished: Mutex<BTreeMap<JobId, Arc<UnfinishedJob>>>,
    storage: Arc<dyn Storage>,
    life: Arc<Life>,
}

fn told(spent: &Spent) -> JobProgress {
    JobProgress { generated: spent.nodes, depth: spent.depth, bytes: spent.bytes, time_us: spent.time.as_micros() as u64 }
}

impl Jobs {
    /// None yet.
    pub fn new(storage: Arc<dyn Storage>, life: Arc<Life>) -> Jobs {
        Jobs { unfinished: Mutex::default(), storage, life }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<JobId, Arc<UnfinishedJob>>> {
        // No code that can panic runs under the lock.
        self.unfinished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A job that is not over.
    pub fn find(&self, id: JobId) -> Option<Arc<UnfinishedJob>> {
        self.lock().get(&id).cloned()
    }

    /// The jobs that are not over, by number; of one asker, or all.
    pub fn unfinished(&self, asker: Option<Asker>) -> Vec<(JobId, Arc<UnfinishedJob>)> {
        let jobs = self.lock();
        let wanted = jobs.iter().filter(|(_, job)| asker.is_none_or(|asker| job.asker == asker));
        wanted.map(|(id, job)| (*id, job.clone())).collect()
    }

    /// The jobs that were not over when the referee last stopped.
    pub async fn lost(&self) -> Result<Vec<JobRow>, Error> {
        let mut rows = Vec::new();
        for id in self.storage.unfinished_jobs().await? {
            rows.extend(self.storage.find_job(id).await?);
        }
        // In the order in which they were handed in.
        rows.sort_by_key(|row| (row.created_ms, row.id));
        Ok(rows)
    }

    /// The job as it is kept.
    pub async fn kept(&self, id: JobId) -> Result<Option<JobRow>, Error> {
        Ok(self.storage.find_job(id.number()).await?)
    }

    /// Hands in a job: it is worked on by a thread of the pool, with what the solvers share.
    ///
    /// # Errors
    /// When the storage or the pool takes no more.
    pub async fn create(self: &Arc<Self>, pool: &Pool, tools: &Arc<Tools>, job: NewJob) -> Result<JobId, Error> {
        if let Some(why) = self.storage.trouble() {
            return Err(Error::StorageWaits { why });
        }
        let question = serde_json::to_string(&job.question).expect("a question is writable as JSON");
        let (task, game) = (job.assignment.label.clone(), job.question.game);
        let handed_in = HandedIn::to(pool, tools, job)?;
        let (number, created_ms) = (self.storage.number_job().await?, wall_clock_ms());
        let row = JobRow { id: number, task, created_ms, question: Some(question), game, tries: 0, end: None };
        self.storage.write(vec![Change::Job(row.clone()), Change::JobsForgotten { kept: KEPT, reviews: KEPT_REVIEWS }]).await?;
        Ok(self.follow(&row, handed_in))
    }

    /// Takes up a job that was not over when the referee last stopped; `read` reads its question, and says by which threads it is worked on. One that cannot be asked again has failed.
    ///
    /// # Errors
    /// When the storage does not answer.
    pub async fn resume<'p>(
        self: &Arc<Self>,
        tools: &Arc<Tools>,
        row: JobRow,
        read: impl Fn(JobQuestion) -> Result<(&'p Pool, NewJob), Error>,
    ) -> Result<(), Error> {
        let id = row.id;
        let question = row.question.as_deref().and_then(|text| serde_json::from_str(text).ok());
        let again = match question {
            _ if row.tries >= MOST_TRIES => Err(format!("the referee has been restarted {MOST_TRIES} times while it was worked on")),
            None => Err("the referee restarted".into()),
            Some(question) => read(question)
                .and_then(|(pool, job)| HandedIn::to(pool, tools, job))
                .map_err(|error| format!("after a restart: {}", error.public())),
        };
        match again {
            Ok(handed_in) => {
                self.storage.write(vec![Change::JobTriedAgain { id }]).await?;
                self.follow(&row, handed_in);
            }
            Err(why) => self.storage.write(vec![Change::JobEnd { id, end: ended(JobState::Failed, Some(why)) }]).await?,
        }
        Ok(())
    }

    /// Keeps an eye on a job until it is over.
    fn follow(self: &Arc<Self>, row: &JobRow, handed_in: HandedIn) -> JobId {
        let HandedIn { asker, form, progress, mut working } = handed_in;
        let id = JobId::of(row.id);
        let (cancel, over) = (CancellationToken::new(), CancellationToken::new());
        let (task, created_ms) = (row.task.clone(), row.created_ms);
        let unfinished = UnfinishedJob { asker, task, created_ms, progress, cancel: cancel.clone(), over: over.clone() };
        self.lock().insert(id, Arc::new(unfinished));
        let (jobs, stop) = (self.clone(), self.life.stop.clone());
        self.life.spawn(async move {
            let end = tokio::select! {
                biased;
                // The next start finds it unfinished, and takes it up again.
                () = stop.cancelled() => return,
                done = working.done() => end_of(done.and_then(|answer| answer), form),
                () = cancel.cancelled() => ended(JobState::Cancelled, Some("it was cancelled".into())),
            };
            if let Err(error) = jobs.storage.write(vec![Change::JobEnd { id: id.number(), end }]).await {
                tracing::error!(%error, job = %id, "the end of a job cannot be written");
            }
            jobs.lock().remove(&id);
            over.cancel();
        });
        id
    }
}

/// A job that a pool has taken.
struct HandedIn {
    asker: Asker,
    form: Form,
    progress: watch::Receiver<(JobState, JobProgress)>,
    working: Working<Result<Vec<u8>, Error>>,
}

impl HandedIn {
    fn to(pool: &Pool, tools: &Arc<Tools>, NewJob { question, assignment, budget }: NewJob) -> Result<HandedIn, Error> {
        let (asker, form, work) = (Asker::from(question.from), question.form, assignment.work);
        let (tell, progress) = watch::channel((JobState::Queued, JobProgress::default()));
        let tools = tools.clone();
        let working = pool.submit_for(asker, move |stop| {
            tell.send_replace((JobState::Running, JobProgress::default()));
            let mut next = TOLD_EVERY;
            let mut follow = |spent: &Spent| {
                if spent.time >= next {
                    next = spent.time + TOLD_EVERY;
                    tell.send_replace((JobState::Running, told(spent)));
                }
            };
            work(&tools, &mut Leash::new(budget, stop, &mut follow), form)
        })?;
        Ok(HandedIn { asker, form, progress, working })
    }
}

fn ended(state: JobState, why: Option<String>) -> JobEnd {
    JobEnd { state, why, result_type: None, result: None, ended_ms: wall_clock_ms() }
}

fn end_of(answer: Result<Vec<u8>, Error>, form: Form) -> JobEnd {
    match answer {
        Ok(bytes) if bytes.len() > MOST_BYTES => {
            ended(JobState::Failed, Some(format!("the result has {} bytes, more than the {MOST_BYTES} that are kept", bytes.len())))
        }
        Ok(bytes) => {
            let result = Some(String::from_utf8_lossy(&bytes).into_owned());
            JobEnd { result_type: Some(form.media_type().into()), result, ..ended(JobState::Done, None) }
        }
        Err(error) => ended(JobState::Failed, Some(error.public())),
    }
}
