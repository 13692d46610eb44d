//! A simulated database: one row for the lease, with the lock that PostgreSQL puts on it, logs, transactions, and a network between it and the
//! nodes. A query arrives late or never, is executed even if its node has stopped by then, and is answered late or never.

use super::super::database::{Database, DatabaseSession, Fence, IDLE, LEASE_DURATION, LONGEST, LeaseBatch, LeaseRow, Notices};
use crate::{Holder, LogPosition};
use bytestring::ByteString;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use storage::{Change, StorageError, StorageErrorKind, StorageFailure};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, oneshot, watch};
use tokio::time::{Instant, sleep};

/// Longer than any world lasts.
const FOREVER: Duration = Duration::from_secs(100_000);

pub type Logs = BTreeMap<u64, Vec<ByteString>>;

/// As the statements of `change.rs` do it: a line that does not follow the last is refused.
fn append(logs: &mut Logs, changes: &[Change]) -> Result<(), StorageError> {
    for change in changes {
        match change {
            Change::Match(row) if !logs.contains_key(&row.match_id) => _ = logs.insert(row.match_id, Vec::new()),
            Change::Line { match_id, number, body } if logs.get(match_id).is_some_and(|log| log.len() as u64 == *number) => {
                logs.entry(*match_id).or_default().push(body.clone());
            }
            _ => {
                return Err(StorageError::new(StorageErrorKind::Conflict, StorageFailure::LinesOutOfOrder { lines: 1 }));
            }
        }
    }
    Ok(())
}

#[derive(Clone, Default)]
pub struct Tables {
    /// Of term 0 if the lease's row is deleted or was never taken.
    pub progress: LogPosition,
    /// When the lease ends, by the database's clock.
    until: Option<f64>,
    holder: Holder,
    pub logs: Logs,
    /// The batches that were written, and the processes that wrote them.
    pub written: Vec<(LeaseBatch, String)>,
}

#[derive(Default)]
pub struct DatabaseState {
    /// The lead of its clock over the world's, in seconds.
    ahead: f64,
    /// When it was last set, or the lease's row deleted.
    unsteady: Option<Instant>,
    /// The number of transactions that have changed the lease's row.
    transactions: i64,
    pub tables: Tables,
    /// The processes whose network to the database is cut.
    pub cut_off: BTreeSet<String>,
    /// The processes that referee and are awake.
    pub refereeing: BTreeSet<String>,
    /// The node that took each term.
    pub terms: BTreeMap<i64, String>,
    /// The lines that were acknowledged, by log and number.
    pub accepted: BTreeMap<(u64, u64), ByteString>,
    pub wrong: Vec<String>,
    /// Whether the network neither loses nor delays messages.
    is_calm: bool,
    /// The present maximum of the extra delay of a message.
    pub slowness: Duration,
}

impl DatabaseState {
    /// When a term begins, no other process that is awake still referees, unless the database's clock or rows were tampered with.
    fn check_alone(&mut self, taker: &str) {
        let others: Vec<_> = self.refereeing.iter().filter(|key| *key != taker).collect();
        if self.unsteady.is_none_or(|at| at.elapsed() > LONGEST) && !others.is_empty() {
            self.wrong.push(format!("{taker} took the lease while {others:?} refereed"));
        }
    }

    pub fn set_clock(&mut self, ahead: f64) {
        (self.ahead, self.unsteady) = (ahead, Some(Instant::now()));
    }

    /// From now on the network is fast and loses nothing.
    pub fn calm(&mut self) {
        (self.is_calm, self.slowness) = (true, Duration::ZERO);
        self.cut_off.clear();
    }
}

/// A transaction that is neither committed nor rolled back, and has the lock on the lease's row.
struct Transaction {
    batch: LeaseBatch,
    logs: Logs,
    _lock: OwnedSemaphorePermit,
}

/// A transaction until it ends: at the latest when its node has been silent for [`IDLE`], or the database restarts.
type OpenTransaction = Arc<Mutex<Option<Transaction>>>;

