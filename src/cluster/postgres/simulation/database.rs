//! A simulated database: one row for the lease, with the lock that PostgreSQL puts on it, logs, transactions, and a network between it and the
//! nodes. A query arrives late or never, is executed even if its node has stopped by then, and is answered late or never.

use super::super::change::Refused;
use super::super::database::{Batch, Database, DatabaseSession, Fence, IDLE, LASTS, LONGEST, LeaseRow, Notices};
use crate::{Holder, LogPosition};
use bytestring::ByteString;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use storage::{Change, Fault, StorageError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, oneshot, watch};
use tokio::time::{Instant, sleep};

/// Longer than any world lasts.
const FOREVER: Duration = Duration::from_secs(100_000);

/// A batch that was written, and the process that wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub batch: Batch,
    pub key: String,
}

/// The logs, line after line.
#[derive(Clone, Default)]
pub struct Logs {
    pub matches: BTreeMap<u64, Vec<ByteString>>,
    pub tournament: Vec<ByteString>,
}

impl Logs {
    /// As the statements of `change.rs` do it: a line that does not follow the last is refused.
    fn write(&mut self, changes: &[Change]) -> Result<(), Refused> {
        for change in changes {
            let log = match change {
                Change::Match(row) if !self.matches.contains_key(&row.match_id) => {
                    self.matches.insert(row.match_id, Vec::new());
                    continue;
                }
                Change::Line { match_id: game, number, body } => self.matches.get_mut(game).map(|log| (log, number, body)),
                Change::TournamentLine { number, body, .. } => Some((&mut self.tournament, number, body)),
                _ => None,
            };
            match log {
                Some((log, number, body)) if log.len() as u64 == *number => log.push(body.clone()),
                _ => return Err(Refused::Never(StorageError::new(Fault::Conflict, format!("{change:?} does not follow the last")))),
            }
        }
        Ok(())
    }
}

/// What a replica copies.
#[derive(Clone)]
pub struct Tables {
    /// Of term 0 if the lease's row is deleted or was never taken.
    pub progress: LogPosition,
    pub until: f64,
    holder: Holder,
    pub logs: Logs,
    pub written: Vec<Written>,
}

impl Tables {
    fn new() -> Tables {
        let (progress, holder, logs) = (LogPosition::default(), Holder::default(), Logs::default());
        Tables { progress, until: f64::NEG_INFINITY, holder, logs, written: Vec::new() }
    }
}

pub struct State {
    /// How far its clock is ahead of the world's, in seconds.
    ahead: f64,
    /// When it was last set, or the lease's row deleted.
    unsteady: Instant,
    /// How many transactions have changed the lease's row.
    transactions: i64,
    pub tables: Tables,
    /// The processes whose network to the database is cut.
    pub cut_off: BTreeSet<String>,
    /// The processes that referee and are awake.
    pub refereeing: BTreeSet<String>,
    /// Violations of the invariants.
    pub wrong: Vec<String>,
    rng: ChaCha8Rng,
    /// Whether the network loses and delays messages.
    is_rough: bool,
    /// How much longer each message takes at present, at most.
    pub slowness: Duration,
}

impl State {
    /// While the database's clock and rows are not tampered with, every other process that is awake has stopped refereeing when a term begins.
    fn check_alone(&mut self, taker: &str) {
        let others: Vec<_> = self.refereeing.iter().filter(|key| *key != taker).collect();
        if self.unsteady.elapsed() > LONGEST && !others.is_empty() {
            self.wrong.push(format!("{taker} took the lease while {others:?} refereed"));
        }
    }

    pub fn set_clock(&mut self, ahead: f64) {
        (self.ahead, self.unsteady) = (ahead, Instant::now());
    }

    /// From now on the network is fast and loses nothing.
    pub fn calm(&mut self) {
        (self.is_rough, self.slowness) = (false, Duration::ZERO);
        self.cut_off.clear();
    }
}

/// A transaction that is neither committed nor rolled back, and has the lock on the lease's row.
struct Transaction {
    batch: Batch,
    logs: Logs,
    _lock: OwnedSemaphorePermit,
}

/// A transaction until it ends: at the latest when its node has been silent for [`IDLE`], or the database restarts.
type OpenTransaction = Arc<Mutex<Option<Transaction>>>;

/// A database, as one node sees it.
#[derive(Clone)]
pub struct SimulatedDatabase {
    state: Arc<Mutex<State>>,
    /// The lock on the lease's row.
    row: Arc<Semaphore>,
    /// How often it was restarted; `None` while it is down.
    running: watch::Sender<Option<u64>>,
    changed: broadcast::Sender<()>,
    began: Instant,
    pub key: String,
}

/// What the network does with a query and its answer.
struct Fate {
    there: Duration,
    back: Duration,
    arrives: bool,
    is_answered: bool,
    /// Whether the node learns that the connection broke.
    breaks: bool,
}

