//! Job queue of one process, in memory. Its jobs are stored and queued again after a restart.

use super::{Claim, JobQueue, JobStatus, MemoryQueue, PartEnd, QueuedJob, Renewal, TakenPart, WorkerInfo, given_up_because};
use crate::{Change, CheckpointRow, JobEnd, Storage, StorageError, StorageErrorKind, StorageFuture};
use futures_util::FutureExt;
use message::Coded;
use parking_lot::Mutex;
use runtime::wall_clock_ms;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Claims last as long as the process.
const ALWAYS: Duration = Duration::ZERO;
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

pub struct LocalQueue {
    storage: Arc<dyn Storage>,
    jobs: Mutex<MemoryQueue>,
    /// Jobs that have ended and whose end is being stored.
    ending: Mutex<BTreeMap<u64, JobStatus>>,
    changes: watch::Sender<u64>,
}

impl LocalQueue {
    pub fn new(storage: Arc<dyn Storage>) -> LocalQueue {
        LocalQueue { storage, jobs: Mutex::default(), ending: Mutex::default(), changes: watch::channel(0).0 }
    }

    /// Removes a job from the queue and stores its end, if `ends` returns one.
    async fn end_by(&self, job: u64, ends: impl FnOnce(&mut MemoryQueue) -> Option<JobEnd>) -> Result<(), StorageError> {
        let ended = {
            let mut queue = self.jobs.lock();
            let status = queue.status(job);
            let ended = ends(&mut queue);
            if let (Some(_), Some(status)) = (&ended, status) {
                self.ending.lock().insert(job, status);
            }
            ended
        };
        let mut written = Ok(());
        if let Some(end) = ended {
            written = self.storage.write(vec![Change::JobEnd { id: job, end }]).await;
            self.ending.lock().remove(&job);
        }
        self.changed();
        written
    }

    /// Stores checkpoints without waiting, unless writes fail.
    fn store(&self, checkpoints: Vec<Change>) {
        if !checkpoints.is_empty() && self.storage.write_failure().is_none() {
            drop(self.storage.write(checkpoints));
        }
    }

    /// Stores that these unfinished jobs no longer run here, so that a later crash is not blamed on them. Each has the number of parts that
    /// ran before.
    async fn rest(&self, before: Vec<(u64, usize)>) -> Result<(), StorageError> {
        let resting = {
            let queue = self.jobs.lock();
            let rests = |(job, running): &(u64, usize)| *running > 0 && queue.running(*job) == 0 && queue.holds(*job);
            before.into_iter().filter(rests).map(|(id, _)| Change::JobGivenBack { id }).collect::<Vec<_>>()
        };
        if resting.is_empty() { Ok(()) } else { self.storage.write(resting).await }
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }
}

impl JobQueue for LocalQueue {
    fn enter(&self, changes: Vec<Change>, job: QueuedJob) -> StorageFuture<'_, ()> {
        async move {
            let checkpoints = self.storage.checkpoints(job.id).await?;
            self.storage.write(changes).await?;
            self.jobs.lock().enter(job, checkpoints);
            self.changed();
            Ok(())
        }
        .boxed()
    }

    fn holds(&self, job: u64) -> StorageFuture<'_, bool> {
        std::future::ready(Ok(self.jobs.lock().holds(job))).boxed()
    }

    fn take(&self, worker: &WorkerInfo) -> StorageFuture<'_, Option<TakenPart>> {
        let (taken, is_first) = {
            let mut queue = self.jobs.lock();
            let taken = queue.take(worker, ALWAYS);
            let is_first = taken.as_ref().is_some_and(|part| queue.running(part.claim.job) == 1);
            (taken, is_first)
        };
        async move {
            let Some(part) = taken else { return Ok(None) };
            // Stored before the work begins, since the work may crash the process.
            let job = part.claim.job;
            if is_first && let Err(error) = self.storage.write(vec![Change::JobTaken { id: job }]).await {
                if error.kind != StorageErrorKind::Conflict {
                    self.jobs.lock().give_back(&[part.claim]);
                    return Err(error);
                }
                // Only this job fails. If its end cannot be stored either, it is queued again at the next start.
                let _ = self.end(job, given_up_because(error.message(), wall_clock_ms())).await;
                return Ok(None);
            }
            self.changed();
            Ok(Some(part))
        }
        .boxed()
    }

    fn renew(&self, held: Vec<Renewal>) -> StorageFuture<'_, Vec<Claim>> {
        let (lost, rows) = {
            let mut queue = self.jobs.lock();
            let lost = queue.renew(&held, ALWAYS);
            let still = held.into_iter().filter(|renewal| !lost.contains(&renewal.claim));
            let row = |Renewal { claim: Claim { job, part, .. }, checkpoint, .. }| {
                Some(Change::Checkpoint(CheckpointRow { job, part, parts: queue.parts(job)?, checkpoint: checkpoint? }))
            };
            let rows: Vec<Change> = still.filter_map(row).collect();
            (lost, rows)
        };
        self.store(rows);
        std::future::ready(Ok(lost)).boxed()
    }

    fn finish(&self, claim: Claim, end: PartEnd) -> StorageFuture<'_, ()> {
        let row = self.jobs.lock().done_row(claim, &end);
        self.store(row.map(Change::Checkpoint).into_iter().collect());
        async move {
            let was_running = self.jobs.lock().running(claim.job);
            self.end_by(claim.job, move |queue| queue.finish(claim, end)).await?;
            self.rest(vec![(claim.job, was_running)]).await
        }
        .boxed()
    }

    fn give_back(&self, claims: Vec<Claim>) -> StorageFuture<'_, ()> {
        let before = {
            let mut queue = self.jobs.lock();
            let jobs: BTreeSet<u64> = claims.iter().map(|claim| claim.job).collect();
            let before = jobs.into_iter().map(|job| (job, queue.running(job))).collect();
            queue.give_back(&claims);
            before
        };
        self.changed();
        self.rest(before).boxed()
    }

    fn end(&self, job: u64, end: JobEnd) -> StorageFuture<'_, ()> {
        self.end_by(job, move |queue| queue.remove(job).then_some(end)).boxed()
    }

    fn statuses(&self, jobs: Vec<u64>) -> StorageFuture<'_, Vec<JobStatus>> {
        let (queue, ending) = (self.jobs.lock(), self.ending.lock());
        let statuses = jobs.into_iter().filter_map(|job| queue.status(job).or_else(|| ending.get(&job).copied()));
        std::future::ready(Ok(statuses.collect())).boxed()
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn report_interval(&self) -> Duration {
        REPORT_INTERVAL
    }

    fn is_shared(&self) -> bool {
        false
    }
}
