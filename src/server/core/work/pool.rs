//! The threads, and the queue before them.

use crate::core::Error;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The stack of such a thread, in bytes: depth-first searches of the largest boards are some thousand moves deep. Only what is used
/// takes memory.
const STACK: usize = 16 << 20;

/// Says whether work must stop.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Whether it must.
    pub fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// It must.
    pub fn set(&self) {
        self.0.store(true, Relaxed);
    }
}

/// A fixed number of threads and a queue with an end. Dropping it stops all work.
pub struct Pool(Arc<Shared>);

struct Shared {
    niceness: i32,
    most_threads: usize,
    most_waiting: usize,
    pieces: Mutex<Pieces>,
    changed: Condvar,
}

#[derive(Default)]
struct Pieces {
    waiting: VecDeque<Piece>,
    running: Vec<(u64, Stop)>,
    submitted: u64,
    threads: usize,
    closed: bool,
}

struct Piece {
    number: u64,
    stop: Stop,
    work: Box<dyn FnOnce(Stop) + Send>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Pieces> {
        // No code that can panic runs under the lock.
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Piece> {
        let mut pieces = self.lock();
        loop {
            if pieces.closed {
                return None;
            }
            if let Some(piece) = pieces.waiting.pop_front() {
                pieces.running.push((piece.number, piece.stop.clone()));
                return Some(piece);
            }
            pieces = self.changed.wait(pieces).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self) {
        // On Linux the niceness is a thread's own. Where it is refused, the work competes as an equal, no more.
        let _ = rustix::process::nice(self.niceness);
        while let Some(Piece { number, stop, work }) = self.next() {
            // Whoever waits hears of a panic by the answer that never comes.
            let _ = catch_unwind(AssertUnwindSafe(move || work(stop)));
            self.lock().running.retain(|(running, _)| *running != number);
        }
    }
}

/// Work that has been handed in. Dropping it takes the work out of the queue, or stops it.
#[derive(Debug)]
pub struct Working<T> {
    answer: oneshot::Receiver<T>,
    leave: Leave,
}

struct Leave {
    shared: Arc<Shared>,
    number: u64,
    stop: Stop,
}

impl std::fmt::Debug for Leave {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "piece {}", self.number)
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.stop.set();
        let mut pieces = self.shared.lock();
        let abandoned = pieces.waiting.iter().position(|piece| piece.number == self.number).and_then(|at| pieces.waiting.remove(at));
        drop(pieces);
        // What the work owns is freed without the lock.
        drop(abandoned);
    }
}

impl<T> Working<T> {
    /// Waits for the end of the work.
    pub async fn done(&mut self) -> Result<T, Error> {
        let gone = |_| if self.leave.shared.lock().closed { Error::Stopping } else { Error::Internal("work panicked".into()) };
        (&mut self.answer).await.map_err(gone)
    }
}

impl Pool {
    /// So many threads at most, of this niceness (the referee's own thread, at 0, goes first), and room for so many to wait. The threads begin with the first work. With no thread, work is done where
    /// it is handed in, before that returns: in a simulation no time must pass meanwhile.
    pub fn new(niceness: i32, threads: usize, waiting: usize) -> Pool {
        let shared = Shared {
            niceness,
            most_threads: threads,
            most_waiting: waiting,
            pieces: Mutex::new(Pieces::default()),
            changed: Condvar::new(),
        };
        Pool(Arc::new(shared))
    }

    /// Hands in work.
    ///
    /// # Errors
    /// [`Error::Busy`] when the queue is full; [`Error::Stopping`] when the pool is closed.
    pub fn submit<T: Send + 'static>(&self, work: impl FnOnce(Stop) -> T + Send + 'static) -> Result<Working<T>, Error> {
        let (done, answer) = oneshot::channel();
        let stop = Stop::default();
        // Nobody may be waiting any more.
        let work: Box<dyn FnOnce(Stop) + Send> = Box::new(move |stop| drop(done.send(work(stop))));
        let mut pieces = self.0.lock();
        if pieces.closed {
            return Err(Error::Stopping);
        }
        if self.0.most_threads == 0 {
            drop(pieces);
            work(stop.clone());
            return Ok(Working { answer, leave: Leave { shared: self.0.clone(), number: 0, stop } });
        }
        let idle = pieces.threads.saturating_sub(pieces.running.len());
        if pieces.waiting.len() >= idle && pieces.threads < self.0.most_threads {
            let shared = self.0.clone();
            let thread = std::thread::Builder::new().name("work".into()).stack_size(STACK).spawn(move || shared.work());
            thread.map_err(|error| Error::Internal(format!("no thread for work: {error}")))?;
            pieces.threads += 1;
        }
        let idle = pieces.threads.saturating_sub(pieces.running.len());
        if pieces.waiting.len() >= idle + self.0.most_waiting {
            return Err(Error::Busy { waiting: self.0.most_waiting });
        }
        pieces.submitted += 1;
        let number = pieces.submitted;
        pieces.waiting.push_back(Piece { number, stop: stop.clone(), work });
        drop(pieces);
        self.0.changed.notify_one();
        Ok(Working { answer, leave: Leave { shared: self.0.clone(), number, stop } })
    }

    /// How many pieces of work run, and how many wait.
    pub fn load(&self) -> (usize, usize) {
        let pieces = self.0.lock();
        (pieces.running.len(), pieces.waiting.len())
    }

    /// Stops all work; no more is taken.
    pub fn close(&self) {
        let mut pieces = self.0.lock();
        pieces.closed = true;
        pieces.running.iter().for_each(|(_, stop)| stop.set());
        let waiting = std::mem::take(&mut pieces.waiting);
        drop(pieces);
        drop(waiting);
        self.0.changed.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}