impl SimulatedDatabase {
    pub fn new(seed: u64) -> SimulatedDatabase {
        let state = State {
            ahead: 0.0,
            unsteady: Instant::now(),
            transactions: 0,
            tables: Tables::new(),
            cut_off: BTreeSet::new(),
            refereeing: BTreeSet::new(),
            wrong: Vec::new(),
            rng: ChaCha8Rng::seed_from_u64(seed),
            is_rough: true,
            slowness: Duration::ZERO,
        };
        SimulatedDatabase {
            state: Arc::new(Mutex::new(state)),
            row: Arc::new(Semaphore::new(1)),
            running: watch::channel(Some(0)).0,
            changed: broadcast::channel(16).0,
            began: Instant::now(),
            key: String::new(),
        }
    }

    /// The same for the node with this key.
    pub fn of(&self, key: &str) -> SimulatedDatabase {
        SimulatedDatabase { key: key.into(), ..self.clone() }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic")
    }

    pub fn random<T>(&self, draw: impl FnOnce(&mut ChaCha8Rng) -> T) -> T {
        draw(&mut self.state().rng)
    }

    pub fn logs(&self) -> Logs {
        self.state().tables.logs.clone()
    }

    /// Reads the logs over the network.
    pub async fn read(&self) -> Result<Logs, StorageError> {
        let database = self.clone();
        self.round_trip(async move { database.logs() }).await
    }

    /// The process that has the lease.
    pub fn holder(&self) -> Option<String> {
        let row = self.lease_row();
        (!row.remaining.is_zero()).then_some(row.holder.key)
    }

    /// Deletes the lease's row.
    pub async fn delete_row(&self) {
        let delete = |state: &mut State, _| {
            let Tables { progress, until, holder, .. } = Tables::new();
            (state.tables.progress, state.tables.until, state.tables.holder) = (progress, until, holder);
            state.unsteady = Instant::now();
        };
        self.update(|row| row.progress.term != 0, delete).await;
    }

    /// Ends every connection, and rolls back every open transaction.
    pub async fn restart(&self, down: Duration) {
        let times = self.running.borrow().unwrap_or_default();
        self.running.send_replace(None);
        sleep(down).await;
        self.running.send_replace(Some(times + 1));
    }

    fn fate(&self) -> Fate {
        let State { cut_off, is_rough, slowness, rng, .. } = &mut *self.state();
        if cut_off.contains(&self.key) {
            return Fate { there: Duration::ZERO, back: Duration::ZERO, arrives: false, is_answered: false, breaks: false };
        }
        let mut delay = || {
            let most = match rng.random_range(0..1_000) {
                _ if !*is_rough => 0.002,
                0..960 => 0.005,
                960..990 => 0.5,
                990..998 => 4.0,
                _ => 30.0,
            };
            slowness.mul_f64(rng.random_range(0.0..1.0)) + Duration::from_secs_f64(most * rng.random_range(0.02..1.0))
        };
        let (there, back) = (delay(), delay());
        let mut often = |in_a_thousand| *is_rough && rng.random_range(0..1_000) < in_a_thousand;
        Fate { there, back, arrives: !often(8), is_answered: !often(12), breaks: often(500) }
    }

    /// Executes something at the database.
    async fn round_trip<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> Result<T, StorageError> {
        let (fate, mut running) = (self.fate(), self.running.subscribe());
        let (answer, answered) = oneshot::channel();
        tokio::spawn(async move {
            sleep(fate.there).await;
            let times = *running.borrow_and_update();
            let done = match (fate.arrives, times) {
                (true, Some(_)) => tokio::select! {
                    biased;
                    _ = running.changed() => None,
                    done = work => Some(done),
                },
                _ => None,
            };
            sleep(fate.back).await;
            match done {
                Some(done) if fate.is_answered => _ = answer.send(done),
                // The answer's sender is dropped: the connection broke.
                None if times.is_none() => {}
                _ if fate.breaks => {}
                _ => {
                    sleep(FOREVER).await;
                    drop(answer);
                }
            }
        });
        answered.await.map_err(|_| broken())
    }

    fn lease_row(&self) -> LeaseRow {
        let state = self.state();
        let Tables { progress, until, ref holder, .. } = state.tables;
        let remaining = until - self.clock(&state);
        let holds = (0.0..=LONGEST.as_secs_f64()).contains(&remaining);
        let remaining = if holds { Duration::from_secs_f64(remaining) } else { Duration::ZERO };
        LeaseRow { progress, holder: holder.clone(), remaining }
    }

    fn clock(&self, state: &State) -> f64 {
        self.began.elapsed().as_secs_f64() + state.ahead
    }

    /// An `UPDATE` of the lease's row: if the condition holds it waits for the row's lock, and checks again.
    async fn update<T>(
        &self,
        condition: impl Fn(&LeaseRow) -> bool,
        change: impl FnOnce(&mut State, f64) -> T,
    ) -> Option<(T, OwnedSemaphorePermit)> {
        if !condition(&self.lease_row()) {
            return None;
        }
        let lock = self.row.clone().acquire_owned().await.expect("it is never closed");
        if !condition(&self.lease_row()) {
            return None;
        }
        let mut state = self.state();
        let now = self.clock(&state);
        state.transactions += 1;
        Some((change(&mut state, now), lock))
    }

