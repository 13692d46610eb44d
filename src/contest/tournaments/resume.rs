//! Loads tournaments from their logs. One that fails is suspended until an operator resumes, finishes or deletes it.

use super::handle::Suspension;
use super::register::LoadState;
use super::{RecordedTournament, TournamentHandle, Tournaments, log_entries, task};
use crate::Error;
use crate::error::SuspensionReason;
use crate::matches::MatchStopped;
use futures_util::FutureExt;
use message::{Coded, Message};
use parking_lot::Mutex;
use protocol::TournamentStage::{self, Archived, Finished, Paused, Running};
use referee::tournament::TournamentInput;
use std::collections::BTreeMap;
use std::sync::Arc;
use storage::{self, Change, MatchFilter, TournamentFilter};

#[derive(Default)]
pub struct Repairs {
    turn: tokio::sync::Mutex<()>,
    /// Reasons already logged, by tournament: each is logged once.
    logged: Mutex<BTreeMap<u64, Message>>,
}

pub fn is_over(stage: TournamentStage) -> bool {
    matches!(stage, Finished | Archived)
}

impl Tournaments {
    pub(super) async fn load(self: &Arc<Self>, id: u64, resumes: bool) -> Result<Arc<TournamentHandle>, Error> {
        let mut row = self.storage.find_tournament(id).await?.ok_or(Error::NoSuchTournament { id })?;
        let log = storage::whole_tournament(&*self.storage, id).await?;
        let (games, of) = (self.matches.config.games, row.clone());
        let read = move || RecordedTournament::read_partial(&log, games).unwrap_or_else(|why| RecordedTournament::unread(&of, games, why));
        let (plan, recorded, damage) = self.reports.run(read).await?;
        let mut damage = damage.map(|why| why.message());
        let stage = log_entries::stage(recorded.tournament.stage());
        // An operator has closed the tournament if its row is over and its log is not.
        let is_closed = is_over(row.stage) && !is_over(stage);
        if is_closed && resumes && damage.is_none() {
            self.storage.write(vec![Change::TournamentState { id, stage, entrants: row.entrants, winner: None }]).await?;
            row.stage = stage;
        } else if is_closed && damage.is_none() {
            let closed = SuspensionReason::ClosedByOperator.message();
            self.repairs.logged.lock().insert(id, closed.clone());
            damage = Some(closed);
        }
        let Some(why) = damage else { return Ok(self.run(row, plan, recorded)) };
        let suspension = Suspension { why, stage: Some(row.stage) };
        let (handle, _) = TournamentHandle::new(row, plan, recorded, self.pools());
        self.suspend(&handle, suspension);
        self.register.open(&handle);
        handle.unloaded.cancel();
        Ok(handle)
    }

    pub(super) fn suspend(&self, handle: &TournamentHandle, suspension: Suspension) {
        let (id, why) = (handle.id, &suspension.why);
        if self.repairs.logged.lock().insert(id, why.clone()).as_ref() != Some(why) {
            tracing::error!(tournament = id, %why, "a tournament is suspended: an operator resumes, finishes or deletes it");
        }
        handle.suspend(suspension);
    }

    pub(super) async fn repair(self: &Arc<Self>, id: u64, input: TournamentInput) -> Result<Arc<TournamentHandle>, Error> {
        let tournaments = self.clone();
        let repairing = async move {
            let _turn = tournaments.repairs.turn.lock().await;
            match input {
                TournamentInput::Finish => tournaments.finish_suspended(id).await,
                _ => tournaments.resume_suspended(id).await,
            }
        };
        self.commands.run(repairing.boxed()).await
    }

    /// Loads a suspended tournament again. It runs if its log is readable and the failure does not recur.
    async fn resume_suspended(self: &Arc<Self>, id: u64) -> Result<Arc<TournamentHandle>, Error> {
        self.register.forget_suspended(id);
        if let LoadState::Loading(loading) = self.register.find(id, || self.loading(id, true))? {
            loading.await?;
        }
        self.send_loaded(id, TournamentInput::Tick).await
    }

    /// Ends a suspended tournament: by a command if it still handles commands, otherwise by changing its row and annulling its matches.
    async fn finish_suspended(self: &Arc<Self>, id: u64) -> Result<Arc<TournamentHandle>, Error> {
        if self.resume_suspended(id).await.is_ok()
            && let Ok(finished) = self.send_loaded(id, TournamentInput::Finish).await
        {
            return Ok(finished);
        }
        let row = self.storage.find_tournament(id).await?.ok_or(Error::NoSuchTournament { id })?;
        self.storage.write(vec![Change::TournamentState { id, stage: Finished, entrants: row.entrants, winner: None }]).await?;
        for running in self.matches.running().into_iter().filter(|running| running.row.tournament == Some(id)) {
            running.annul(MatchStopped::Finished.message());
        }
        self.forget_suspended(id).await;
        self.find(id).await
    }

    /// Deletes a suspended tournament if none of its matches was played; its log is unreadable.
    pub(super) async fn delete_suspended(self: &Arc<Self>, id: u64) -> Result<(), Error> {
        let tournaments = self.clone();
        let deleting = async move {
            let _turn = tournaments.repairs.turn.lock().await;
            let of_it = MatchFilter { tournament: Some(id), limit: 1, ..MatchFilter::default() };
            let running = MatchFilter { ended: Some(false), ..of_it.clone() };
            for filter in [running, MatchFilter { least_plies: Some(1), ..of_it }] {
                if !tournaments.storage.list_matches(filter).await?.is_empty() {
                    return Err(Error::PlayedIn { id });
                }
            }
            task::delete_stored(&*tournaments.storage, id).await?;
            tournaments.forget_suspended(id).await;
            Ok(())
        };
        self.commands.run(deleting).await
    }

    /// Unloads a suspended tournament after a change of its row. A concurrent load may have read the old row.
    async fn forget_suspended(&self, id: u64) {
        if let Ok(LoadState::Loading(loading)) = self.register.find(id, || Err(Error::NoSuchTournament { id })) {
            let _ = loading.await;
        }
        self.register.forget_suspended(id);
    }

    /// The number of suspended tournaments that are not over.
    pub fn suspended(&self) -> usize {
        self.register.suspended()
    }

    /// Why a tournament is suspended, if it is.
    pub fn suspension(&self, id: u64) -> Option<Message> {
        self.register.suspension(id)
    }

    /// Loads the tournaments in play, after the matches. One with an unreadable log is suspended.
    pub async fn resume(self: &Arc<Self>) -> Result<(), Error> {
        loop {
            let broken = self.storage.broken_imports().await?;
            if broken.is_empty() {
                break;
            }
            tracing::warn!(tournaments = ?broken, "an import that broke off is forgotten");
            self.storage.write(broken.into_iter().map(|id| Change::ImportForgotten { id }).collect()).await?;
        }
        let in_play = TournamentFilter { stages: vec![Running, Paused], limit: usize::MAX, ..TournamentFilter::default() };
        for row in self.storage.list_tournaments(in_play).await?.into_iter().rev() {
            tracing::info!(tournament = row.id, name = row.name, "a tournament continues");
            self.find(row.id).await?;
        }
        self.life.spawn_until_stopped(self.rated.clone().keep_up(self.storage.clone(), self.matches.config.games));
        Ok(())
    }
}
