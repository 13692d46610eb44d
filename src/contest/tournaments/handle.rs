//! A tournament's handle: it sends commands to the task and reads the stored state.

use super::calendar::Calendar;
use super::report::{self, Now};
use super::{RecordedTournament, is_over, log_entries};
use crate::Error;
use message::Message;
use parking_lot::RwLock;
use protocol::{CrosstableTable, NewTournament, StandingTable, TournamentDetail, TournamentStage};
use referee::format::Feature;
use referee::tournament::TournamentInput;
use referee::{Micros, TerminationKind};
use runtime::work::ThreadPool;
use runtime::{SingleFlight, wall_clock_ms};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use storage::TournamentRow;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

pub const INBOX: usize = 256;

pub type AnswerSender = oneshot::Sender<Result<(), Error>>;

pub struct TournamentCommand {
    pub input: TournamentInput,
    /// For `Input::Ended`: how the match ended.
    pub reason: Option<TerminationKind>,
    /// For an automatic replay: the annulled attempt.
    pub attempt: Option<u32>,
    /// Receives the answer once the events are stored.
    pub answer: Option<AnswerSender>,
}

impl From<TournamentInput> for TournamentCommand {
    fn from(input: TournamentInput) -> TournamentCommand {
        TournamentCommand { input, reason: None, attempt: None, answer: None }
    }
}

/// `Unload` takes effect when only commands can change the tournament; `Delete`, if no game has been played.
pub enum TaskMessage {
    Command(TournamentCommand),
    Unload,
    Delete(AnswerSender),
}

/// Why a tournament is suspended until an operator resumes it.
#[derive(Debug)]
pub struct Suspension {
    pub why: Message,
    /// The stored stage, if it differs from that of the log.
    pub stage: Option<TournamentStage>,
}

impl Suspension {
    /// Whether an operator has closed the tournament before the end of its log.
    pub fn is_closed(&self) -> bool {
        self.stage.is_some_and(is_over)
    }
}

pub struct TournamentHandle {
    pub id: u64,
    pub plan: NewTournament,
    /// When it was created: milliseconds since 1970.
    pub created_ms: i64,
    calendar: Option<Calendar>,
    /// The log's time at loading, and the moment of loading.
    opened: (Micros, Instant),
    /// The stored state. Only worker threads lock it: a write may take long.
    pub(super) recorded: Arc<RwLock<Arc<RecordedTournament>>>,
    pub(super) lines: AtomicU64,
    /// Whether it can change without a command.
    pub(super) in_play: AtomicBool,
    suspension: OnceLock<Suspension>,
    /// Cancelled once its task has ended.
    pub(super) unloaded: CancellationToken,
    pub(super) inbox: mpsc::Sender<TaskMessage>,
    /// The threads that make tables, and those for short reads.
    reports: Arc<ThreadPool>,
    reads: Arc<ThreadPool>,
    standings: SingleFlight<StandingTable>,
    winner: SingleFlight<Option<String>>,
    crosstable: SingleFlight<CrosstableTable>,
}

impl TournamentHandle {
    /// A tournament, and the inbox for its task.
    pub fn new(
        row: TournamentRow,
        plan: NewTournament,
        recorded: RecordedTournament,
        (reports, reads): (Arc<ThreadPool>, Arc<ThreadPool>),
    ) -> (Arc<TournamentHandle>, mpsc::Receiver<TaskMessage>) {
        let (inbox, messages) = mpsc::channel(INBOX);
        let counts_days = recorded.tournament.settings().format.has(Feature::Days);
        let handle = TournamentHandle {
            id: row.id,
            calendar: counts_days.then(|| Calendar::new(row.created_ms, plan.zone.as_deref())),
            plan,
            created_ms: row.created_ms,
            opened: (recorded.tournament.last_event_at(), Instant::now()),
            lines: AtomicU64::new(recorded.lines),
            in_play: AtomicBool::new(matches!(row.stage, TournamentStage::Running | TournamentStage::Paused)),
            recorded: Arc::new(RwLock::new(Arc::new(recorded))),
            suspension: OnceLock::new(),
            unloaded: CancellationToken::new(),
            inbox,
            reports,
            reads,
            standings: SingleFlight::default(),
            winner: SingleFlight::default(),
            crosstable: SingleFlight::default(),
        };
        (Arc::new(handle), messages)
    }

    /// Asks the task to unload the tournament. A full inbox means that it is in use: it stays loaded.
    pub(super) fn unload(&self) {
        let _ = self.inbox.try_send(TaskMessage::Unload);
    }

