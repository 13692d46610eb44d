//! Thread pool for searches, ordered by deadline, at low priority.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

/// The niceness of a search thread: a referee on the same machine has priority.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Earliest deadline first. Dropping the pool waits for the running jobs and drops the others.
pub(crate) struct DeadlinePool {
    queue: Arc<JobQueue>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct JobQueue {
    jobs: Mutex<PoolJobs>,
    changed: Condvar,
}

type Job = Box<dyn FnOnce(Load) + Send>;

#[derive(Default)]
struct PoolJobs {
    /// By deadline, then in order of submission.
    waiting: BTreeMap<(Instant, u64), Job>,
    running: usize,
    submitted: u64,
    closed: bool,
}

/// The load of the pool when a job begins.
#[derive(Clone, Copy)]
pub(crate) struct Load {
    /// Jobs a thread, this one included.
    pub(crate) sharing: u32,
    pub(crate) idle: usize,
}

impl JobQueue {
    fn lock(&self) -> MutexGuard<'_, PoolJobs> {
        // No code that can panic runs under the lock.
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job; none once the pool is closed.
    fn next(&self, threads: usize) -> Option<(Job, Load)> {
        let mut jobs = self.lock();
        while !jobs.closed {
            if let Some((_, job)) = jobs.waiting.pop_first() {
                jobs.running += 1;
                let all = jobs.waiting.len() + jobs.running;
                let sharing = u32::try_from(all.div_ceil(threads)).unwrap_or(u32::MAX);
                return Some((job, Load { sharing, idle: threads.saturating_sub(all) }));
            }
            jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}

impl DeadlinePool {
    /// Starts this number of threads, at least one.
    pub(crate) fn new(threads: usize) -> io::Result<DeadlinePool> {
        let mut pool = DeadlinePool { queue: Arc::default(), threads: Vec::new() };
        let threads = threads.max(1);
        for index in 0..threads {
            let queue = pool.queue.clone();
            let work = move || {
                // Where the niceness is refused, searches have normal priority.
                #[cfg(target_os = "linux")]
                let _ = rustix::process::nice(NICENESS);
                while let Some((job, load)) = queue.next(threads) {
                    // A search that panics must not end the thread of other games.
                    if catch_unwind(AssertUnwindSafe(|| job(load))).is_err() {
                        tracing::error!("{}", crate::log_message::LogMessage::Panicked.localized());
                    }
                    queue.lock().running -= 1;
                }
            };
            pool.threads.push(Builder::new().name(format!("search-{index}")).spawn(work)?);
        }
        Ok(pool)
    }

    pub(crate) fn submit(&self, deadline: Instant, job: impl FnOnce(Load) + Send + 'static) {
        let mut jobs = self.queue.lock();
        jobs.submitted += 1;
        let number = jobs.submitted;
        jobs.waiting.insert((deadline, number), Box::new(job));
        self.queue.changed.notify_one();
    }
}

impl Drop for DeadlinePool {
    fn drop(&mut self) {
        self.queue.lock().closed = true;
        self.queue.changed.notify_all();
        for thread in self.threads.drain(..) {
            // It cannot have panicked outside a job.
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn the_earliest_deadline_is_next_and_a_panic_stops_nothing() {
        let pool = DeadlinePool::new(1).unwrap();
        let now = Instant::now();
        let (go, gate) = channel::<()>();
        let (done, order) = channel();
        pool.submit(now, move |_| gate.recv().unwrap_or_default());
        pool.submit(now, |_| panic!("a search that panics"));
        for seconds in [3, 1, 2] {
            let done = done.clone();
            pool.submit(now + Duration::from_secs(seconds), move |_| done.send(seconds).unwrap());
        }
        go.send(()).unwrap();
        assert_eq!(order.iter().take(3).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn dropping_drops_what_has_not_begun() {
        let (go, gate) = channel::<()>();
        let (done, order) = channel::<()>();
        let pool = DeadlinePool::new(1).unwrap();
        let (began, begun) = channel();
        pool.submit(Instant::now(), move |_| {
            began.send(()).unwrap();
            gate.recv().unwrap_or_default();
        });
        begun.recv().unwrap();
        pool.submit(Instant::now(), move |_| done.send(()).unwrap());
        let closing = pool.queue.clone();
        closing.lock().closed = true;
        drop(go);
        drop(pool);
        drop(closing);
        assert!(order.recv().is_err());
    }
}
