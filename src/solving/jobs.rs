//! Jobs: work that takes longer than a request, with progress and a stored result. This is where they are created and followed; workers
//! take them from the queue.

use crate::worker::failed;
use crate::{Assignment, Error, JobFailed, JobId, JobQuestion, QuestionError};
use futures_util::future::try_join_all;
use message::Coded;
use parking_lot::Mutex;
use protocol::{JobProgress, JobState};
use runtime::work::{WorkError, WorkOwner};
use runtime::{Commands, Lifecycle, wall_clock_ms};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use storage::{Change, GONE_AFTER_MS, JobEnd, JobHeading, JobQueue, JobRow, JobStatus, MAX_DEATHS, QueuedJob, Resources, Storage};
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;

/// The finished jobs that are stored; of the client that has the most, the oldest are deleted.
const MAX_FINISHED: u32 = 100;
/// The same for reviews of matches, of about 50 kB each.
const MAX_REVIEWS: u32 = 2_000;
/// One client may use this fraction of the queue.
const CLIENT_DIVISOR: usize = 4;
/// The pause after an error of the queue.
const PAUSE: Duration = Duration::from_millis(500);

pub struct NewJob {
    pub question: JobQuestion,
    pub assignment: Assignment,
    /// The required resources of a worker.
    pub needs: Resources,
}

pub struct UnfinishedJob {
    pub owner: WorkOwner,
    pub task: String,
    /// Milliseconds since 1970.
    pub created_ms: i64,
    /// State and progress. The sender is dropped when the job is over.
    pub progress: watch::Receiver<(JobState, JobProgress)>,
    /// Cancelled when its end is stored.
    pub over: CancellationToken,
}

impl UnfinishedJob {
    fn is_waiting(&self) -> bool {
        self.progress.borrow().0 == JobState::Queued
    }
}

/// The unfinished jobs, and the storage of all.
pub struct Jobs {
    followed: Mutex<Followed>,
    /// Notified of a new job to follow.
    more: Notify,
    queue: Arc<dyn JobQueue>,
    storage: Arc<dyn Storage>,
    commands: Commands,
    most_waiting: usize,
    /// Whether jobs are cut into parts.
    is_spread: bool,
}

type FollowedJob = (Arc<UnfinishedJob>, watch::Sender<(JobState, JobProgress)>);

#[derive(Default)]
struct Followed {
    jobs: BTreeMap<JobId, FollowedJob>,
    /// The clients whose job is being written.
    entering: Vec<WorkOwner>,
}

impl Followed {
    fn waiting(&self, owner: WorkOwner) -> (usize, usize) {
        let waiting = self.jobs.values().filter(|(job, _)| job.is_waiting()).map(|(job, _)| job.owner);
        waiting.chain(self.entering.iter().copied()).fold((0, 0), |(all, own), one| (all + 1, own + usize::from(one == owner)))
    }
}

/// A reserved place in the queue while the job is being written.
struct Entering<'j> {
    jobs: &'j Jobs,
    owner: WorkOwner,
}

impl Drop for Entering<'_> {
    fn drop(&mut self) {
        let mut followed = self.jobs.followed.lock();
        if let Some(place) = followed.entering.iter().position(|owner| *owner == self.owner) {
            followed.entering.swap_remove(place);
        }
    }
}

impl Jobs {
    /// An empty register. At most `most_waiting` jobs wait; they are cut into parts if several threads or processes work on them.
    pub fn new(
        queue: Arc<dyn JobQueue>,
        storage: Arc<dyn Storage>,
        life: Arc<Lifecycle>,
        most_waiting: usize,
        threads: usize,
    ) -> Arc<Jobs> {
        let is_spread = queue.is_shared() || threads > 1;
        let commands = Commands::new(life.clone());
        let jobs = Jobs { followed: Mutex::default(), more: Notify::new(), queue, storage, commands, most_waiting, is_spread };
        let jobs = Arc::new(jobs);
        life.spawn_until_stopped(jobs.clone().follow_all());
        jobs
    }