    /// Whether the task has ended or is ending.
    pub(super) fn is_leaving(&self) -> bool {
        self.inbox.is_closed() && self.suspension().is_none()
    }

    /// Suspends it. The first reason counts.
    pub(super) fn suspend(&self, suspension: Suspension) {
        let _ = self.suspension.set(suspension);
    }

    pub fn suspension(&self) -> Option<&Suspension> {
        self.suspension.get()
    }

    /// The tournament's time: for a ladder the wall clock, otherwise `running`, the uptime of the referee.
    pub(super) fn time(&self, running: Micros, wall_ms: i64) -> Micros {
        self.calendar.as_ref().map_or(running, |calendar| running.max(calendar.time(wall_ms)))
    }

    /// The day at the tournament's time, from 1.
    pub(super) fn day(&self, time: Micros) -> u32 {
        self.calendar.as_ref().map_or(1, |calendar| calendar.day(time))
    }

    pub fn lines(&self) -> u64 {
        self.lines.load(Relaxed)
    }

    /// Sends a command and waits until its events are stored; `None` if the tournament has been unloaded.
    pub async fn send(&self, input: TournamentInput) -> Option<Result<(), Error>> {
        self.request(|answer| TaskMessage::Command(TournamentCommand { answer: Some(answer), ..input.into() })).await
    }

    /// Deletes the tournament if it is without played games; `None` if it has been unloaded.
    pub(super) async fn delete(&self) -> Option<Result<(), Error>> {
        self.request(TaskMessage::Delete).await
    }

    async fn request(&self, message: impl FnOnce(AnswerSender) -> TaskMessage) -> Option<Result<(), Error>> {
        if let Some(suspension) = self.suspension() {
            let (id, why) = (self.id, suspension.why.clone());
            return Some(Err(if suspension.is_closed() { Error::Closed { id, why } } else { log_entries::suspended(id, why) }));
        }
        let (answer, answered) = oneshot::channel();
        self.inbox.send(message(answer)).await.ok()?;
        answered.await.ok()
    }

    /// Reads what is stored, on a worker thread.
    pub async fn read<T: Send + 'static>(&self, read: impl FnOnce(&RecordedTournament) -> T + Send + 'static) -> Result<T, Error> {
        let recorded = self.recorded.clone();
        Ok(self.reads.run(move || read(&recorded.read())).await?)
    }

    /// Applies a function to the tournament's details, on a worker thread.
    pub async fn detail_as<T: Send + 'static>(
        self: &Arc<Self>,
        make: impl FnOnce(TournamentDetail) -> T + Send + 'static,
    ) -> Result<T, Error> {
        // The plan may be large: the worker thread copies it.
        let handle = self.clone();
        let (base, opened) = self.opened;
        let wall_ms = wall_clock_ms();
        let now = Now { wall_ms, log: self.time(Micros(base.0 + opened.elapsed().as_micros() as u64), wall_ms) };
        let winner = self.table(&self.winner, |_, _, recorded| recorded.tournament.winner().map(String::from)).await?;
        let detail = move |recorded: &RecordedTournament| {
            let mut detail = report::detail(handle.id, handle.plan.clone(), handle.created_ms, recorded, &now);
            detail.summary.winner = (*winner).clone();
            if let Some(suspension) = handle.suspension() {
                detail.summary.stage = suspension.stage.unwrap_or(detail.summary.stage);
                let field = if suspension.is_closed() { &mut detail.incomplete } else { &mut detail.summary.suspended };
                *field = Some(suspension.why.clone());
            }
            make(detail)
        };
        self.read(detail).await
    }

    /// The standings, computed once for each length of the log.
    pub async fn standings(&self) -> Result<Arc<StandingTable>, Error> {
        self.table(&self.standings, report::standings).await
    }

    /// The crosstable, computed once for each length of the log.
    pub async fn crosstable(&self) -> Result<Arc<CrosstableTable>, Error> {
        self.table(&self.crosstable, report::crosstable).await
    }

    /// Computes a table from a snapshot, so that the tournament is not blocked.
    async fn table<T: Send + 'static>(
        &self,
        cache: &SingleFlight<T>,
        compute: fn(u64, &str, &RecordedTournament) -> T,
    ) -> Result<Arc<T>, Error> {
        let (id, name, recorded) = (self.id, self.plan.name.clone(), self.recorded.clone());
        let compute = move |_| {
            let snapshot = recorded.read().clone();
            compute(id, &name, &snapshot)
        };
        Ok(cache.get(self.lines(), || self.reports.submit(compute)).await?)
    }
}
