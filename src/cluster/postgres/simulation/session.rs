//! A session of the simulated database, from both ends: what is sent first arrives first, and a transaction whose node is silent is undone.

use super::super::change::Refused;
use super::super::database::{Batch, Begun, IDLE, LASTS, LeaseRow, Session};
use super::database::{SimulatedDatabase, Written};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use storage::Change;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

enum Request {
    Begin(Option<Batch>, Vec<Change>, oneshot::Sender<Begun>),
    Commit(oneshot::Sender<Result<(), Refused>>),
    RollBack(oneshot::Sender<()>),
    Lease(oneshot::Sender<LeaseRow>),
    Close,
}

/// A node's end of a session.
pub struct SimulatedSession {
    database: SimulatedDatabase,
    requests: mpsc::UnboundedSender<(Instant, Duration, Request)>,
    /// What is sent first arrives first.
    last_arrival: Mutex<Instant>,
    is_closed: Arc<AtomicBool>,
}

impl SimulatedSession {
    /// A new one, which is served from now on.
    pub fn begin(database: &SimulatedDatabase) -> SimulatedSession {
        let (requests, inbox) = mpsc::unbounded_channel();
        let is_closed = Arc::new(AtomicBool::new(false));
        let session = ServedSession { database: database.clone(), transaction: None, is_closed: is_closed.clone() };
        tokio::spawn(session.run(inbox));
        SimulatedSession { database: database.clone(), requests, last_arrival: Mutex::new(Instant::now()), is_closed }
    }

    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Result<T, Refused> {
        let fate = self.database.fate();
        let (answer, answered) = oneshot::channel();
        if fate.arrives {
            self.send(fate.there, fate.back, request(answer));
        } else if !fate.breaks {
            std::future::pending::<()>().await;
        }
        let answered = answered.await;
        if !fate.is_answered && !fate.breaks {
            std::future::pending::<()>().await;
        }
        match answered {
            Ok(answer) if fate.is_answered => Ok(answer),
            _ => {
                self.is_closed.store(true, Relaxed);
                Err(Refused::Later(SimulatedDatabase::gone()))
            }
        }
    }

    fn send(&self, there: Duration, back: Duration, request: Request) {
        let mut last = self.last_arrival.lock().expect("nobody panics with it");
        *last = (*last).max(Instant::now() + there);
        // A session that has ended answers nobody.
        let _ = self.requests.send((*last, back, request));
    }
}

impl Drop for SimulatedSession {
    fn drop(&mut self) {
        let fate = self.database.fate();
        let there = if fate.arrives { fate.there } else { Duration::from_secs(100_000) };
        self.send(there, fate.back, Request::Close);
    }
}

impl Session for SimulatedSession {
    fn is_closed(&self) -> bool {
        self.is_closed.load(Relaxed)
    }

    async fn begin(&self, batch: Option<Batch>, changes: Vec<&Change>) -> Result<Begun, Refused> {
        let changes = changes.into_iter().cloned().collect();
        self.ask(|answer| Request::Begin(batch, changes, answer)).await
    }

    async fn commit(&self) -> Result<(), Refused> {
        self.ask(Request::Commit).await?
    }

    async fn roll_back(&self) -> Result<(), Refused> {
        self.ask(Request::RollBack).await
    }

    async fn lease(&self) -> Result<LeaseRow, Refused> {
        self.ask(Request::Lease).await
    }
}

/// The database's end of a session.
struct ServedSession {
    database: SimulatedDatabase,
    transaction: Option<Transaction>,
    is_closed: Arc<AtomicBool>,
}

struct Transaction {
    claimed: Option<(Batch, OwnedSemaphorePermit)>,
    /// What would be kept; nothing if a statement failed.
    changes: Option<Vec<Change>>,
}

impl ServedSession {
    async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<(Instant, Duration, Request)>) {
        let mut running = self.database.running.subscribe();
        if running.borrow_and_update().is_some() {
            tokio::select! {
                biased;
                _ = running.changed() => {}
                () = self.serve(&mut inbox) => {}
            }
        }
        self.transaction = None;
        self.is_closed.store(true, Relaxed);
    }

    async fn serve(&mut self, inbox: &mut mpsc::UnboundedReceiver<(Instant, Duration, Request)>) {
        loop {
            let received = match &self.transaction {
                None => inbox.recv().await,
                Some(_) => {
                    let end = Instant::now() + IDLE;
                    match timeout_at(end, inbox.recv()).await {
                        Ok(Some((arrival, ..))) if arrival > end => return sleep_until(end).await,
                        Ok(received) => received,
                        Err(_) => return,
                    }
                }
            };
            let Some((arrival, back, request)) = received else { return };
            sleep_until(arrival).await;
            match request {
                Request::Begin(batch, changes, answer) => {
                    let begun = self.begin(batch, changes).await;
                    later(back, answer, begun);
                }
                Request::Commit(answer) => later(back, answer, self.commit()),
                Request::RollBack(answer) => {
                    self.transaction = None;
                    later(back, answer, ());
                }
                Request::Lease(answer) => later(back, answer, self.database.lease_row()),
                Request::Close => return,
            }
        }
    }

    async fn begin(&mut self, batch: Option<Batch>, changes: Vec<Change>) -> Begun {
        let mut claimed = None;
        if let Some(batch) = &batch {
            let is_next = |row: &LeaseRow| row.fence() == batch.fence && row.progress.batch + 1 == batch.number;
            claimed = self.database.update(is_next, |_, _| ()).await.map(|((), lock)| (batch.clone(), lock));
        }
        let is_claimed = batch.is_none() || claimed.is_some();
        let made = self.database.state().tables.kept.check(&changes);
        self.transaction = Some(Transaction { claimed, changes: made.is_ok().then_some(changes) });
        Begun { claimed: Ok(is_claimed), made }
    }

    fn commit(&mut self) -> Result<(), Refused> {
        // To commit what has failed is to undo it.
        let Some(Transaction { claimed, changes: Some(changes) }) = self.transaction.take() else { return Ok(()) };
        let mut state = self.database.state();
        let now = self.database.clock(&state);
        state.tables.kept.make(&changes)?;
        if let Some((batch, _lock)) = claimed {
            (state.tables.progress.batch, state.tables.until) = (batch.number, now + LASTS.as_secs_f64());
            state.tables.written.push(Written { batch, key: self.database.key.clone() });
        }
        Ok(())
    }
}

fn later<T: Send + 'static>(back: Duration, answer: oneshot::Sender<T>, with: T) {
    tokio::spawn(async move {
        sleep(back).await;
        // Whoever asked may be gone.
        let _ = answer.send(with);
    });
}
