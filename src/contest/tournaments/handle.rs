//! A tournament as everybody but its own task sees it: it can be told something, and asked about what is written down.

use super::calendar::Calendar;
use super::record;
use super::report::{Now, Remarks};
use super::{RecordedTournament, report};
use crate::Error;
use protocol::{CrosstableTable, NewTournament, StandingTable, TournamentDetail, TournamentStage};
use referee::format::Feature;
use referee::tournament::{Input, Tournament};
use referee::{Micros, TerminationKind};
use runtime::SingleFlight;
use runtime::wall_clock_ms;
use runtime::work::Pool;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock};
use storage::TournamentRow;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How many words may wait for a tournament.
pub const INBOX: usize = 256;

/// The way back for an answer.
pub type AnswerSender = oneshot::Sender<Result<(), Error>>;

/// A word to a tournament, and the way back for the answer.
pub struct Command {
    /// What it is told.
    pub input: Input,
    /// What the match ended by, if it is told that one has.
    pub cause: Option<TerminationKind>,
    /// Of a game that is to be played again because its match was annulled: which beginning of it that was.
    pub attempt: Option<u32>,
    /// Whether something came of it.
    pub answer: Option<AnswerSender>,
}

/// What the task of a tournament is told.
pub enum TaskMessage {
    /// Something to judge.
    Judge(Command),
    /// It is to leave memory as soon as it cannot change by itself.
    Leave,
    /// It is to be deleted if nobody has played in it.
    Delete(AnswerSender),
}

/// Why a tournament goes on no more until an operator resumes it.
#[derive(Debug)]
pub struct Suspension {
    /// The reason, in a sentence.
    pub why: String,
    /// Whether an operator has closed it meanwhile.
    pub is_closed: bool,
}

/// The threads that a tournament is looked at by.
pub struct Pools {
    /// For tables.
    pub reports: Arc<Pool>,
    /// For short looks.
    pub looks: Arc<Pool>,
}

/// A tournament.
pub struct TournamentHandle {
    /// Its number.
    pub id: u64,
    /// What was agreed.
    pub plan: NewTournament,
    /// When it was made: milliseconds since 1970.
    pub created_ms: i64,
    /// Of a ladder.
    calendar: Option<Calendar>,
    /// Where its log had come to when it was taken into memory, and when that was.
    opened: (Micros, Instant),
    /// What is written down. Only threads for work look into it: it may be large, and a lock on it long.
    recorded: Arc<RwLock<RecordedTournament>>,
    /// How many lines are written down.
    lines: AtomicU64,
    in_play: AtomicBool,
    suspension: OnceLock<Suspension>,
    /// Cancelled once its task has ended.
    gone: CancellationToken,
    inbox: mpsc::Sender<TaskMessage>,
    pools: Pools,
    standings: SingleFlight<StandingTable>,
    crosstable: SingleFlight<CrosstableTable>,
}

impl TournamentHandle {
    /// A tournament, and what it will be told.
    pub fn new(
        row: TournamentRow,
        plan: NewTournament,
        recorded: RecordedTournament,
        pools: Pools,
    ) -> (Arc<TournamentHandle>, mpsc::Receiver<TaskMessage>) {
        let (inbox, posts) = mpsc::channel(INBOX);
        let counts_days = recorded.tournament.settings().format.has(Feature::Days);
        let handle = TournamentHandle {
            id: row.id,
            calendar: counts_days.then(|| Calendar::new(row.created_ms, plan.zone.as_deref())),
            plan,
            created_ms: row.created_ms,
            opened: (recorded.tournament.last_event_at(), Instant::now()),
            lines: AtomicU64::new(recorded.lines),
            in_play: AtomicBool::new(matches!(row.stage, TournamentStage::Running | TournamentStage::Paused)),
            recorded: Arc::new(RwLock::new(recorded)),
            suspension: OnceLock::new(),
            gone: CancellationToken::new(),
            inbox,
            pools,
            standings: SingleFlight::default(),
            crosstable: SingleFlight::default(),
        };
        (Arc::new(handle), posts)
    }

    /// Whether it may change by itself.
    pub(super) fn is_in_play(&self) -> bool {
        self.in_play.load(Relaxed)
    }

    pub(super) fn set_in_play(&self, in_play: bool) {
        self.in_play.store(in_play, Relaxed);
    }

    /// It is to leave memory. A full inbox is a sign that it is in use.
    pub(super) fn leave(&self) {
        let _ = self.inbox.try_send(TaskMessage::Leave);
    }

    /// Whether its task has ended, or is about to.
    pub(super) fn is_leaving(&self) -> bool {
        self.inbox.is_closed() && self.suspension().is_none()
    }

    /// Waits until its task has ended, and storage alone has it.
    pub(super) async fn gone(&self) {
        self.gone.cancelled().await;
    }

    pub(super) fn set_gone(&self) {
        self.gone.cancel();
    }

    /// It goes on no more.
    pub(super) fn suspend(&self, suspension: Suspension) {
        // The first reason counts.
        let _ = self.suspension.set(suspension);
    }

