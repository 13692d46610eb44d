//! The owner of all tournaments. Each tournament is a task that stores every event before it acts on it. Worker threads pair, compute
//! tables and read archives.

pub mod arbiter;
pub mod archive;
mod calendar;
mod estimate;
mod games_in_play;
mod handle;
mod handler;
#[cfg(test)]
mod laws;
pub mod log_entries;
mod log_flaw;
mod openings;
pub mod plan;
mod rated_tournaments;
pub mod ratings;
mod register;
mod replay;
pub mod report;
mod resume;
mod roll_call;
mod table_text;
mod task;

pub use games_in_play::{GamesInPlay, position_of};
use handle::Suspension;
pub use handle::TournamentHandle;
pub use log_flaw::LogFlaw;
pub use ratings::RatedTournament;
pub use replay::RecordedTournament;
pub use resume::is_over;
pub use table_text::TableText;

use crate::matches::{BotSnapshot, Matches, wire};
use crate::{Config, Error};
use bytestring::ByteString;
use futures_util::FutureExt;
use plan::PlanError;
use protocol::{EntrantsFrom, NewEntrant, NewTournament, TournamentEntry, TournamentLine, TournamentStage};
use rated_tournaments::RatedTournaments;
use ratings::PublishedRatings;
use referee::tournament::{Tournament, TournamentInput};
use referee::{Micros, RULES_VERSION};
use register::{LoadState, Loading, MAX_IDLE, TournamentRegister};
use resume::Repairs;
use rules::{Catalogue, Game};
use runtime::work::{ThreadPool, WorkError};
use runtime::{Commands, Lifecycle, SharedRng, caught, wall_clock_ms};
use std::sync::Arc;
use storage::{self, Change, Storage, TournamentFilter, TournamentRow};
pub use task::delete_stored;
use task::{TournamentServices, TournamentTask};
use tokio::sync::Semaphore;

/// A plan, and a function that adds the line number in its text to an error.
pub type ReadPlan = (NewTournament, Box<dyn Fn(Error) -> Error + Send + Sync>);

/// The capacity of the queues of reads.
const MAX_WAITING: usize = 256;
/// The capacity of the queue of uploads.
const MAX_UPLOADS: usize = 16;

/// Tournaments in play, and a cache of others.
pub struct Tournaments {
    /// Worker threads for tables, exports and imports.
    pub reports: Arc<ThreadPool>,
    /// A worker thread for anonymous uploads.
    pub uploads: ThreadPool,
    /// A worker thread for short reads.
    pub reads: Arc<ThreadPool>,
    pub importing: Arc<Semaphore>,
    matches: Arc<Matches>,
    storage: Arc<dyn Storage>,
    life: Arc<Lifecycle>,
    rng: Arc<SharedRng>,
    pairing: Arc<ThreadPool>,
    commands: Commands,
    register: TournamentRegister,
    repairs: Repairs,
    rated: Arc<RatedTournaments>,
}

/// Line 0 of a log.
pub fn first_line(plan: &NewTournament) -> ByteString {
    wire::json(&TournamentLine {
        line: 0,
        at_us: 0,
        entry: TournamentEntry::Created { rules_version: RULES_VERSION, plan: Box::new(plan.clone()) },
    })
}

impl Tournaments {
    pub fn new(
        config: &Config,
        matches: Arc<Matches>,
        storage: Arc<dyn Storage>,
        life: Arc<Lifecycle>,
        rng: Arc<SharedRng>,
    ) -> Tournaments {
        Tournaments {
            reports: Arc::new(ThreadPool::new(10, config.report_threads, MAX_WAITING)),
            uploads: ThreadPool::new(15, config.report_threads.min(1), MAX_UPLOADS),
            reads: Arc::new(ThreadPool::new(5, config.report_threads.min(1), MAX_WAITING)),
            importing: Arc::new(Semaphore::new(1)),
            matches,
            storage,
            rng,
            // Each tournament has at most one job in this pool.
            pairing: Arc::new(ThreadPool::new(5, config.report_threads.min(1), usize::MAX >> 1)),
            commands: Commands::new(life.clone()),
            life,
            register: TournamentRegister::default(),
            repairs: Repairs::default(),
            rated: Arc::new(RatedTournaments::new(config.report_threads)),
        }
    }

    /// Stops all work on tables and pairings.
    pub fn close(&self) {
        [&*self.pairing, &self.reports, &self.uploads, &self.reads].into_iter().for_each(ThreadPool::close);
        self.rated.close();
    }

