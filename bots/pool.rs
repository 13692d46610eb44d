//! The threads that search: few, polite, and never the one that talks to the referee.

use std::collections::BinaryHeap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

/// What is added to the niceness of a search thread: a referee on the same machine goes first.
const NICENESS: i32 = 10;

/// A bounded number of search threads. Of the jobs that wait, the one whose deadline comes first is next.
///
/// Dropping the pool waits for the jobs at hand, so tell them to end first; those not begun are dropped.
pub struct Pool {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

#[derive(Default)]
struct Jobs {
    waiting: BinaryHeap<Job>,
    running: usize,
    submitted: u64,
    closed: bool,
}

struct Job {
    deadline: Instant,
    number: u64,
    work: Box<dyn FnOnce(Load) + Send>,
}

/// How busy the pool is as a job begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// How many jobs there are for each thread, this one included.
    pub sharing: u32,
    /// How many threads have nothing to do.
    pub idle: usize,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        // No code that can panic runs under the lock.
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, and how busy that makes so many threads.
    fn next(&self, threads: usize) -> Option<(Job, Load)> {
        let mut jobs = self.lock();
        loop {
            if jobs.closed {
                return None;
            }
            match jobs.waiting.pop() {
                Some(job) => {
                    jobs.running += 1;
                    let all = jobs.waiting.len() + jobs.running;
                    let sharing = u32::try_from(all.div_ceil(threads)).unwrap_or(u32::MAX);
                    return Some((job, Load { sharing, idle: threads.saturating_sub(all) }));
                }
                None => jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl Pool {
    /// Starts so many threads, at least one.
    pub fn new(threads: usize) -> io::Result<Pool> {
        let mut pool = Pool { queue: Arc::default(), threads: Vec::new() };
        let threads = threads.max(1);
        for index in 0..threads {
            let queue = pool.queue.clone();
            let work = move || {
                be_polite();
                while let Some((job, load)) = queue.next(threads) {
                    // A search that panics must not take the other games' thread with it.
                    if catch_unwind(AssertUnwindSafe(|| (job.work)(load))).is_err() {
                        tracing::error!("a search panicked");
                    }
                    queue.lock().running -= 1;
                }
            };
            pool.threads.push(Builder::new().name(format!("search-{index}")).spawn(work)?);
        }
        Ok(pool)
    }

    /// Leaves a job to the first thread that is free. It is told how busy the pool is when it begins.
    pub fn submit(&self, deadline: Instant, work: impl FnOnce(Load) + Send + 'static) {
        let mut jobs = self.queue.lock();
        jobs.submitted += 1;
        let number = jobs.submitted;
        jobs.waiting.push(Job { deadline, number, work: Box::new(work) });
        self.queue.changed.notify_one();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue.lock().closed = true;
        self.queue.changed.notify_all();
        for thread in self.threads.drain(..) {
            // It cannot have panicked outside a job.
            drop(thread.join());
        }
    }
}

/// On Linux the niceness is a thread's own. Where it is refused, the search competes as an equal, no more.
fn be_polite() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICENESS);
}

impl PartialEq for Job {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}
impl Eq for Job {}
impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Job {
    /// The greatest is the next: the earliest deadline, then the earliest submitted.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (other.deadline, other.number).cmp(&(self.deadline, self.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn the_earliest_deadline_is_next_and_a_panic_stops_nothing() {
        let pool = Pool::new(1).unwrap();
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
        let pool = Pool::new(1).unwrap();
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