    pub fn find(&self, id: JobId) -> Option<Arc<UnfinishedJob>> {
        self.followed.lock().jobs.get(&id).map(|(job, _)| job.clone())
    }

    pub fn unfinished(&self, owner: Option<WorkOwner>) -> Vec<(JobId, Arc<UnfinishedJob>)> {
        let followed = self.followed.lock();
        let wanted = followed.jobs.iter().filter(|(_, (job, _))| owner.is_none_or(|owner| job.owner == owner));
        wanted.map(|(id, (job, _))| (*id, job.clone())).collect()
    }

    pub fn are_shared(&self) -> bool {
        self.queue.is_shared()
    }

    /// Whether another process has a worker.
    pub async fn have_worker(&self) -> Result<bool, Error> {
        Ok(self.storage.list_nodes().await?.iter().any(|node| node.works && node.silent_ms < GONE_AFTER_MS))
    }

    pub fn load(&self) -> (usize, usize) {
        let followed = self.followed.lock();
        let waiting = followed.jobs.values().filter(|(job, _)| job.is_waiting()).count();
        (followed.jobs.len() - waiting, waiting)
    }

    pub async fn lost(&self) -> Result<Vec<JobRow>, Error> {
        let ids = self.storage.unfinished_jobs().await?;
        let found = try_join_all(ids.into_iter().map(|id| self.storage.find_job(id))).await?;
        let mut rows: Vec<JobRow> = found.into_iter().flatten().collect();
        // In the order of their creation.
        rows.sort_by_key(|row| (row.created_ms, row.id));
        Ok(rows)
    }

    /// The stored job without its result.
    pub async fn heading(&self, id: JobId) -> Result<Option<JobHeading>, Error> {
        Ok(self.storage.job_heading(id.number()).await?)
    }

    pub async fn stored(&self, id: JobId) -> Result<Option<JobRow>, Error> {
        Ok(self.storage.find_job(id.number()).await?)
    }

    /// Creates a job.
    pub async fn create(self: &Arc<Self>, job: NewJob) -> Result<JobId, Error> {
        if let Some(why) = self.storage.write_failure() {
            return Err(Error::StorageWaits { why });
        }
        let jobs = self.clone();
        self.commands.run(async move { jobs.enter(job).await }).await
    }

    async fn enter(&self, job: NewJob) -> Result<JobId, Error> {
        let owner = WorkOwner::from(job.question.from);
        let entering = self.place(owner)?;
        let (id, created_ms) = (self.storage.allocate_job_id().await?, wall_clock_ms());
        let queued = self.queued(id, &job);
        let task = serde_json::to_string(&job.assignment.label.message()).expect("a message is writable as JSON");
        let (question, game) = (Some(queued.question.clone()), job.question.game);
        let row = JobRow { id, task, created_ms, question, asker: owner.address(), match_id: game, tries: 0, end: None };
        let forgotten = Change::JobsForgotten { jobs: MAX_FINISHED, reviews: MAX_REVIEWS };
        self.queue.enter(vec![Change::Job(row.clone()), forgotten], queued).await?;
        drop(entering);
        Ok(self.follow(&row, owner))
    }