    /// Why it goes on no more, if that is so.
    pub fn suspension(&self) -> Option<&Suspension> {
        self.suspension.get()
    }

    /// Its own time, of which so much has passed while a referee ran; a ladder's goes on without one, by the wall clock.
    pub(super) fn time(&self, running: Micros, wall_ms: i64) -> Micros {
        self.calendar.as_ref().map_or(running, |calendar| running.max(calendar.time(wall_ms)))
    }

    /// The day at its own time, from 1.
    pub(super) fn day(&self, time: Micros) -> u32 {
        self.calendar.as_ref().map_or(1, |calendar| calendar.day(time))
    }

    /// How many lines are written down.
    pub fn lines(&self) -> u64 {
        self.lines.load(Relaxed)
    }

    pub(super) fn set_lines(&self, lines: u64) {
        self.lines.store(lines, Relaxed);
    }

    /// What is written down, for a thread for work alone.
    pub(super) fn recorded(&self) -> Arc<RwLock<RecordedTournament>> {
        self.recorded.clone()
    }

    /// Where its task hears of matches that have ended.
    pub(super) fn inbox(&self) -> mpsc::Sender<TaskMessage> {
        self.inbox.clone()
    }

    /// Tells it something, and waits until that is written down; `None` if it has left memory.
    pub async fn tell(&self, input: Input) -> Option<Result<(), Error>> {
        self.post(|answer| TaskMessage::Judge(Command { input, cause: None, attempt: None, answer: Some(answer) })).await
    }

    /// Deletes it, if nobody has played in it; `None` if it has left memory.
    pub(super) async fn delete(&self) -> Option<Result<(), Error>> {
        self.post(TaskMessage::Delete).await
    }

    async fn post(&self, post: impl FnOnce(AnswerSender) -> TaskMessage) -> Option<Result<(), Error>> {
        if let Some(Suspension { why, .. }) = self.suspension() {
            return Some(Err(record::suspended(self.id, why)));
        }
        let (answer, answered) = oneshot::channel();
        self.inbox.send(post(answer)).await.ok()?;
        answered.await.ok()
    }

    /// Has a thread look at what is written down.
    ///
    /// # Errors
    /// When too much work waits.
    pub async fn read<T: Send + 'static>(&self, look: impl FnOnce(&RecordedTournament) -> T + Send + 'static) -> Result<T, Error> {
        let recorded = self.recorded();
        let mut working = self.pools.looks.submit(move |_| look(&recorded.read().unwrap_or_else(PoisonError::into_inner)))?;
        Ok(working.done().await?)
    }

    /// What it is, and how far, made into something else by the thread that looks.
    ///
    /// # Errors
    /// When too much work waits.
    pub async fn detail_as<T: Send + 'static>(
        self: &Arc<Self>,
        make: impl FnOnce(TournamentDetail) -> T + Send + 'static,
    ) -> Result<T, Error> {
        // The plan may name thousands: it is copied where time does not matter.
        let handle = self.clone();
        let (base, opened) = self.opened;
        let wall_ms = wall_clock_ms();
        let now = Now { wall_ms, log: self.time(Micros(base.0 + opened.elapsed().as_micros() as u64), wall_ms) };
        let detail = move |recorded: &RecordedTournament| {
            let mut detail = report::detail(handle.id, handle.plan.clone(), handle.created_ms, recorded, &now);
            if let Some(Suspension { why, is_closed }) = handle.suspension() {
                detail.suspended = Some(why.clone());
                detail.summary.stage = if *is_closed { TournamentStage::Finished } else { detail.summary.stage };
            }
            make(detail)
        };
        self.read(detail).await
    }

    /// The standings, worked out once for each state of the log.
    ///
    /// # Errors
    /// When too much work waits.
    pub async fn standings(&self) -> Result<Arc<StandingTable>, Error> {
        let (id, name) = (self.id, &self.plan.name);
        let start = || {
            let (recorded, name) = (self.recorded(), name.clone());
            self.pools.reports.submit(move |_| {
                let (tournament, remarks) = copy(&recorded);
                report::standings(id, &name, &tournament, &remarks)
            })
        };
        Ok(self.standings.get(self.lines(), start).await?)
    }

    /// The crosstable, likewise.
    ///
    /// # Errors
    /// When too much work waits.
    pub async fn crosstable(&self) -> Result<Arc<CrosstableTable>, Error> {
        let (id, name) = (self.id, &self.plan.name);
        let start = || {
            let (recorded, name) = (self.recorded(), name.clone());
            self.pools.reports.submit(move |_| report::crosstable(id, &name, &copy(&recorded).0))
        };
        Ok(self.crosstable.get(self.lines(), start).await?)
    }
}

/// The tournament as it is, so that it can go on while a table is made.
fn copy(recorded: &RwLock<RecordedTournament>) -> (Tournament, Remarks) {
    let recorded = recorded.read().unwrap_or_else(PoisonError::into_inner);
    (recorded.tournament.clone(), Remarks { causes: recorded.causes.clone(), reasons: recorded.reasons.clone() })
}
