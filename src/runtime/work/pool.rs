//! The threads, and the queue before them.

use super::WorkError;
use crate::caught_by;
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The stack of such a thread, in bytes: depth-first searches of the largest boards are some thousand moves deep. Only what is used
/// takes memory.
const STACK: usize = 16 << 20;

/// One asker may hold this part of the places to wait.
const PART_OF_ONE: usize = 4;

/// For whom work is done. Whoever asks for much waits for himself; nobody else waits for him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asker {
    /// The referee itself, or somebody without an address. Nothing is counted.
    Ours,
    /// Whoever is at this address.
    At(IpAddr),
}

impl Asker {
    /// The address, if there is one.
    pub fn address(self) -> Option<IpAddr> {
        match self {
            Asker::Ours => None,
            Asker::At(address) => Some(address),
        }
    }
}

impl From<Option<IpAddr>> for Asker {
    fn from(address: Option<IpAddr>) -> Asker {
        address.map_or(Asker::Ours, Asker::At)
    }
}

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
    running: Vec<Running>,
    submitted: u64,
    /// When each was last served, counted in turns, since anybody last had to wait.
    served: BTreeMap<Asker, u64>,
    turns: u64,
    threads: usize,
    closed: bool,
}

struct Running {
    number: u64,
    asker: Asker,
    stop: Stop,
}

struct Piece {
    number: u64,
    asker: Asker,
    stop: Stop,
    work: Box<dyn FnOnce(Stop) + Send>,
}

impl Pieces {
    fn running_for(&self, asker: Asker) -> usize {
        self.running.iter().filter(|running| running.asker == asker).count()
    }

    fn waiting_for(&self, asker: Asker) -> usize {
        self.waiting.iter().filter(|piece| piece.asker == asker).count()
    }

    /// The next piece: the first of whoever has the fewest running, and of several such of whoever was served least lately.
    fn take(&mut self) -> Option<Piece> {
        let turn = |asker| (self.running_for(asker), self.served.get(&asker).copied());
        let (place, _) = self.waiting.iter().enumerate().min_by_key(|(place, piece)| (turn(piece.asker), *place))?;
        let piece = self.waiting.remove(place)?;
        if self.waiting.is_empty() {
            self.served.clear();
        }
        self.turns += 1;
        self.served.insert(piece.asker, self.turns);
        self.running.push(Running { number: piece.number, asker: piece.asker, stop: piece.stop.clone() });
        Some(piece)
    }
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
            if let Some(piece) = pieces.take() {
                return Some(piece);
            }
            pieces = self.changed.wait(pieces).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self) {
        // On Linux the niceness is a thread's own. Where it is refused, the work competes as an equal, no more.
        let _ = rustix::process::nice(self.niceness);
        while let Some(Piece { number, stop, work, .. }) = self.next() {
            work(stop);
            self.lock().running.retain(|running| running.number != number);
        }
    }
}

/// Work that has been handed in. Dropping it takes the work out of the queue, or stops it.
#[derive(Debug)]
pub struct Working<T> {
    answer: oneshot::Receiver<Result<T, WorkError>>,
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
    /// How much was handed in before it and waits still; nothing once it is worked on, or done.
    pub fn ahead(&self) -> Option<usize> {
        self.leave.shared.lock().waiting.iter().position(|piece| piece.number == self.leave.number)
    }

    /// Waits for the end of the work.
    ///
    /// # Errors
    /// [`WorkError::Panicked`] when it panics; [`WorkError::Stopping`] when the pool was closed before it began.
    pub async fn done(&mut self) -> Result<T, WorkError> {
        // What waits is dropped when the pool is closed.
        (&mut self.answer).await.map_err(|_| WorkError::Stopping)?
    }
}

impl Pool {
    /// So many threads at most, of this niceness (the referee's own thread, at 0, goes first), and room for so many to wait. The threads
    /// begin with the first work. With no thread, work is done where it is handed in, before that returns: in a simulation no time must
    /// pass meanwhile.
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