#[derive(Clone)]
pub struct SimulatedDatabase {
    state: Arc<Mutex<DatabaseState>>,
    rng: Arc<Mutex<ChaCha8Rng>>,
    row: Arc<Semaphore>,
    /// The number of its restarts; `None` while it is down.
    running: watch::Sender<Option<u64>>,
    changed: broadcast::Sender<()>,
    began: Instant,
    pub key: String,
}

/// The fault that the network injects into a query and its answer.
#[derive(Default)]
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
        let (rng, row) = (Arc::new(Mutex::new(ChaCha8Rng::seed_from_u64(seed))), Arc::new(Semaphore::new(1)));
        let (running, changed) = (watch::channel(Some(0)).0, broadcast::channel(16).0);
        SimulatedDatabase { state: Arc::default(), rng, row, running, changed, began: Instant::now(), key: String::new() }
    }

    /// The same for the node with this key.
    pub fn of(&self, key: &str) -> SimulatedDatabase {
        SimulatedDatabase { key: key.into(), ..self.clone() }
    }

    pub fn state(&self) -> MutexGuard<'_, DatabaseState> {
        self.state.lock().expect("no panic")
    }

    pub fn random<T>(&self, draw: impl FnOnce(&mut ChaCha8Rng) -> T) -> T {
        draw(&mut self.rng.lock().expect("no panic"))
    }

    pub fn logs(&self) -> Logs {
        self.state().tables.logs.clone()
    }

    /// Reads the logs over the network.
    pub async fn read(&self) -> Result<Logs, StorageError> {
        self.round_trip(async |database| database.logs()).await
    }

    pub fn holder(&self) -> Option<String> {
        let row = self.lease_row();
        (!row.remaining.is_zero()).then_some(row.holder.key)
    }

    pub async fn delete_row(&self) {
        let delete = |state: &mut DatabaseState, _| {
            let Tables { logs, written, .. } = std::mem::take(&mut state.tables);
            (state.tables, state.unsteady) = (Tables { logs, written, ..Tables::default() }, Some(Instant::now()));
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
        let (is_calm, slowness) = match &*self.state() {
            state if state.cut_off.contains(&self.key) => return Fate::default(),
            state => (state.is_calm, state.slowness),
        };
        let rng = &mut *self.rng.lock().expect("no panic");
        let mut delay = || {
            let most = match rng.random_range(0..1_000) {
                _ if is_calm => 0.002,
                0..960 => 0.005,
                960..990 => 0.5,
                990..998 => 4.0,
                _ => 30.0,
            };
            slowness.mul_f64(rng.random_range(0.0..1.0)) + Duration::from_secs_f64(most * rng.random_range(0.02..1.0))
        };
        let (there, back) = (delay(), delay());
        let mut often = |in_a_thousand| !is_calm && rng.random_range(0..1_000) < in_a_thousand;
        Fate { there, back, arrives: !often(8), is_answered: !often(12), breaks: often(500) }
    }

    async fn round_trip<T: Send + 'static, W: Future<Output = T> + Send>(
        &self,
        work: impl FnOnce(SimulatedDatabase) -> W + Send + 'static,
    ) -> Result<T, StorageError> {
        let (fate, mut running, database) = (self.fate(), self.running.subscribe(), self.clone());
        let (answer, answered) = oneshot::channel();
        tokio::spawn(async move {
            sleep(fate.there).await;
            let times = *running.borrow_and_update();
            let done = match (fate.arrives, times) {
                (true, Some(_)) => tokio::select! {
                    biased;
                    _ = running.changed() => None,
                    done = work(database) => Some(done),
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
        let remaining = until.map_or(0.0, |until| until - self.clock(&state));
        let holds = (0.0..=LONGEST.as_secs_f64()).contains(&remaining);
        LeaseRow { progress, holder: holder.clone(), remaining: Duration::from_secs_f64(if holds { remaining } else { 0.0 }) }
    }

    fn clock(&self, state: &DatabaseState) -> f64 {
        self.began.elapsed().as_secs_f64() + state.ahead
    }

    /// An `UPDATE` of the lease's row: if the condition holds it waits for the row's lock, and checks again.
    async fn update<T>(
        &self,
        condition: impl Fn(&LeaseRow) -> bool,
        change: impl FnOnce(&mut DatabaseState, f64) -> T,
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
    async fn begin(self, batch: LeaseBatch, changes: Vec<Change>) -> Result<Option<OpenTransaction>, StorageError> {
        let is_next = |row: &LeaseRow| row.fence() == batch.fence && row.progress.batch + 1 == batch.number;
        let Some(((), lock)) = self.update(is_next, |_, _| ()).await else { return Ok(None) };
        let mut logs = self.logs();
        append(&mut logs, &changes)?;
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
    fn commit(&self, transaction: &OpenTransaction) -> Result<(), StorageError> {
        let open = transaction.lock().expect("no panic").take();
        let Some(Transaction { batch, logs, _lock }) = open else { return Err(broken()) };
        let tables = &mut self.state().tables;
        (tables.progress.batch, tables.logs) = (batch.number, logs);
        tables.written.push((batch, self.key.clone()));
        Ok(())
    }
}

fn broken() -> StorageError {
    StorageError::new(StorageErrorKind::Unavailable, StorageFailure::DatabaseSilent)
}

impl DatabaseSession for SimulatedDatabase {
    fn is_closed(&self) -> bool {
        false
    }

    async fn write(&self, batch: Option<LeaseBatch>, changes: Vec<&Change>) -> Result<bool, StorageError> {
        let batch = batch.expect("only commands write without one");
        let changes = changes.into_iter().cloned().collect();
        let begun = self.round_trip(|database| database.begin(batch, changes)).await??;
        let Some(transaction) = begun else { return Ok(false) };
        self.round_trip(async move |database| database.commit(&transaction)).await??;
        Ok(true)
    }
}

impl Database for SimulatedDatabase {
    type Session = SimulatedDatabase;
    type Notices = SimulatedNotices;

    async fn session(&self) -> Result<SimulatedDatabase, StorageError> {
        self.round_trip(async |_| ()).await?;
        Ok(self.clone())
    }

    fn notices(&self) -> SimulatedNotices {
        SimulatedNotices { changes: self.changed.subscribe(), database: self.clone() }
    }

    async fn lease(&self) -> Result<LeaseRow, StorageError> {
        self.round_trip(async |database| database.lease_row()).await
    }

    async fn take(&self, node: &Holder, seen: i64) -> Result<Option<i64>, StorageError> {
        let node = node.clone();
        self.round_trip(async move |database| {
            let change = |state: &mut DatabaseState, now| {
                let last = state.tables.progress.term;
                let next = if last == 0 { state.transactions.max(seen + 1) } else { last.max(seen) + 1 };
                state.check_alone(&node.key);
                state.tables.progress = LogPosition { term: next, batch: 0 };
                (state.tables.until, state.tables.holder) = (Some(now + LEASE_DURATION.as_secs_f64()), node);
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
        let (holder, fence) = (holder.clone(), Fence { term, id: holder.key.clone() });
        self.round_trip(async move |database| {
            let renew = |state: &mut DatabaseState, now| {
                (state.tables.until, state.tables.holder) = (Some(now + LEASE_DURATION.as_secs_f64()), holder);
            };
            database.update(|row| row.fence() == fence && row.progress.batch >= batch, renew).await.is_some()
        })
        .await
    }

    async fn give_back(&self, fence: &Fence) -> Result<(), StorageError> {
        let fence = fence.clone();
        self.round_trip(async move |database| {
            if database.update(|row| row.fence() == fence, |state, _| state.tables.until = None).await.is_some() {
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
    async fn next(&mut self) {
        loop {
            let _ = self.changes.recv().await;
            // Some notices are lost.
            if self.database.fate().is_answered || self.database.random(|rng| rng.next_u32() % 2 == 0) {
                return;
            }
        }
    }
}
