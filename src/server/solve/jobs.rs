//! Work that takes longer than a request should: it has a name, tells how far it is, and its result is kept.

use super::{Form, JobId, SolveService, Tools};
use crate::core::storage::{Change, JobEnd, JobRow, Storage};
use crate::core::time::wall_clock_ms;
use crate::core::work::{Budget, Leash, Spent};
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

/// What a thread does: it makes the body of the answer.
pub type Work = Box<dyn FnOnce(&Tools, &mut Leash, Form) -> Result<Vec<u8>, Error> + Send>;

/// A job that is not over.
pub struct UnfinishedJob {
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
}

impl SolveService {
    /// Hands in a job.
    pub async fn create_job(self: &Arc<Self>, task: String, form: Form, budget: Budget, work: Work) -> Result<JobId, Error> {
        let (storage, life) = (self.jobs.storage.clone(), self.jobs.life.clone());
        if let Some(why) = storage.trouble() {
            return Err(Error::StorageWaits { why });
        }
        let (tell, progress) = watch::channel((JobState::Queued, JobProgress::default()));
        let tools = self.tools.clone();
        let mut working = self.jobs_pool.submit(move |stop| {
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
        let row = JobRow { id: id.number(), task, created_ms: wall_clock_ms(), end: None };
        storage.write(vec![Change::Job(row), Change::JobsForgotten { kept: KEPT }]).await?;
        let (cancel, over) = (CancellationToken::new(), CancellationToken::new());
        self.jobs.lock().insert(id, Arc::new(UnfinishedJob { progress, cancel: cancel.clone(), over: over.clone() }));
        let (service, stop) = (self.clone(), life.stop.clone());
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
            service.jobs.lock().remove(&id);
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
