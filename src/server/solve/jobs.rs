//! Work that takes longer than a request should: it has a name, tells how far it is, and its result is kept.

use super::{Form, JobId, Tools};
use crate::core::storage::{Change, JobEnd, JobRow, Storage};
use crate::core::time::wall_clock_ms;
use crate::core::work::{Asker, Budget, Leash, Pool, Spent};
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

/// What a thread does: it makes the body of the answer. It may be begun again.
pub type Work = Arc<dyn Fn(&Tools, &mut Leash, Form) -> Result<Vec<u8>, Error> + Send + Sync>;

/// A job to be.
pub struct NewJob {
    /// Who asks for it.
    pub asker: Asker,
    /// What it works on, in words.
    pub task: String,
    /// How its result is written.
    pub form: Form,
    /// What it may cost.
    pub budget: Budget,
    /// What is done.
    pub work: Work,
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

    /// Says of each job that was not over when the referee last stopped that it failed.
    pub async fn resume(&self) -> Result<(), Error> {
        let lost = self.storage.unfinished_jobs().await?;
        if lost.is_empty() {
            return Ok(());
        }
        let failed = |id| Change::JobEnd { id, end: ended(JobState::Failed, Some("the referee restarted".into())) };
        Ok(self.storage.write(lost.into_iter().map(failed).collect()).await?)
    }

    /// The job as it is kept.
    pub async fn kept(&self, id: JobId) -> Result<Option<JobRow>, Error> {
        Ok(self.storage.find_job(id.number()).await?)
    }

    /// Hands in a job: it is worked on by a thread of the pool, with what the solvers share.
    ///
    /// # Errors
    /// When the storage or the pool takes no more.
    pub async fn create(
        self: &Arc<Self>,
        pool: &Pool,
        tools: &Arc<Tools>,
        NewJob { asker, task, form, budget, work }: NewJob,
    ) -> Result<JobId, Error> {
        let (storage, life) = (self.storage.clone(), self.life.clone());
        if let Some(why) = storage.trouble() {
            return Err(Error::StorageWaits { why });
        }
        let (tell, progress) = watch::channel((JobState::Queued, JobProgress::default()));
        let tools = tools.clone();
        let mut working = pool.submit_for(asker, move |stop| {
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
        let id = JobId::of(storage.number_job().await?);
        let (label, created_ms) = (task.clone(), wall_clock_ms());
        let row = JobRow { id: id.number(), task, created_ms, end: None };
        storage.write(vec![Change::Job(row), Change::JobsForgotten { kept: KEPT }]).await?;
        let (cancel, over) = (CancellationToken::new(), CancellationToken::new());
        self.lock()
            .insert(id, Arc::new(UnfinishedJob { asker, task: label, created_ms, progress, cancel: cancel.clone(), over: over.clone() }));
        let (jobs, stop) = (self.clone(), life.stop.clone());
        life.spawn(async move {
            let end = tokio::select! {
                biased;
                // The next start finds it unfinished and says so.
                () = stop.cancelled() => return,
                done = working.done() => end_of(done.and_then(|answer| answer), form),
                () = cancel.cancelled() => ended(JobState::Cancelled, Some("it was cancelled".into())),
            };
            if let Err(error) = storage.write(vec![Change::JobEnd { id: id.number(), end }]).await {
                tracing::error!(%error, job = %id, "the end of a job cannot be written");
            }
            jobs.lock().remove(&id);
            over.cancel();
        });
        Ok(id)
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
