//! Tournaments: each a task that asks the referee who plays whom, has the games played, and writes everything down before anybody hears
//! of it. Whatever takes long (pairing, tables, archives) is done by threads of their own.

pub mod arbiter;
pub mod archive;
mod calendar;
mod handle;
mod hearing;
#[cfg(test)]
mod laws;
mod openings;
mod outlook;
pub mod plan;
mod rated;
pub mod ratings;
pub mod record;
mod recorded;
pub mod report;
mod roll_call;
mod task;

use handle::Pools;
pub use handle::TournamentHandle;
use outlook::Pace;
pub use recorded::RecordedTournament;

use crate::Config;
use crate::Error;
use storage::{self, Change, Storage, TournamentFilter, TournamentRow};
use runtime::wall_clock_ms;
use runtime::work::Pool;
use runtime::{Life, Lots};
use crate::matches::{Matches, Present};
use bytestring::ByteString;
use protocol::{NewTournament, TournamentEntry, TournamentLine, TournamentStage};
use rated::RatedTournaments;
use ratings::Lasting;
use referee::tournament::{Input, Tournament};
use referee::{Edition, Micros};
use rules::{Catalogue, Game};
use runtime::work::WorkError;
use runtime::Latest;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use task::{TournamentServices, TournamentTask};
use tokio::sync::Semaphore;

/// How many tournaments that nobody plays in are held in memory at most, and how many lines their logs have together, unless one alone
/// has more. Asking for one more puts away those that have been unused for longest.
const MOST_IDLE: usize = 64;
const MOST_IDLE_LINES: u64 = 500_000;
/// A plan that has been read, and how to tell where in its text an error is.
pub type ReadPlan = (NewTournament, Box<dyn Fn(Error) -> Error>);

/// How many questions about tournaments may wait for a thread.
const MOST_WAITING: usize = 256;
/// How many files may wait for theirs.
const MOST_UPLOADS: usize = 16;

/// Every tournament that may still change by itself, and some that have been asked for lately.
pub struct Tournaments {
    /// Threads for tables, exports and imports.
    pub reports: Arc<Pool>,
    /// A thread for files that strangers send: however long those take, tables do not wait for it.
    pub uploads: Pool,
    /// A thread for short looks at what is written down: they do not wait for a long table.
    pub looks: Arc<Pool>,
    /// One import at a time.
    pub importing: Arc<Semaphore>,
    matches: Arc<Matches>,
    storage: Arc<dyn Storage>,
    life: Arc<Life>,
    lots: Arc<Lots>,
    pairing: Arc<Pool>,
    open: Mutex<BTreeMap<u64, Arc<TournamentHandle>>>,
    /// Those that are being deleted: nobody finds them.
    deleted: Mutex<BTreeSet<u64>>,
    rated: Arc<RatedTournaments>,
    uses: AtomicU64,
}

/// The first line of a log.
fn first_line(plan: &NewTournament) -> ByteString {
    let edition = Some(Edition::CURRENT.number());
    record::json(&TournamentLine { line: 0, at_us: 0, entry: TournamentEntry::Created { edition, plan: Box::new(plan.clone()) } })
}

