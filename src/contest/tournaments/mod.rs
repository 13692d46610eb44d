//! Tournaments: each a task that asks the referee who plays whom, has the games played, and writes everything down before anybody hears
//! of it. Whatever takes long (pairing, tables, archives) is done by threads of their own.

pub mod arbiter;
pub mod archive;
mod calendar;
mod draft;
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
mod register;
pub mod report;
mod roll_call;
mod task;

pub use handle::TournamentHandle;
use handle::{Pools, Suspension};
use outlook::Pace;
pub use recorded::RecordedTournament;

use crate::matches::{Matches, Present};
use crate::{Config, Error};
use bytestring::ByteString;
use futures_util::FutureExt;
use message::Coded;
use protocol::{NewTournament, TournamentEntry, TournamentLine, TournamentStage};
use rated::RatedTournaments;
use ratings::Lasting;
use referee::tournament::{Input, Tournament};
use referee::{EDITION, Micros};
use register::{Found, Loading, MOST_IDLE, Register};
use rules::{Catalogue, Game};
use runtime::work::{Pool, WorkError};
use runtime::{Commands, Life, Lots, caught, wall_clock_ms};
use std::collections::BTreeMap;
use std::sync::Arc;
use storage::{self, Change, Storage, TournamentFilter, TournamentRow};
use task::{TournamentServices, TournamentTask};
use tokio::sync::Semaphore;

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
    commands: Commands,
    register: Register,
    rated: Arc<RatedTournaments>,
}

