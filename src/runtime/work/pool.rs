//! A thread pool with a bounded queue that is fair to clients.

use super::WorkError;
use crate::system::set_niceness;
use crate::{address_block, caught_by};
use message::Coded;
use parking_lot::{Condvar, Mutex};
use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::marker::PhantomData;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use tokio::sync::oneshot;

/// The stack of a thread, in bytes: depth-first searches of the largest boards are some thousand moves deep.
const STACK: usize = 16 << 20;

/// One client may fill a quarter of the queue.
const SHARE_OF_QUEUE: usize = 4;

/// The owner of work; the pool schedules fairly between owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkOwner {
    /// The referee itself, or a client without an address: no share of the queue.
    Referee,
    /// The clients of this [address block](address_block).
    Client(IpAddr),
}

impl WorkOwner {
    pub fn address(self) -> Option<IpAddr> {
        match self {
            WorkOwner::Referee => None,
            WorkOwner::Client(address) => Some(address),
        }
    }
}

impl From<Option<IpAddr>> for WorkOwner {
    fn from(address: Option<IpAddr>) -> WorkOwner {
        address.map_or(WorkOwner::Referee, |address| WorkOwner::Client(address_block(address)))
    }
}

/// The cancellation flag of a piece of work.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }

    pub fn set(&self) {
        self.0.store(true, Relaxed);
    }
}

/// Threads and a bounded queue. Dropping it stops all work.
pub struct ThreadPool(Arc<PoolState>);

struct PoolState {
    niceness: i32,
    most_threads: usize,
    most_waiting: usize,
    pieces: Mutex<Pieces>,
    changed: Condvar,
}

#[derive(Default)]
struct Pieces {
    waiting: VecDeque<WorkItem>,
    running: Vec<RunningItem>,
    submitted: u64,
    /// The turn in which each was last served, since the queue was last empty.
    served: BTreeMap<WorkOwner, u64>,
    turns: u64,
    threads: usize,
    closed: bool,
}

struct RunningItem {
    number: u64,
    owner: WorkOwner,
    stop: Stop,
}

struct WorkItem {
    number: u64,
    owner: WorkOwner,
    stop: Stop,
    work: Box<dyn FnOnce(Stop) + Send>,
}

impl Pieces {
    /// The next piece: the first of the client with the fewest running; among several, of the least recently served.
    fn take(&mut self) -> Option<WorkItem> {
        let running = |owner| self.running.iter().filter(|running| running.owner == owner).count();
        let turn = |owner| (running(owner), self.served.get(&owner).copied());
        let (place, _) = self.waiting.iter().enumerate().min_by_key(|(place, piece)| (turn(piece.owner), *place))?;
        let piece = self.waiting.remove(place)?;
        if self.waiting.is_empty() {
            self.served.clear();
        }
        self.turns += 1;
        self.served.insert(piece.owner, self.turns);
        self.running.push(RunningItem { number: piece.number, owner: piece.owner, stop: piece.stop.clone() });
        Some(piece)
    }
}

impl PoolState {
    fn next(&self) -> Option<WorkItem> {
        let mut pieces = self.pieces.lock();
        loop {
            if pieces.closed {
                return None;
            }
            if let Some(piece) = pieces.take() {
                return Some(piece);
            }
            self.changed.wait(&mut pieces);
        }
    }

    fn work(&self) {
        set_niceness(self.niceness);
        while let Some(WorkItem { number, stop, work, .. }) = self.next() {
            work(stop);
            self.pieces.lock().running.retain(|running| running.number != number);
        }
    }
}

/// What a piece of work returns, as code that is compiled once sees it.
pub(crate) type AnyResult = Box<dyn Any + Send>;
pub(crate) type Answer = oneshot::Receiver<Result<AnyResult, WorkError>>;

/// Submitted work. Dropping it removes the work from the queue, or stops it.
pub struct Working<T> {
    answer: Answer,
    leave: Leave,
    result: PhantomData<fn() -> T>,
}