    /// Creates a tournament with the plan's entrants. A worker thread reads the plan.
    ///
    /// # Errors
    /// When the plan is invalid, with the place; or when nothing can be written.
    pub async fn create(
        self: &Arc<Self>,
        read: impl FnOnce() -> Result<ReadPlan, Error> + Send + 'static,
    ) -> Result<Arc<TournamentHandle>, Error> {
        if let Some(why) = self.storage.write_failure() {
            return Err(Error::StorageWaits { why });
        }
        let (config, rng, bots) = (self.matches.config.clone(), self.rng.clone(), self.matches.connected.snapshot());
        let (plan, located) = self.reports.run(read).await??;
        let plan = self.with_best(plan).await.map_err(&located)?;
        let drafting = move || {
            let plan = plan::complete(&config, &rng, plan).map_err(&located)?;
            let (lines, recorded) = entered(&plan, config.games, &bots).map_err(&located)?;
            Ok::<_, Error>((plan, lines, recorded))
        };
        let tournaments = self.clone();
        let making = async move {
            let (plan, lines, recorded) = tournaments.reports.run(drafting).await??;
            // A refused plan uses up no number.
            let id = tournaments.storage.allocate_tournament_id().await?;
            let (name, game) = (plan.name.clone(), plan::game_name(&plan).to_string());
            let (format, entrants) = (plan.format, plan.entrants.len() as u32);
            let (stage, created_ms) = (TournamentStage::Open, wall_clock_ms());
            let row = TournamentRow { id, name, game, format, entrants, stage, created_ms, winner: None };
            tournaments.storage.write(first_changes(&row, lines)).await?;
            tracing::info!(tournament = id, name = plan.name, format = plan.format.word(), "a tournament");
            Ok(tournaments.run(row, plan, recorded))
        };
        self.commands.run(making).await
    }

    /// Adds the best entrants of another tournament (`entrants_from`) to a plan. Their ratings give them the seeds of their places there.
    async fn with_best(self: &Arc<Self>, mut plan: NewTournament) -> Result<NewTournament, Error> {
        const FIELD: &str = "entrants_from";
        let Some(EntrantsFrom { tournament, best }) = plan.entrants_from.take() else { return Ok(plan) };
        plan::must_be_within(FIELD, best.into(), 1.0, referee::format::MAX_ENTRANTS.into())?;
        let handle = self.find(tournament).await.map_err(|error| Error::field(FIELD, &error))?;
        let table = handle.standings().await?;
        if !is_over(table.stage) {
            return Err(Error::field(FIELD, &PlanError::NotOver { tournament }));
        }
        let places = table.rows.iter().filter(|row| !row.withdrawn).zip((1..=best as i32).rev());
        for (row, rating) in places {
            match plan.entrants.iter_mut().find(|entrant| entrant.bot == row.bot) {
                Some(listed) => listed.rating = rating,
                None => plan.entrants.push(NewEntrant { bot: row.bot.clone(), rating, engine: None }),
            }
        }
        Ok(plan)
    }

    /// A tournament, from memory or from storage.
    ///
    /// # Errors
    /// When there is none, and those of the storage.
    pub async fn find(self: &Arc<Self>, id: u64) -> Result<Arc<TournamentHandle>, Error> {
        loop {
            match self.register.find(id, || self.loading(id, false))? {
                LoadState::Open(handle) => return Ok(handle),
                LoadState::Loading(loading) => return loading.await,
                LoadState::Leaving(handle) => handle.unloaded.cancelled().await,
            }
        }
    }

    /// Loads a tournament. With `resumes`, a closed tournament runs again if its log is readable.
    fn loading(self: &Arc<Self>, id: u64, resumes: bool) -> Result<Loading, Error> {
        let tournaments = self.clone();
        let loading = async move {
            let loaded = caught(tournaments.load(id, resumes)).await;
            loaded.inspect_err(|_| tournaments.register.not_loaded(id))
        };
        Ok(self.commands.accept(loading)?.boxed().shared())
    }

    fn pools(&self) -> (Arc<ThreadPool>, Arc<ThreadPool>) {
        (self.reports.clone(), self.reads.clone())
    }

    fn run(self: &Arc<Self>, row: TournamentRow, plan: NewTournament, recorded: RecordedTournament) -> Arc<TournamentHandle> {
        let tournament = recorded.tournament.clone();
        let (handle, messages) = TournamentHandle::new(row, plan, recorded, self.pools());
        self.register.open(&handle);
        let services = TournamentServices {
            matches: self.matches.clone(),
            wall_clock_ms: Arc::new(wall_clock_ms),
            storage: self.storage.clone(),
            life: self.life.clone(),
            pairing: self.pairing.clone(),
            rated: self.rated.clone(),
        };
        let task = TournamentTask::new(services, handle.clone(), tournament, messages);
        let (tournaments, running) = (self.clone(), handle.clone());
        self.life.spawn(async move {
            match caught(task.run()).await {
                Err(error) if tournaments.life.is_stopping() => tracing::debug!(%error, "a tournament stops with the referee"),
                Err(error) if error.is_fatal() => error.end(&tournaments.life),
                Err(error) => tournaments.suspend(&running, Suspension { why: error.reason(), stage: None }),
                Ok(()) => {}
            }
            tournaments.register.ended(&running);
        });
        handle
    }

