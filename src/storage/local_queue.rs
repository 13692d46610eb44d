//! The queue of one process: what waits is in its memory, and every job in its storage, so that it is taken up again at the next start.

use super::queue::{Line, given_up_because};
use super::{
    Change, CheckpointRow, Claim, Fault, JobEnd, JobQueue, JobStanding, PartEnd, QueuedJob, Renewal, Storage, StorageError, StorageFuture,
    TakenPart, WorkerCard,
};
use futures_util::FutureExt;
use message::Coded;
use runtime::wall_clock_ms;
use std::collections::{BTreeMap, BTreeSet};
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

    /// Writes down which of these jobs are no longer worked on, though so many parts of them were before, and are not over: if the process dies now, they
    /// are not what it died of.
    async fn rest(&self, before: Vec<(u64, usize)>) -> Result<(), StorageError> {
        let resting = {
            let line = self.lock();
            let rests = |(job, running): &(u64, usize)| *running > 0 && line.running(*job) == 0 && line.holds(*job);
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
        let (taken, is_first) = {
            let mut line = self.lock();
            let taken = line.take(worker, ALWAYS);
            let is_first = taken.as_ref().is_some_and(|part| line.running(part.claim.job) == 1);
            (taken, is_first)
        };
        async move {
            let Some(part) = taken else { return Ok(None) };
            // Before the work begins: should it end the process, that is known at the next start.
            let job = part.claim.job;
            if is_first && let Err(error) = self.storage.write(vec![Change::JobTaken { id: job }]).await {
                if error.fault != Fault::Conflict {
                    self.lock().give_back(&[part.claim]);
                    return Err(error);
                }
                // This concerns the job alone. If its end cannot be kept either, it is taken up at the next start.
                let _ = self.end(job, given_up_because(error.message(), wall_clock_ms())).await;
                return Ok(None);
            }
            self.changed();
            Ok(Some(part))
        }
        .boxed()
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
        async move {
            let was_running = self.lock().running(claim.job);
            self.end_by(claim.job, move |line| line.finish(claim, end)).await?;
            self.rest(vec![(claim.job, was_running)]).await
        }
        .boxed()
    }

    fn give_back(&self, claims: Vec<Claim>) -> StorageFuture<'_, ()> {
        let before = {
            let mut line = self.lock();
            let jobs: BTreeSet<u64> = claims.iter().map(|claim| claim.job).collect();
            let before = jobs.into_iter().map(|job| (job, line.running(job))).collect();
            line.give_back(&claims);
            before
        };
        self.changed();
        self.rest(before).boxed()
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