struct Leave {
    shared: Arc<PoolState>,
    number: u64,
    stop: Stop,
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.stop.set();
        let mut pieces = self.shared.pieces.lock();
        let abandoned = pieces.waiting.iter().position(|piece| piece.number == self.number).and_then(|at| pieces.waiting.remove(at));
        drop(pieces);
        // The work's data is freed without the lock.
        drop(abandoned);
    }
}

impl<T> Working<T> {
    /// Its place in the queue, from 0; none once it has started.
    pub fn ahead(&self) -> Option<usize> {
        self.leave.shared.pieces.lock().waiting.iter().position(|piece| piece.number == self.leave.number)
    }

    /// Waits for the end of the work.
    ///
    /// # Errors
    /// [`WorkError::Panicked`] when it panics; [`WorkError::Stopping`] when the pool was closed before it began.
    pub async fn done(&mut self) -> Result<T, WorkError>
    where
        T: 'static,
    {
        // Closing the pool drops the queue.
        let result = (&mut self.answer).await.map_err(|_| WorkError::Stopping)??;
        Ok(*result.downcast().expect("the work's own result"))
    }
}

impl ThreadPool {
    /// A pool of at most `threads`, of this niceness (the event loop has 0), and a queue for `waiting` pieces. Threads start with the first work.
    /// Without threads, `submit` runs the work before it returns, for simulations in which no time may pass meanwhile.
    pub fn new(niceness: i32, threads: usize, waiting: usize) -> ThreadPool {
        let (pieces, changed) = (Mutex::default(), Condvar::new());
        ThreadPool(Arc::new(PoolState { niceness, most_threads: threads, most_waiting: waiting, pieces, changed }))
    }

