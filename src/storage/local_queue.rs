//! The queue of one process: what waits is in its memory, and every job in its storage, so that it is taken up again at the next start.

use super::queue::Line;
use super::{Change, CheckpointRow, Claim, JobEnd, JobQueue, JobStanding, PartEnd, QueuedJob, Renewal, Storage, StorageError, StorageFuture, TakenPart, WorkerCard};
use futures_util::FutureExt;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// Claims do not end while the process lives, and end with it.
const ALWAYS: Duration = Duration::ZERO;
/// How often progress is told.
const BEAT: Duration = Duration::from_millis(250);

/// The queue of one process.
pub struct LocalQueue {
    storage: Arc<dyn Storage>,
    line: Mutex<Line>,
    /// Jobs that are over, but whose end is not in storage yet: nobody is told before.
    ending: Mutex<BTreeMap<u64, JobStanding>>,
    changes: watch::Sender<u64>,
}

impl LocalQueue {
    /// Nothing waits yet.
    pub fn new(storage: Arc<dyn Storage>) -> LocalQueue {
        LocalQueue { storage, line: Mutex::default(), ending: Mutex::default(), changes: watch::channel(0).0 }
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        // No code that can panic runs under the lock.
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ending(&self) -> MutexGuard<'_, BTreeMap<u64, JobStanding>> {
        self.ending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a job out of the line, if `ends` says how it ended, and keeps that.
    async fn end_by(&self, job: u64, ends: impl FnOnce(&mut Line) -> Option<JobEnd>) -> Result<(), StorageError> {
        let ended = {
            let mut line = self.lock();
            let standing = line.look(job);
            let ended = ends(&mut line);
            if let (Some(_), Some(standing)) = (&ended, standing) {
                self.ending().insert(job, standing);
            }
            ended
        };
        let mut written = Ok(());
        if let Some(end) = ended {
            written = self.storage.write(vec![Change::JobEnd { id: job, end }]).await;
            self.ending().remove(&job);
        }
        self.changed();
        written
    }

    /// Keeps how far parts are. Nobody waits for that: it was not promised, and whoever cannot write now keeps none.
    fn keep(&self, checkpoints: Vec<Change>) {
        if !checkpoints.is_empty() && self.storage.trouble().is_none() {
            drop(self.storage.write(checkpoints));
        }
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
            self.lock().enter(job, checkpoints);
            self.changed();
            Ok(())
        }
        .boxed()
    }

    fn holds(&self, job: u64) -> StorageFuture<'_, bool> {
        std::future::ready(Ok(self.lock().holds(job))).boxed()
    }

    fn take(&self, worker: &WorkerCard) -> StorageFuture<'_, Option<TakenPart>> {
        let taken = self.lock().take(worker, ALWAYS);
        if taken.is_some() {
            self.changed();
        }
        std::future::ready(Ok(taken)).boxed()
    }

    fn renew(&self, held: Vec<Renewal>) -> StorageFuture<'_, Vec<Claim>> {
        let (lost, kept) = {
            let mut line = self.lock();
            let lost = line.renew(&held, ALWAYS);
            let still = held.into_iter().filter(|renewal| !lost.contains(&renewal.claim));
            let row = |Renewal { claim: Claim { job, part, .. }, checkpoint, .. }| {
                Some(Change::Checkpoint(CheckpointRow { job, part, parts: line.parts(job)?, checkpoint: checkpoint? }))
            };
            let kept: Vec<Change> = still.filter_map(row).collect();
            (lost, kept)
        };
        self.keep(kept);
        std::future::ready(Ok(lost)).boxed()
    }

    fn finish(&self, claim: Claim, end: PartEnd) -> StorageFuture<'_, ()> {
        let kept = self.lock().kept(claim, &end);
        self.keep(kept.map(Change::Checkpoint).into_iter().collect());
        self.end_by(claim.job, move |line| line.finish(claim, end)).boxed()
    }

    fn give_back(&self, claims: Vec<Claim>) -> StorageFuture<'_, ()> {
        self.lock().give_back(&claims);
        self.changed();
        std::future::ready(Ok(())).boxed()
    }

    fn end(&self, job: u64, end: JobEnd) -> StorageFuture<'_, ()> {
        self.end_by(job, move |line| line.remove(job).then_some(end)).boxed()
    }

    fn look(&self, jobs: Vec<u64>) -> StorageFuture<'_, Vec<JobStanding>> {
        let (line, ending) = (self.lock(), self.ending());
        let standings = jobs.into_iter().filter_map(|job| line.look(job).or_else(|| ending.get(&job).copied()));
        std::future::ready(Ok(standings.collect())).boxed()
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn beat(&self) -> Duration {
        BEAT
    }

    fn is_shared(&self) -> bool {
        false
    }
}