    fn place(&self, owner: WorkOwner) -> Result<Entering<'_>, Error> {
        let mut followed = self.followed.lock();
        let (all, own) = followed.waiting(owner);
        if all >= self.most_waiting {
            return Err(Error::Work(WorkError::Busy { waiting: self.most_waiting }));
        }
        let most = self.most_waiting.div_ceil(CLIENT_DIVISOR);
        if owner != WorkOwner::Referee && own >= most {
            return Err(Error::Work(WorkError::TooMuchWork { most }));
        }
        followed.entering.push(owner);
        Ok(Entering { jobs: self, owner })
    }

    fn queued(&self, id: u64, job: &NewJob) -> QueuedJob {
        let cut = job.assignment.cut.as_ref().filter(|_| self.is_spread);
        QueuedJob {
            id,
            client: job.question.from,
            is_background: job.question.is_background(),
            question: serde_json::to_string(&job.question).expect("a question is writable as JSON"),
            // The last part joins the others.
            parts: cut.map_or(1, |cut| cut.parts() + 1),
            needs: job.needs,
        }
    }

    /// Resumes an unfinished job of the last run; `read` parses its question, and the job fails if that fails.
    pub async fn resume(&self, row: JobRow, read: impl Fn(JobQuestion) -> Result<NewJob, Error>) -> Result<(), Error> {
        let id = row.id;
        let question = row.question.as_deref().and_then(|text| serde_json::from_str::<JobQuestion>(text).ok());
        let owner = WorkOwner::from(question.as_ref().and_then(|question| question.from));
        if self.queue.holds(id).await? {
            self.follow(&row, owner);
            return Ok(());
        }
        let again = match question {
            // The job may be what kills the process.
            _ if row.tries >= MAX_DEATHS => Err(failed(JobFailed::ProcessEnded { tries: row.tries }.message())),
            None => Err(failed(JobFailed::Restarted.message())),
            Some(question) => read(question).map_err(|error| failed(JobFailed::AfterRestart { why: error.public() }.message())),
        };
        match again {
            Ok(job) => {
                self.queue.enter(Vec::new(), self.queued(id, &job)).await?;
                self.follow(&row, owner);
            }
            Err(end) => self.storage.write(vec![Change::JobEnd { id, end }]).await?,
        }
        Ok(())
    }

    /// Ends a job, unless it is over.
    pub async fn cancel(&self, id: JobId) -> Result<(), Error> {
        let end = JobEnd { state: JobState::Cancelled, ..failed(QuestionError::Cancelled.message()) };
        let queue = self.queue.clone();
        self.commands.run(async move { Ok(queue.end(id.number(), end).await?) }).await
    }

    /// Follows a queued job until it is over.
    fn follow(&self, row: &JobRow, owner: WorkOwner) -> JobId {
        let id = JobId::of(row.id);
        let (sender, progress) = watch::channel((JobState::Queued, JobProgress::default()));
        let (task, created_ms, over) = (row.task.clone(), row.created_ms, CancellationToken::new());
        let unfinished = UnfinishedJob { owner, task, created_ms, progress, over };
        self.followed.lock().jobs.insert(id, (Arc::new(unfinished), sender));
        self.more.notify_one();
        id
    }

    async fn follow_all(self: Arc<Self>) {
        let (mut changes, beat) = (self.queue.changes(), self.queue.report_interval());
        loop {
            let is_idle = self.followed.lock().jobs.is_empty();
            tokio::select! {
                () = self.more.notified() => {}
                changed = changes.changed(), if !is_idle => {
                    if changed.is_err() {
                        return;
                    }
                }
                () = tokio::time::sleep(beat), if !is_idle => {}
            }
            // Every followed job was in the queue before: a job that is not there is over.
            let ids: Vec<JobId> = self.followed.lock().jobs.keys().copied().collect();
            match self.queue.statuses(ids.iter().map(|id| id.number()).collect()).await {
                Ok(statuses) => self.update(&ids, &statuses),
                Err(error) => {
                    tracing::debug!(%error, "how far the jobs are is not known for the moment");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    fn update(&self, asked: &[JobId], statuses: &[JobStatus]) {
        let statuses: BTreeMap<u64, &JobStatus> = statuses.iter().map(|status| (status.id, status)).collect();
        let mut followed = self.followed.lock();
        for id in asked {
            match (statuses.get(&id.number()), followed.jobs.get(id)) {
                (Some(status), Some((_, sender))) => {
                    let state = if status.is_running { JobState::Running } else { JobState::Queued };
                    let now = (state, status.progress);
                    sender.send_if_modified(|before| std::mem::replace(before, now) != now);
                }
                (None, _) => {
                    if let Some((job, _)) = followed.jobs.remove(id) {
                        job.over.cancel();
                    }
                }
                (Some(_), None) => {}
            }
        }
    }
}