    /// Submits work of the referee itself.
    ///
    /// # Errors
    /// [`WorkError::Busy`] when the queue is full; [`WorkError::Stopping`] when the pool is closed.
    pub fn submit<T: Send + 'static>(&self, work: impl FnOnce(Stop) -> T + Send + 'static) -> Result<Working<T>, WorkError> {
        self.submit_for(WorkOwner::Referee, work)
    }

    /// Submits work of the referee itself and waits for its result.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, WorkError> {
        self.submit(move |_| work())?.done().await
    }

    /// Submits work for a client. The queue serves the client with the least running work first, and one client fills at most a quarter of it.
    ///
    /// # Errors
    /// [`WorkError::Busy`] when the queue is full; [`WorkError::TooMuchWork`] when this client's part of it is; [`WorkError::Stopping`] when the
    /// pool is closed.
    pub fn submit_for<T: Send + 'static>(
        &self,
        owner: WorkOwner,
        work: impl FnOnce(Stop) -> T + Send + 'static,
    ) -> Result<Working<T>, WorkError> {
        let (answer, leave) = self.enqueue(owner, Box::new(move |stop| Box::new(work(stop))))?;
        Ok(Working { answer, leave, result: PhantomData })
    }

    /// Not generic: it is compiled once, not for each piece of work.
    fn enqueue(&self, owner: WorkOwner, work: Box<dyn FnOnce(Stop) -> AnyResult + Send>) -> Result<(Answer, Leave), WorkError> {
        let (done, answer) = oneshot::channel();
        // The receiver may have been dropped.
        let work: Box<dyn FnOnce(Stop) + Send> = Box::new(move |stop| drop(done.send(caught_by(|| work(stop)))));
        let stop = Stop::default();
        let mut pieces = self.0.pieces.lock();
        if pieces.closed {
            return Err(WorkError::Stopping);
        }
        if self.0.most_threads == 0 {
            drop(pieces);
            work(stop.clone());
            return Ok((answer, Leave { shared: self.0.clone(), number: 0, stop }));
        }
        let idle = pieces.threads.saturating_sub(pieces.running.len());
        if pieces.waiting.len() >= idle && pieces.threads < self.0.most_threads {
            let shared = self.0.clone();
            let thread = std::thread::Builder::new().name("work".into()).stack_size(STACK).spawn(move || shared.work());
            thread.map_err(|error| WorkError::NoThread { why: error.message() })?;
            pieces.threads += 1;
        }
        let idle = pieces.threads.saturating_sub(pieces.running.len());
        if pieces.waiting.len() >= idle + self.0.most_waiting {
            return Err(WorkError::Busy { waiting: self.0.most_waiting });
        }
        let share = self.0.most_waiting.div_ceil(SHARE_OF_QUEUE);
        if owner != WorkOwner::Referee && pieces.waiting.iter().filter(|piece| piece.owner == owner).count() >= idle + share {
            return Err(WorkError::TooMuchWork { most: share });
        }
        pieces.submitted += 1;
        let number = pieces.submitted;
        pieces.waiting.push_back(WorkItem { number, owner, stop: stop.clone(), work });
        drop(pieces);
        self.0.changed.notify_one();
        Ok((answer, Leave { shared: self.0.clone(), number, stop }))
    }

    /// The numbers of running and waiting pieces.
    pub fn load(&self) -> (usize, usize) {
        let pieces = self.0.pieces.lock();
        (pieces.running.len(), pieces.waiting.len())
    }

    /// Stops all work and refuses more.
    pub fn close(&self) {
        let mut pieces = self.0.pieces.lock();
        pieces.closed = true;
        pieces.running.iter().for_each(|running| running.stop.set());
        let waiting = std::mem::take(&mut pieces.waiting);
        drop((pieces, waiting));
        self.0.changed.notify_all();
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    fn at(last: u8) -> WorkOwner {
        WorkOwner::Client(IpAddr::from([10, 0, 0, last]))
    }

    /// A pool of one thread, blocked until a message is sent, and a channel on which the pieces send their names.
    fn held(waiting: usize) -> (ThreadPool, Sender<()>, Working<()>, Sender<&'static str>, Receiver<&'static str>) {
        let pool = ThreadPool::new(0, 1, waiting);
        let (go, gate) = channel();
        let (began, begun) = channel();
        let holding = pool.submit(move |_| {
            began.send(()).expect("the test waits");
            gate.recv().expect("the test lets it go");
        });
        begun.recv().expect("it begins");
        let (names, received) = channel();
        (pool, go, holding.expect("room"), names, received)
    }

    #[test]
    fn the_queue_is_fair_to_clients() {
        let (pool, go, _holding, names, received) = held(64);
        let mut working = Vec::new();
        for (owner, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (2, "b2"), (3, "c1")] {
            let names = names.clone();
            working.push(pool.submit_for(at(owner), move |_| names.send(name)).expect("room"));
        }
        assert!(working.iter().map(Working::ahead).eq((0..6).map(Some)), "each has its place in the queue");
        drop(working.remove(1));
        assert!(working.iter().map(Working::ahead).eq((0..5).map(Some)), "a dropped piece leaves the queue");
        go.send(()).expect("it waits");
        let order: Vec<_> = received.iter().take(5).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a3", "b2"]);
    }

    #[test]
    fn the_addresses_of_one_network_are_one_client() {
        let [one, neighbour, other] = ["2001:db8::1", "2001:db8::2:1", "2001:db8:0:1::1"].map(|text| WorkOwner::from(text.parse().ok()));
        assert!(one == neighbour && one != other && one.address().is_some());
    }

    #[test]
    fn one_client_fills_a_quarter_of_the_queue() {
        let (pool, go, _holding, ..) = held(8);
        let mut working = Vec::new();
        for place in 0..8 {
            let owner = if place < 6 { at(1) } else { at(2) };
            match pool.submit_for(owner, |_| ()) {
                Ok(piece) => working.push(piece),
                Err(error) => assert_eq!((place, error), (place.clamp(2, 5), WorkError::TooMuchWork { most: 2 })),
            }
        }
        assert_eq!((working.len(), pool.load()), (4, (1, 4)));
        for _ in 0..4 {
            working.push(pool.submit(|_| ()).expect("room"));
        }
        assert_eq!(pool.submit(|_| ()).err(), Some(WorkError::Busy { waiting: 8 }));
        go.send(()).expect("it waits");
    }
}