impl Tournaments {
    /// No tournament yet.
    pub fn new(config: &Config, matches: Arc<Matches>, storage: Arc<dyn Storage>, life: Arc<Life>, lots: Arc<Lots>) -> Tournaments {
        Tournaments {
            reports: Arc::new(Pool::new(10, config.report_threads, MOST_WAITING)),
            uploads: Pool::new(15, config.report_threads.min(1), MOST_UPLOADS),
            looks: Arc::new(Pool::new(5, config.report_threads.min(1), MOST_WAITING)),
            importing: Arc::new(Semaphore::new(1)),
            matches,
            storage,
            life,
            lots,
            // Every tournament waits for one piece of work at most, so that this queue is as short as there are tournaments.
            pairing: Arc::new(Pool::new(5, config.report_threads.min(1), usize::MAX >> 1)),
            open: Mutex::default(),
            deleted: Mutex::default(),
            rated: Arc::new(RatedTournaments::new(config.report_threads)),
            uses: AtomicU64::new(0),
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<TournamentHandle>>> {
        // No code that can panic runs under the lock.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops all work on tables and pairings.
    pub fn close(&self) {
        self.pairing.close();
        self.reports.close();
        self.uploads.close();
        self.looks.close();
        self.rated.close();
    }

    /// Makes a tournament and enters whom the plan names. A thread for work reads the plan; what is wrong with it is told with its place.
    ///
    /// # Errors
    /// When the plan cannot be, or nothing can be written.
    pub async fn create(
        self: &Arc<Self>,
        read: impl FnOnce() -> Result<ReadPlan, Error> + Send + 'static,
    ) -> Result<Arc<TournamentHandle>, Error> {
        if let Some(why) = self.storage.trouble() {
            return Err(Error::StorageWaits { why });
        }
        let (settings, lots, present) = (self.matches.settings.clone(), self.lots.clone(), self.matches.lobby.present());
        let drafting = move || {
            let (plan, located) = read()?;
            let plan = plan::complete(&settings, &lots, plan).map_err(&located)?;
            let (lines, recorded) = entered(&plan, settings.games, &present).map_err(&located)?;
            Ok::<_, Error>((plan, lines, recorded))
        };
        let (plan, lines, recorded) = self.reports.submit(move |_| drafting())?.done().await??;
        // What was refused has had no number.
        let id = self.storage.number_tournament().await?;
        let (name, game) = (plan.name.clone(), plan::game_name(&plan).to_string());
        let (format, entrants) = (Some(plan.format), plan.entrants.len() as u32);
        let row = TournamentRow { id, name, game, format, entrants, stage: TournamentStage::Open, created_ms: wall_clock_ms() };
        self.storage.write(first_changes(&row, lines)).await?;
        tracing::info!(tournament = id, name = plan.name, format = plan.format.word(), "a tournament");
        Ok(self.run(row, plan, recorded))
    }

    /// A tournament, from memory or from storage.
    ///
    /// # Errors
    /// When there is none, or the storage does not answer.
    pub async fn find(self: &Arc<Self>, id: u64) -> Result<Arc<TournamentHandle>, Error> {
        if self.deleted.lock().unwrap_or_else(PoisonError::into_inner).contains(&id) {
            return Err(Error::NoSuchTournament { id });
        }
        if let Some(handle) = self.lock().get(&id) {
            handle.used(&self.uses);
            return Ok(handle.clone());
        }
        let row = self.storage.find_tournament(id).await?.ok_or(Error::NoSuchTournament { id })?;
        self.open(row).await
    }

    async fn open(self: &Arc<Self>, row: TournamentRow) -> Result<Arc<TournamentHandle>, Error> {
        let id = row.id;
        let log = storage::whole_tournament(&*self.storage, id).await?;
        let games = self.matches.settings.games;
        let mut reading = self.reports.submit(move |_| RecordedTournament::read(&log, games))?;
        let (plan, recorded) = reading.done().await?.map_err(|why| record::damaged(id, &why))?;
        Ok(self.run(row, plan, recorded))
    }

    /// Runs a tournament, unless somebody else has begun to meanwhile.
    fn run(self: &Arc<Self>, row: TournamentRow, plan: NewTournament, recorded: RecordedTournament) -> Arc<TournamentHandle> {
        let judge = recorded.tournament.clone();
        let (handle, words) =
            TournamentHandle::new(row, plan, recorded, Pools { reports: self.reports.clone(), looks: self.looks.clone() });
        handle.used(&self.uses);
        let mut open = self.lock();
        if let Some(other) = open.get(&handle.id) {
            return other.clone();
        }
        let mut idle: Vec<_> = open.values().filter(|handle| !handle.is_in_play()).cloned().collect();
        idle.sort_by_key(|handle| std::cmp::Reverse(handle.last_use()));
        let mut lines = handle.lines();
        for (place, other) in idle.iter().enumerate() {
            lines += other.lines();
            if place + 1 >= MOST_IDLE || lines > MOST_IDLE_LINES {
                open.remove(&other.id);
                other.put_away();
            }
        }
        open.insert(handle.id, handle.clone());
        drop(open);
        let services = TournamentServices {
            host: Arc::new(self.matches.clone()),
            storage: self.storage.clone(),
            life: self.life.clone(),
            pairing: self.pairing.clone(),
            rated: self.rated.clone(),
        };
        let task = TournamentTask::new(services, handle.clone(), judge, words);
        let (tournaments, life) = (self.clone(), self.life.clone());
        let put_away = handle.clone();
        self.life.spawn(async move {
            if let Err(error) = task.run().await
                && !life.is_stopping()
            {
                life.fail(&error);
            }
            let mut open = tournaments.lock();
            if open.get(&put_away.id).is_some_and(|other| Arc::ptr_eq(other, &put_away)) {
                open.remove(&put_away.id);
            }
        });
        handle
    }

    /// Tells a tournament something, and waits until that is written down.
    ///
    /// # Errors
    /// When there is no such tournament, or its rules refuse.
    pub async fn tell(self: &Arc<Self>, id: u64, input: Input) -> Result<Arc<TournamentHandle>, Error> {
        loop {
            let handle = self.find(id).await?;
            // One that was being put away just now is opened anew.
            if let Some(answer) = handle.tell(input.clone()).await {
                return answer.map(|()| handle);
            }
            if self.life.is_stopping() {
                return Err(Error::Work(WorkError::Stopping));
            }
            let mut open = self.lock();
            if open.get(&id).is_some_and(|other| Arc::ptr_eq(other, &handle)) {
                open.remove(&id);
            }
        }
    }

    /// Takes up every tournament that may still change. Matches have been taken up before.
    ///
    /// # Errors
    /// When the storage does not answer, or a log does not read.
    pub async fn resume(self: &Arc<Self>) -> Result<(), Error> {
        loop {
            let broken = self.storage.broken_imports().await?;
            if broken.is_empty() {
                break;
            }
            tracing::warn!(tournaments = ?broken, "an import that broke off is forgotten");
            self.storage.write(broken.into_iter().map(|id| Change::ImportForgotten { id }).collect()).await?;
        }
        let in_play = TournamentFilter { stages: IN_PLAY.into(), limit: usize::MAX, ..TournamentFilter::default() };
        for row in self.storage.list_tournaments(in_play).await?.into_iter().rev() {
            tracing::info!(tournament = row.id, name = row.name, "a tournament goes on");
            self.open(row).await?;
        }
        self.life.spawn_until_stopped(self.rated.clone().keep_up(self.storage.clone(), self.matches.settings.games));
        Ok(())
    }

    /// The tournament that somebody of this name takes part in and that is not over: the one that was made last, of the latest 64.
    ///
    /// # Errors
    /// When the storage does not answer, or too much work waits.
    pub async fn of(self: &Arc<Self>, name: &str) -> Result<Option<u64>, Error> {
        let stages = vec![TournamentStage::Open, TournamentStage::Running, TournamentStage::Paused];
        for row in self.storage.list_tournaments(TournamentFilter { stages, before: None, limit: MOST_IDLE }).await? {
            let wanted = name.to_string();
            if self.find(row.id).await?.read(move |recorded| recorded.has(&wanted)).await? {
                return Ok(Some(row.id));
            }
        }
        Ok(None)
    }

    /// Ratings in one game that last between tournaments: over all rated ones that have finished, and are read.
    pub async fn ratings(&self, game: Game) -> Arc<Lasting> {
        self.rated.settled(game.name()).await
    }

    /// The same at once, perhaps without the tournament that has just finished.
    pub fn latest_ratings(&self, game: Game) -> Arc<Lasting> {
        self.rated.latest(game.name())
    }
}

/// The stages at which a tournament may change by itself.
const IN_PLAY: [TournamentStage; 2] = [TournamentStage::Running, TournamentStage::Paused];

/// A new tournament with these lines, to be written down.
fn first_changes(row: &TournamentRow, lines: Vec<ByteString>) -> Vec<Change> {
    let line = |(number, body)| Change::TournamentLine { id: row.id, number, body };
    std::iter::once(Change::Tournament(row.clone())).chain((0..).zip(lines).map(line)).collect()
}

/// A tournament whose first entrants have entered, and the lines of its log that tell it.
fn entered(plan: &NewTournament, games: Catalogue, present: &Present) -> Result<(Vec<ByteString>, RecordedTournament), Error> {
    let mut judge = Tournament::new(plan::settings(plan, Edition::CURRENT, games)?);
    let mut lines = vec![first_line(plan)];
    for entrant in &plan.entrants {
        let other_game = |error: Error| Error::BadPlan { field: "entrants", why: error.to_string() };
        present.must_play(&entrant.bot, judge.settings().game).map_err(other_game)?;
        let ruling = judge.apply(Input::Enter { name: entrant.bot.clone(), rating: entrant.rating }, Micros::ZERO);
        ruling.refusal.map_or(Ok(()), Err)?;
        let told = |number, fact, judge| record::json(&record::line(number, fact, judge, &record::Besides::default()));
        let first = lines.len() as u64;
        lines.extend((first..).zip(&ruling.facts).map(|(number, fact)| told(number, fact, &judge)));
    }
    let (matches, causes) = (BTreeMap::new(), BTreeMap::new());
    let recorded = RecordedTournament {
        tournament: judge,
        lines: lines.len() as u64,
        matches,
        causes,
        openings: BTreeMap::new(),
        reasons: BTreeMap::new(),
        pace: Pace::default(),
    };
    Ok((lines, recorded))
}