    /// Sends a command to a tournament and waits until its events are stored. A suspended one can be resumed and finished.
    ///
    /// # Errors
    /// When there is no such tournament, it is suspended, or its rules refuse.
    pub async fn send(self: &Arc<Self>, id: u64, input: TournamentInput) -> Result<Arc<TournamentHandle>, Error> {
        match input {
            TournamentInput::Resume | TournamentInput::Finish if self.find(id).await?.suspension().is_some() => {
                self.repair(id, input).await
            }
            input => self.send_loaded(id, input).await,
        }
    }

    async fn send_loaded(self: &Arc<Self>, id: u64, input: TournamentInput) -> Result<Arc<TournamentHandle>, Error> {
        loop {
            let handle = self.find(id).await?;
            // It may have been unloaded meanwhile: load it again.
            match handle.send(input.clone()).await {
                Some(answer) => return answer.map(|()| handle),
                None if self.life.is_stopping() => return Err(Error::Work(WorkError::Stopping)),
                None => {}
            }
        }
    }

    /// The tournament that an archive is of, if it is here: the one with the same plan and time of creation.
    async fn archived(self: &Arc<Self>, row: &TournamentRow, plan: &NewTournament) -> Result<Option<u64>, Error> {
        let (mut before, mut is_last) = (None, false);
        while !is_last {
            let page = self.storage.list_tournaments(TournamentFilter { stages: Vec::new(), before, limit: MAX_IDLE }).await?;
            (before, is_last) = (page.last().map(|last| last.id), page.is_empty());
            for other in page.iter().filter(|other| other.created_ms == row.created_ms && other.name == row.name) {
                if self.find(other.id).await?.plan == *plan {
                    return Ok(Some(other.id));
                }
            }
        }
        Ok(None)
    }

    /// Deletes a tournament without played games.
    pub async fn delete(self: &Arc<Self>, id: u64) -> Result<(), Error> {
        loop {
            let handle = self.find(id).await?;
            if handle.suspension().is_some() {
                return self.delete_suspended(id).await;
            }
            match handle.delete().await {
                Some(answer) => return answer,
                None if self.life.is_stopping() => return Err(Error::Work(WorkError::Stopping)),
                None => {}
            }
        }
    }

    /// The latest tournament that is not over and has this entrant, of the latest 64.
    pub async fn of(self: &Arc<Self>, name: &str) -> Result<Option<u64>, Error> {
        let stages = vec![TournamentStage::Open, TournamentStage::Running, TournamentStage::Paused];
        for row in self.storage.list_tournaments(TournamentFilter { stages, before: None, limit: MAX_IDLE }).await? {
            let wanted = name.to_string();
            if self.find(row.id).await?.read(move |recorded| recorded.has(&wanted)).await? {
                return Ok(Some(row.id));
            }
        }
        Ok(None)
    }

    /// The ratings in a game over all finished tournaments.
    pub async fn ratings(&self, game: Game) -> Arc<PublishedRatings> {
        self.rated.settled(game.name()).await
    }

    /// The latest snapshot of the ratings, which may lack the tournament that has just finished.
    pub fn latest_ratings(&self, game: Game) -> Arc<PublishedRatings> {
        self.rated.latest(game.name())
    }
}

/// The changes that store a new tournament.
fn first_changes(row: &TournamentRow, lines: Vec<ByteString>) -> Vec<Change> {
    let line = |(number, body)| Change::TournamentLine { id: row.id, number, body };
    std::iter::once(Change::Tournament(row.clone())).chain((0..).zip(lines).map(line)).collect()
}

/// A tournament with the plan's entrants, and the lines of its log.
fn entered(plan: &NewTournament, games: Catalogue, bots: &BotSnapshot) -> Result<(Vec<ByteString>, RecordedTournament), Error> {
    let mut tournament = Tournament::new(plan::settings(plan, games)?);
    let mut lines = vec![first_line(plan)];
    for entrant in &plan.entrants {
        let other_game = |error: Error| Error::field("entrants", &error);
        bots.must_play(&entrant.bot, tournament.settings().game).map_err(other_game)?;
        let decision = tournament.apply(TournamentInput::Enter { name: entrant.bot.clone(), rating: entrant.rating }, Micros::ZERO);
        decision.error.map_or(Ok(()), Err)?;
        for event in decision.events {
            let recorded = log_entries::Recorded { event, leaver: String::new(), reason: None, opening: Vec::new() };
            lines.push(wire::json(&log_entries::line(lines.len() as u64, &recorded, 0, &tournament)));
        }
    }
    let recorded = RecordedTournament { lines: lines.len() as u64, ..RecordedTournament::new(tournament) };
    Ok((lines, recorded))
}