    /// `BEGIN`, the claim and the changes; `None` if the batch is not the next.
    async fn begin(self, batch: Batch, changes: Vec<Change>) -> Result<Option<OpenTransaction>, Refused> {
        let is_next = |row: &LeaseRow| row.fence() == batch.fence && row.progress.batch + 1 == batch.number;
        let Some(((), lock)) = self.update(is_next, |_, _| ()).await else { return Ok(None) };
        let mut logs = self.logs();
        logs.write(&changes)?;
        let transaction = Arc::new(Mutex::new(Some(Transaction { batch, logs, _lock: lock })));
        let (open, mut running) = (transaction.clone(), self.running.subscribe());
        tokio::spawn(async move {
            tokio::select! {
                biased;
                _ = running.changed() => {}
                () = sleep(IDLE) => {}
            }
            open.lock().expect("no panic").take();
        });
        Ok(Some(transaction))
    }

    /// `COMMIT`, on a connection that has ended if the transaction was rolled back.
    fn commit(&self, transaction: &OpenTransaction) -> Result<(), Refused> {
        let open = transaction.lock().expect("no panic").take();
        let Some(Transaction { batch, logs, _lock }) = open else { return Err(Refused::Later(broken())) };
        let tables = &mut self.state().tables;
        (tables.progress.batch, tables.logs) = (batch.number, logs);
        tables.written.push(Written { batch, key: self.key.clone() });
        Ok(())
    }
}

fn broken() -> StorageError {
    StorageError::new(Fault::Unavailable, "the connection broke")
}

impl DatabaseSession for SimulatedDatabase {
    fn is_closed(&self) -> bool {
        false
    }

    async fn write(&self, batch: Option<Batch>, changes: Vec<&Change>) -> Result<bool, Refused> {
        let batch = batch.expect("only commands write without one");
        let changes = changes.into_iter().cloned().collect();
        let begun = self.round_trip(self.clone().begin(batch, changes)).await.map_err(Refused::Later)??;
        let Some(transaction) = begun else { return Ok(false) };
        let database = self.clone();
        self.round_trip(async move { database.commit(&transaction) }).await.map_err(Refused::Later)??;
        Ok(true)
    }
}

impl Database for SimulatedDatabase {
    type Session = SimulatedDatabase;
    type Notices = SimulatedNotices;

    async fn session(&self) -> Result<SimulatedDatabase, StorageError> {
        self.round_trip(async {}).await?;
        Ok(self.clone())
    }

    async fn notices(&self) -> Result<SimulatedNotices, StorageError> {
        let database = self.clone();
        let changes = self.round_trip(async move { database.changed.subscribe() }).await?;
        Ok(SimulatedNotices { changes, database: self.clone() })
    }

    async fn lease(&self) -> Result<LeaseRow, StorageError> {
        let database = self.clone();
        self.round_trip(async move { database.lease_row() }).await
    }

    async fn take(&self, node: &Holder, seen: i64) -> Result<Option<i64>, StorageError> {
        let (database, node) = (self.clone(), node.clone());
        self.round_trip(async move {
            let change = |state: &mut State, now| {
                let last = state.tables.progress.term;
                let next = if last == 0 { state.transactions.max(seen + 1) } else { last.max(seen) + 1 };
                state.check_alone(&node.key);
                state.tables.progress = LogPosition { term: next, batch: 0 };
                (state.tables.until, state.tables.holder) = (now + LASTS.as_secs_f64(), node);
                next
            };
            let (term, _lock) = database.update(|row| row.remaining.is_zero(), change).await?;
            // No node may listen.
            let _ = database.changed.send(());
            Some(term)
        })
        .await
    }

    async fn renew(&self, term: i64, batch: i64, holder: &Holder) -> Result<bool, StorageError> {
        let (database, holder) = (self.clone(), holder.clone());
        self.round_trip(async move {
            let key = holder.key.clone();
            let renew = |state: &mut State, now| (state.tables.until, state.tables.holder) = (now + LASTS.as_secs_f64(), holder);
            let is_last = |row: &LeaseRow| row.fence() == Fence { term, id: key.clone() } && row.progress.batch >= batch;
            database.update(is_last, renew).await.is_some()
        })
        .await
    }

    async fn give_back(&self, fence: &Fence) -> Result<(), StorageError> {
        let (database, fence) = (self.clone(), fence.clone());
        self.round_trip(async move {
            if database.update(|row| row.fence() == fence, |state, _| state.tables.until = f64::NEG_INFINITY).await.is_some() {
                let _ = database.changed.send(());
            }
        })
        .await
    }
}

pub struct SimulatedNotices {
    changes: broadcast::Receiver<()>,
    database: SimulatedDatabase,
}

impl Notices for SimulatedNotices {
    async fn next(&mut self) -> bool {
        let _ = self.changes.recv().await;
        // Some connections break without a notice.
        self.database.fate().is_answered || self.database.random(|rng| rng.next_u32() % 2 == 0)
    }
}