/// The first line of a log.
fn first_line(plan: &NewTournament) -> ByteString {
    record::json(&TournamentLine { line: 0, at_us: 0, entry: TournamentEntry::Created { edition: EDITION, plan: Box::new(plan.clone()) } })
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
            lots,
            // Every tournament waits for one piece of work at most, so that this queue is as short as there are tournaments.
            pairing: Arc::new(Pool::new(5, config.report_threads.min(1), usize::MAX >> 1)),
            commands: Commands::new(life.clone()),
            life,
            register: Register::default(),
            rated: Arc::new(RatedTournaments::new(config.report_threads)),
        }
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
        let tournaments = self.clone();
        let making = async move {
            let (plan, lines, recorded) = tournaments.reports.submit(move |_| drafting())?.done().await??;
            // What was refused has had no number.
            let id = tournaments.storage.number_tournament().await?;
            let (name, game) = (plan.name.clone(), plan::game_name(&plan).to_string());
            let (format, entrants) = (plan.format, plan.entrants.len() as u32);
            let row = TournamentRow { id, name, game, format, entrants, stage: TournamentStage::Open, created_ms: wall_clock_ms() };
            tournaments.storage.write(first_changes(&row, lines)).await?;
            tracing::info!(tournament = id, name = plan.name, format = plan.format.word(), "a tournament");
            Ok(tournaments.run(row, plan, recorded))
        };
        self.commands.run(making).await
    }

    /// A tournament, from memory or from storage.
    ///
    /// # Errors
    /// When there is none, its log does not begin with a plan, or the storage does not answer.
    pub async fn find(self: &Arc<Self>, id: u64) -> Result<Arc<TournamentHandle>, Error> {
        loop {
            match self.register.find(id, || self.loading(id, false))? {
                Found::Open(handle) => return Ok(handle),
                Found::Loading(loading) => return loading.await,
                Found::Leaving(handle) => handle.gone().await,
            }
        }
    }

    /// Loads a tournament. One that was suspended `resumes`, if its log reads.
    fn loading(self: &Arc<Self>, id: u64, resumes: bool) -> Result<Loading, Error> {
        let tournaments = self.clone();
        let loading = async move {
            let loaded = caught(tournaments.load(id, resumes)).await;
            if let Err(error) = &loaded {
                tournaments.register.not_loaded(id, error);
            }
            loaded
        };
        Ok(self.commands.accept(loading)?.boxed().shared())
    }

    async fn load(self: &Arc<Self>, id: u64, resumes: bool) -> Result<Arc<TournamentHandle>, Error> {
        let mut row = self.storage.find_tournament(id).await?.ok_or(Error::NoSuchTournament { id })?;
        let log = storage::whole_tournament(&*self.storage, id).await?;
        let games = self.matches.settings.games;
        let mut reading = self.reports.submit(move |_| RecordedTournament::read_on(&log, games))?;
        let (plan, recorded, mut damage) = reading.done().await?.map_err(|why| record::suspended(id, &why))?;
        let stage = record::stage(recorded.tournament.stage());
        // Only the row of a tournament says otherwise than its log that it is over: an operator has closed it.
        let is_closed = !IN_PLAY.contains(&row.stage) && IN_PLAY.contains(&stage);
        if is_closed && resumes && damage.is_none() {
            self.storage.write(vec![Change::TournamentState { id, stage, entrants: row.entrants }]).await?;
            row.stage = stage;
        } else if is_closed {
            damage = Some(damage.unwrap_or_else(|| "an operator has closed it".into()));
        }
        match damage {
            None => Ok(self.run(row, plan, recorded)),
            Some(why) => {
                let (handle, _) = TournamentHandle::new(row, plan, recorded, self.pools());
                self.suspend(&handle, Suspension { why, is_closed });
                self.register.open(&handle);
                handle.set_gone();
                Ok(handle)
            }
        }
    }

    fn suspend(&self, handle: &TournamentHandle, suspension: Suspension) {
        tracing::error!(tournament = handle.id, why = suspension.why, "a tournament is suspended: an operator resumes or finishes it");
        handle.suspend(suspension);
    }

    fn pools(&self) -> Pools {
        Pools { reports: self.reports.clone(), looks: self.looks.clone() }
    }

    /// Runs a tournament, which nobody else does.
    fn run(self: &Arc<Self>, row: TournamentRow, plan: NewTournament, recorded: RecordedTournament) -> Arc<TournamentHandle> {
        let judge = recorded.tournament.clone();
        let (handle, posts) = TournamentHandle::new(row, plan, recorded, self.pools());
        self.register.open(&handle);
        let services = TournamentServices {
            host: Arc::new(self.matches.clone()),
            storage: self.storage.clone(),
            life: self.life.clone(),
            pairing: self.pairing.clone(),
            rated: self.rated.clone(),
        };
        let task = TournamentTask::new(services, handle.clone(), judge, posts);
        let (tournaments, running) = (self.clone(), handle.clone());
        self.life.spawn(async move {
            match caught(task.run()).await {
                Err(error) if tournaments.life.is_stopping() => tracing::debug!(%error, "a tournament stops with the referee"),
                Err(error) if error.is_fatal() => error.end(&tournaments.life),
                Err(error) => tournaments.suspend(&running, Suspension { why: error.reason(), is_closed: false }),
                Ok(()) => {}
            }
            tournaments.register.ended(&running);
        });
        handle
    }

    /// Tells a tournament something, and waits until that is written down. One that is suspended can be resumed and finished.
    ///
    /// # Errors
    /// When there is no such tournament, it is suspended, or its rules refuse.
    pub async fn tell(self: &Arc<Self>, id: u64, input: Input) -> Result<Arc<TournamentHandle>, Error> {
        let is_suspended = match self.find(id).await {
            Err(Error::Suspended { .. }) => true,
            found => found?.suspension().is_some(),
        };
        match input {
            Input::Resume if is_suspended => self.resume_suspended(id).await,
            Input::Finish if is_suspended => self.finish_suspended(id).await,
            input => self.told(id, input).await,
        }
    }

    async fn told(self: &Arc<Self>, id: u64, input: Input) -> Result<Arc<TournamentHandle>, Error> {
        loop {
            let handle = self.find(id).await?;
            // One that has just left memory is opened anew.
            match handle.tell(input.clone()).await {
                Some(answer) => return answer.map(|()| handle),
                None if self.life.is_stopping() => return Err(Error::Work(WorkError::Stopping)),
                None => {}
            }
        }
    }

    /// Deletes a tournament in which nobody has played.
    ///
    /// # Errors
    /// When there is no such tournament, or somebody has played in it.
    pub async fn delete(self: &Arc<Self>, id: u64) -> Result<(), Error> {
        loop {
            match self.find(id).await?.delete().await {
                Some(answer) => return answer,
                None if self.life.is_stopping() => return Err(Error::Work(WorkError::Stopping)),
                None => {}
            }
        }
    }

    /// Loads a suspended tournament anew. It goes on if its log reads now, and nothing fails that failed before.
    async fn resume_suspended(self: &Arc<Self>, id: u64) -> Result<Arc<TournamentHandle>, Error> {
        self.register.forget_suspended(id);
        if let Found::Loading(loading) = self.register.find(id, || self.loading(id, true))? {
            loading.await?;
        }
        self.told(id, Input::Tick).await
    }

    /// Ends a suspended tournament: by its rules if it can still be told so, and else by its row alone. Its matches end, and count for nobody.
    async fn finish_suspended(self: &Arc<Self>, id: u64) -> Result<Arc<TournamentHandle>, Error> {
        if self.resume_suspended(id).await.is_ok()
            && let Ok(finished) = self.told(id, Input::Finish).await
        {
            return Ok(finished);
        }
        let tournaments = self.clone();
        let closing = async move {
            let row = tournaments.storage.find_tournament(id).await?.ok_or(Error::NoSuchTournament { id })?;
            let (stage, entrants) = (TournamentStage::Finished, row.entrants);
            tournaments.storage.write(vec![Change::TournamentState { id, stage, entrants }]).await?;
            for running in tournaments.matches.running().into_iter().filter(|running| running.tournament() == Some(id)) {
                running.annul("an operator has closed the tournament");
            }
            tournaments.register.forget_suspended(id);
            Ok::<(), Error>(())
        };
        self.commands.run(closing).await?;
        self.find(id).await
    }

    /// How many tournaments are suspended.
    pub fn suspended(&self) -> usize {
        self.register.suspended()
    }

    /// Takes up every tournament that may still change. Matches have been taken up before. One whose log does not read is suspended.
    ///
    /// # Errors
    /// When the storage does not answer.
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
            match self.find(row.id).await {
                Err(Error::Suspended { what, why }) => tracing::error!(why, "{what} is suspended"),
                found => drop(found?),
            }
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
            let handle = match self.find(row.id).await {
                Err(Error::Suspended { .. }) => continue,
                found => found?,
            };
            if handle.read(move |recorded| recorded.has(&wanted)).await? {
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
    let mut judge = Tournament::new(plan::settings(plan, games)?);
    let mut lines = vec![first_line(plan)];
    for entrant in &plan.entrants {
        let other_game = |error: Error| Error::BadPlan { field: "entrants", why: error.message() };
        present.must_play(&entrant.bot, judge.settings().game).map_err(other_game)?;
        let ruling = judge.apply(Input::Enter { name: entrant.bot.clone(), rating: entrant.rating }, Micros::ZERO);
        ruling.error.map_or(Ok(()), Err)?;
        let told = |number, event, judge| record::json(&record::line(number, event, judge, &record::Besides::default()));
        let first = lines.len() as u64;
        lines.extend((first..).zip(&ruling.events).map(|(number, event)| told(number, event, &judge)));
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