    /// Hands in work of the referee's own.
    ///
    /// # Errors
    /// [`WorkError::Busy`] when the queue is full; [`WorkError::Stopping`] when the pool is closed.
    pub fn submit<T: Send + 'static>(&self, work: impl FnOnce(Stop) -> T + Send + 'static) -> Result<Working<T>, WorkError> {
        self.submit_for(Asker::Ours, work)
    }

    /// Hands in work for somebody. Of all that waits, the first of whoever has the least running is next, and nobody has all places to
    /// wait.
    ///
    /// # Errors
    /// [`WorkError::Busy`] when the queue is full; [`WorkError::TooMuchWork`] when this asker's part of it is; [`WorkError::Stopping`] when the pool
    /// is closed.
    pub fn submit_for<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce(Stop) -> T + Send + 'static,
    ) -> Result<Working<T>, WorkError> {
        let (done, answer) = oneshot::channel();
        let stop = Stop::default();
        // Nobody may be waiting any more.
        let work: Box<dyn FnOnce(Stop) + Send> = Box::new(move |stop| drop(done.send(caught_by(|| work(stop)))));
        let mut pieces = self.0.lock();
        if pieces.closed {
            return Err(WorkError::Stopping);
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
            thread.map_err(|error| WorkError::NoThread(error.to_string()))?;
            pieces.threads += 1;
        }
        let idle = pieces.threads.saturating_sub(pieces.running.len());
        if pieces.waiting.len() >= idle + self.0.most_waiting {
            return Err(WorkError::Busy { waiting: self.0.most_waiting });
        }
        let part = self.0.most_waiting.div_ceil(PART_OF_ONE);
        if asker != Asker::Ours && pieces.waiting_for(asker) >= idle + part {
            return Err(WorkError::TooMuchWork { most: part });
        }
        pieces.submitted += 1;
        let number = pieces.submitted;
        pieces.waiting.push_back(Piece { number, asker, stop: stop.clone(), work });
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
        pieces.running.iter().for_each(|running| running.stop.set());
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    fn at(last: u8) -> Asker {
        Asker::At(IpAddr::from([10, 0, 0, last]))
    }

    /// A pool of one thread that is held until something is sent, and where each piece tells its name.
    fn held(waiting: usize) -> (Pool, Sender<()>, Working<()>, Sender<&'static str>, Receiver<&'static str>) {
        let pool = Pool::new(0, 1, waiting);
        let (go, gate) = channel();
        let (began, begun) = channel();
        let holding = pool.submit(move |_| {
            began.send(()).expect("the test waits");
            gate.recv().expect("the test lets it go");
        });
        begun.recv().expect("it begins");
        let (tell, told) = channel();
        (pool, go, holding.expect("room"), tell, told)
    }

    #[test]
    fn whoever_asks_for_much_waits_for_himself() {
        let (pool, go, _holding, tell, told) = held(64);
        let mut working = Vec::new();
        for (asker, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (2, "b2"), (3, "c1")] {
            let tell = tell.clone();
            working.push(pool.submit_for(at(asker), move |_| tell.send(name)).expect("room"));
        }
        assert!(working.iter().map(Working::ahead).eq((0..6).map(Some)), "each is told of what was handed in before it");
        drop(working.remove(1));
        assert!(working.iter().map(Working::ahead).eq((0..5).map(Some)), "who leaves is in nobody's way");
        go.send(()).expect("it waits");
        let order: Vec<_> = told.iter().take(5).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a3", "b2"]);
    }

    #[test]
    fn nobody_has_all_the_places_to_wait() {
        let (pool, go, _holding, _tell, _told) = held(8);
        let mut working = Vec::new();
        for place in 0..8 {
            let asker = if place < 6 { at(1) } else { at(2) };
            match pool.submit_for(asker, |_| ()) {
                Ok(piece) => working.push(piece),
                Err(error) => assert_eq!((place, error), (place.clamp(2, 5), WorkError::TooMuchWork { most: 2 })),
            }
        }
        assert_eq!((working.len(), pool.load()), (4, (1, 4)));
        // What the referee does for itself has the rest.
        for _ in 0..4 {
            working.push(pool.submit(|_| ()).expect("room"));
        }
        assert_eq!(pool.submit(|_| ()).err(), Some(WorkError::Busy { waiting: 8 }));
        go.send(()).expect("it waits");
    }
}
