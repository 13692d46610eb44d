//! Tournaments: each a task that asks the referee who plays whom, has the games played in the hall, and writes everything down before
//! anybody hears of it.

pub mod archive;
pub mod plan;
pub mod ratings;
pub mod record;
pub mod report;
mod room;
pub mod text;

pub use room::{Room, Shown};

use crate::Error;
use crate::app::App;
use crate::store::{Change, TournamentRow};
use crate::timekeeper::wall_clock_ms;
use axum::extract::ws::Utf8Bytes;
use protocol::{NewTournament, TournamentEntry, TournamentLine, TournamentStage};
use referee::tournament::{Input, Tournament};
use referee::{Edition, Micros};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Every tournament that has been asked for since the start, or may still change.
#[derive(Default)]
pub struct Tournaments {
    rooms: Mutex<BTreeMap<u64, Arc<Room>>>,
    last: AtomicU64,
}

/// The first line of a log.
fn first_line(plan: &NewTournament) -> Utf8Bytes {
    let edition = Some(Edition::CURRENT.number());
    room::json(&TournamentLine { line: 0, at_us: 0, entry: TournamentEntry::Created { edition, plan: Box::new(plan.clone()) } })
}

impl Tournaments {
    /// Makes a tournament and enters whom the plan names.
    pub async fn create(app: &Arc<App>, plan: NewTournament) -> Result<Arc<Room>, Error> {
        let plan = plan::complete(app, plan)?;
        let id = app.tournaments.next_number();
        let row = TournamentRow { id, name: plan.name.clone(), stage: TournamentStage::Open, created_ms: wall_clock_ms() };
        let mut judge = Tournament::new(plan::settings(&plan, Edition::CURRENT)?);
        let mut lines = vec![first_line(&plan)];
        for entrant in &plan.entrants {
            let ruling = judge.apply(Input::Enter { name: entrant.bot.clone(), rating: entrant.rating }, Micros::ZERO);
            ruling.refusal.map_or(Ok(()), Err)?;
            let first = lines.len() as u64;
            lines.extend((first..).zip(&ruling.facts).map(|(number, fact)| room::json(&record::line(number, fact, &judge, "", 0))));
        }
        let mut changes = vec![Change::Tournament(row.clone())];
        changes.extend((0..).zip(&lines).map(|(number, body)| Change::TournamentLine { id, number, body: body.clone() }));
        app.storage.write(changes).await?;
        let (room, task) = Room::new(app, row, lines)?;
        tracing::info!(tournament = id, name = plan.name, format = plan.format.word(), "a tournament");
        app.tournaments.lock().insert(id, room.clone());
        task.spawn(app);
        Ok(room)
    }

    /// A number that no tournament has had.
    pub fn next_number(&self) -> u64 {
        self.last.fetch_add(1, Relaxed) + 1
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A tournament, from memory or from storage.
    pub async fn find(app: &Arc<App>, id: u64) -> Result<Arc<Room>, Error> {
        if let Some(room) = app.tournaments.lock().get(&id) {
            return Ok(room.clone());
        }
        let rows = app.storage.read(|store| store.list_tournaments()).await?;
        let row = rows.into_iter().find(|row| row.id == id).ok_or(Error::NoSuchTournament { id })?;
        Tournaments::open(app, row).await
    }

    async fn open(app: &Arc<App>, row: TournamentRow) -> Result<Arc<Room>, Error> {
        let id = row.id;
        let log = app.storage.read(move |store| store.read_tournament(id)).await?;
        let (room, task) = Room::new(app, row, log)?;
        // Two who open it at the same time must get the same room.
        let room = app.tournaments.lock().entry(id).or_insert(room).clone();
        if task.is_of(&room) {
            task.spawn(app);
        }
        Ok(room)
    }

    /// Takes up every tournament that may still change. Matches have been taken up before.
    pub async fn resume(app: &Arc<App>) -> Result<(), Error> {
        app.tournaments.last.store(app.storage.read(|store| store.last_tournament()).await?, Relaxed);
        let rows = app.storage.read(|store| store.list_tournaments()).await?;
        for row in rows.into_iter().rev().filter(|row| matches!(row.stage, TournamentStage::Running | TournamentStage::Paused)) {
            tracing::info!(tournament = row.id, name = row.name, "a tournament goes on");
            Tournaments::open(app, row).await?;
        }
        Ok(())
    }
}
