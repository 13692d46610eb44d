//! A tournament's task. Worker threads handle its commands; the task stores the events with the matches that they begin, and then acts on
//! them.

use super::handle::{AnswerSender, INBOX, TaskMessage, TournamentCommand};
use super::handler::{BatchOutcome, BegunMatch, Handler, Stopped};
use super::rated_tournaments::RatedTournaments;
use super::{TournamentHandle, is_over, log_entries};
use crate::matches::{MatchEnd, MatchStopped, Matches, RunningMatch};
use crate::{Error, InternalError, Timeline};
use message::{Coded, Param};
use protocol::{Status, TournamentLine, TournamentStage};
use referee::tournament::{GameKey, OperatorDecision, Tournament, TournamentGameEnd, TournamentInput};
use referee::{TerminationKind, UnknownTermination};
use rules::{Outcome, Side};
use runtime::Lifecycle;
use runtime::work::{ThreadPool, WorkError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use storage::{Change, EndRow, MatchFilter, Storage, StorageErrorKind, StorageFuture};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

/// Matches begun before the task yields.
const BATCH: usize = 8;
/// Interval at which a running tournament checks for connected bots.
const INTERVAL: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub struct TournamentServices {
    pub matches: Arc<Matches>,
    /// The time in milliseconds since 1970.
    pub wall_clock_ms: Arc<dyn Fn() -> i64 + Send + Sync>,
    pub storage: Arc<dyn Storage>,
    pub life: Arc<Lifecycle>,
    /// The worker threads that handle commands.
    pub pairing: Arc<ThreadPool>,
    pub rated: Arc<RatedTournaments>,
}

pub struct TournamentTask {
    services: TournamentServices,
    handle: Arc<TournamentHandle>,
    timeline: Timeline,
    messages: mpsc::Receiver<TaskMessage>,
    deadline: Option<Instant>,
    /// The running games, with attempt and match.
    running: BTreeMap<GameKey, (u32, u64)>,
    /// The tournament; none while a worker thread owns it.
    tournament: Option<Tournament>,
}

impl TournamentTask {
    pub fn new(
        services: TournamentServices,
        handle: Arc<TournamentHandle>,
        tournament: Tournament,
        messages: mpsc::Receiver<TaskMessage>,
    ) -> TournamentTask {
        let timeline = Timeline { base: tournament.last_event_at(), origin: services.matches.time.now() };
        TournamentTask { services, handle, timeline, messages, deadline: None, running: BTreeMap::new(), tournament: Some(tournament) }
    }

    /// Runs until the referee stops or the tournament is unloaded.
    pub async fn run(mut self) -> Result<(), Error> {
        let stop = self.services.life.stop.clone();
        let Some(resumed) = stop.run_until_cancelled(self.resume()).await else { return Ok(()) };
        resumed?;
        let (mut messages, mut commands, mut deletions, mut leaves) = (Vec::new(), Vec::new(), Vec::new(), false);
        loop {
            if leaves && !self.handle.in_play.load(Relaxed) {
                // Later messages go to the next load.
                self.messages.close();
                return Ok(());
            }
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(()),
                count = self.messages.recv_many(&mut messages, INBOX) => if count == 0 { return Ok(()) },
                () = sleep_until(self.deadline.unwrap_or_else(Instant::now)), if self.deadline.is_some() => {
                    commands.push(TournamentInput::Tick.into());
                    commands.extend(self.restarts());
                }
            }
            for message in messages.drain(..) {
                match message {
                    TaskMessage::Command(command) => commands.push(command),
                    TaskMessage::Unload => leaves = true,
                    TaskMessage::Delete(answer) => deletions.push(answer),
                }
            }
            self.process(std::mem::take(&mut commands)).await?;
            for answer in deletions.drain(..) {
                if self.delete(answer).await? {
                    return Ok(());
                }
            }
        }
    }

    /// Deletes the tournament if no game has been played; returns whether it is deleted.
    async fn delete(&mut self, answer: AnswerSender) -> Result<bool, Error> {
        let (id, storage) = (self.handle.id, self.services.storage.clone());
        let recorded = self.handle.recorded.clone();
        if let Err(why) = self.services.pairing.run(move || recorded.read().check_unplayed(id)).await? {
            // The caller may have left.
            let _ = answer.send(Err(why));
            return Ok(false);
        }
        self.messages.close();
        delete_stored(&*storage, id).await?;
        tracing::info!(tournament = id, name = self.handle.plan.name, "a tournament is deleted");
        self.services.rated.changed(id);
        let _ = answer.send(Ok(()));
        Ok(true)
    }

    /// Commands that replay a waiting game whose connected bot cannot play from its opening.
    fn restarts(&self) -> Vec<TournamentCommand> {
        let matches = &self.services.matches;
        let bots = matches.connected.snapshot();
        let Some(game) = self.tournament.as_ref().map(|tournament| tournament.settings().game) else { return Vec::new() };
        let start = game.start().position();
        let restart = |(key, (attempt, number)): (&GameKey, &(u32, u64))| {
            let running = matches.find(*number)?;
            let mut players = Side::BOTH.map(|side| &running.row.players[side]).into_iter();
            let name = players.find(|name| bots.without_openings.contains(*name) && bots.plays(name, game))?;
            let why = format!("{name} knows only the start position: the game begins anew from there");
            (running.status() == Status::Waiting && !running.starts_from(&start)).then(|| {
                let input = TournamentInput::Decide { game: *key, decision: OperatorDecision::Replay, why };
                TournamentCommand { attempt: Some(*attempt), ..input.into() }
            })
        };
        self.running.iter().filter_map(restart).collect()
    }

    /// After a restart: handles the matches that have ended, and stops those of games that no longer run.
    async fn resume(&mut self) -> Result<(), Error> {
        let TournamentServices { matches, storage, pairing, .. } = self.services.clone();
        let running: Vec<_> = self.tournament.iter().flat_map(Tournament::running).map(|game| (game.key, game.attempts)).collect();
        let recorded = self.handle.recorded.clone();
        let numbered = pairing.run(move || {
            let recorded = recorded.read();
            let number = |key| recorded.matches.get(&key).and_then(|matches| matches.last()).copied();
            running.into_iter().map(|(key, attempt)| (key, attempt, number(key).unwrap_or(0))).collect::<Vec<_>>()
        });
        let mut ended = Vec::new();
        for (key, attempt, number) in numbered.await? {
            self.running.insert(key, (attempt, number));
            match matches.find(number) {
                Some(running) => self.watch(key, attempt, running),
                None => {
                    let end = match answered(|| storage.find_match(number)).await?.and_then(|row| row.end) {
                        Some(EndRow { result, reason, why, .. }) => {
                            let unknown = |error: UnknownTermination| log_entries::suspended(self.handle.id, error.message());
                            Some(MatchEnd { result, reason: reason.parse().map_err(unknown)?, why })
                        }
                        None => None,
                    };
                    ended.push(after(key, attempt, end));
                }
            }
        }
        let unfinished = MatchFilter { ended: Some(false), tournament: Some(self.handle.id), limit: usize::MAX, ..MatchFilter::default() };
        for row in answered(|| storage.list_matches(unfinished.clone())).await? {
            let number = row.match_id;
            if !self.running.values().any(|(_, running)| *running == number) {
                self.stop(number, None, MatchStopped::Skipped.message().into());
            }
        }
        ended.push(TournamentInput::Tick.into());
        self.process(ended).await
    }

    /// Handles a batch of commands on a worker thread, and stores the results in one write.
    async fn process(&mut self, mut commands: Vec<TournamentCommand>) -> Result<(), Error> {
        let TournamentServices { matches, wall_clock_ms, storage, pairing, rated, .. } = self.services.clone();
        while !commands.is_empty() {
            let tournament = self.tournament.take().ok_or(Error::Work(WorkError::Stopping))?;
            let now = self.handle.time(self.timeline.own(matches.time.now()), wall_clock_ms());
            commands.iter_mut().for_each(|command| self.note_unplayed(&mut command.input));
            let planned = tournament.settings();
            let mut settings = matches.match_settings(planned.time);
            (settings.strikes, settings.ready_timeout) = (planned.strikes, planned.ready_timeout);
            let id = self.handle.id;
            let handler = Handler {
                id,
                lines: self.handle.lines(),
                settings,
                storage: storage.clone(),
                now,
                day: self.handle.day(now),
                bots: matches.connected.snapshot(),
                running: self.running.iter().map(|(key, (attempt, _))| (*key, *attempt)).collect(),
                playing: self.playing(&tournament, &commands),
                recorded: self.handle.recorded.clone(),
                tournament,
                commands: std::mem::take(&mut commands),
            };
            let handled = pairing.run(move || handler.handle()).await?;
            let BatchOutcome { tournament, before, answers, lines, changes, stopped, begun, impossible } = handled;
            let (stage, deadline) = (log_entries::stage(tournament.stage()), tournament.deadline());
            self.tournament = Some(tournament);
            if !lines.is_empty() {
                storage.write(changes).await?;
                self.show(lines).await?;
                self.handle.in_play.store(matches!(stage, TournamentStage::Running | TournamentStage::Paused), Relaxed);
                for Stopped { game, outcome, why, anew } in stopped {
                    match self.running.remove(&game) {
                        Some((_, number)) if anew => matches.find(number).into_iter().for_each(|running| running.annul(why.clone())),
                        Some((_, number)) => self.stop(number, outcome, why),
                        None => {}
                    }
                }
                self.begin(begun).await;
                // A game that cannot begin is annulled, so that the tournament continues.
                for (game, attempt, why) in impossible {
                    tracing::error!(tournament = id, game = %game, why, "a game cannot begin, and is void");
                    self.running.insert(game, (attempt, 0));
                    commands.push(TournamentInput::Ended { game, attempt, end: NOT_PLAYED }.into());
                }
                if is_over(before) || is_over(stage) {
                    rated.changed(id);
                }
                if stage != before {
                    tracing::info!(tournament = id, stage = stage.word(), "a tournament");
                }
            }
            let deadline = deadline.map(|at| matches.time.instant(self.timeline.of_referee(at)) + Duration::from_millis(2));
            // Pairings may depend on which bots are connected.
            let next_look = (stage == TournamentStage::Running).then(|| Instant::now() + INTERVAL);
            self.deadline = [deadline, next_look].into_iter().flatten().min();
            for (answer, result) in answers {
                // The caller may have left.
                let _ = answer.send(result);
            }
        }
        Ok(())
    }

    /// A result that the operator gives to a running game without a move is a forfeit.
    fn note_unplayed(&self, input: &mut TournamentInput) {
        if let TournamentInput::Decide { game, decision, .. } = input
            && let OperatorDecision::Adjudicate(outcome) = *decision
            && let Some(running) = self.running.get(game).and_then(|(_, number)| self.services.matches.find(*number))
            && !running.has_moves()
        {
            *decision = OperatorDecision::Forfeit(outcome);
        }
    }

    /// The players of running games, if a command or rule may withdraw one.
    fn playing(&self, tournament: &Tournament, commands: &[TournamentCommand]) -> BTreeSet<String> {
        let may_leave = tournament.settings().absences.is_some()
            || commands.iter().any(|command| matches!(command.input, TournamentInput::Withdraw { .. }));
        let matches = self.running.values().filter(|_| may_leave).filter_map(|(_, number)| self.services.matches.find(*number));
        let begun = matches.filter(|running| running.status() != Status::Waiting);
        begun.flat_map(|running| Side::BOTH.map(|side| running.row.players[side].clone())).collect()
    }

    /// Applies stored lines to the published state.
    async fn show(&self, lines: Vec<TournamentLine>) -> Result<(), Error> {
        let (recorded, length) = (self.handle.recorded.clone(), self.handle.lines() + lines.len() as u64);
        let applying = move || {
            let mut recorded = recorded.write();
            let recorded = Arc::make_mut(&mut recorded);
            lines.iter().try_for_each(|line| recorded.apply(line))
        };
        self.services.pairing.run(applying).await?.map_err(|flaw| InternalError::Unrecorded { why: flaw.message() })?;
        self.handle.lines.store(length, Relaxed);
        Ok(())
    }

    async fn begin(&mut self, begun: Vec<BegunMatch>) {
        for (number, BegunMatch { game, attempt, continues, prepared }) in begun.into_iter().enumerate() {
            if number % BATCH == BATCH - 1 {
                tokio::task::yield_now().await;
            }
            let running = self.services.matches.begin(prepared);
            if continues {
                self.running.insert(game, (attempt, running.row.match_id));
                self.watch(game, attempt, running);
            } else {
                running.adjudicate(None, MatchStopped::Skipped.message());
            }
        }
    }

    /// Sends the end of a match to the tournament.
    fn watch(&self, game: GameKey, attempt: u32, running: RunningMatch) {
        let inbox = self.handle.inbox.clone();
        self.services.life.spawn_until_stopped(async move {
            let end = running.ended().await;
            // The inbox is closed once the referee stops.
            let _ = inbox.send(TaskMessage::Command(after(game, attempt, end))).await;
        });
    }

    fn stop(&self, number: u64, outcome: Option<Outcome>, why: Param) {
        if let Some(running) = self.services.matches.find(number) {
            running.adjudicate(outcome, why);
        }
    }
}

/// Retries a storage call until the storage is available.
async fn answered<'s, T>(ask: impl Fn() -> StorageFuture<'s, T>) -> Result<T, Error> {
    loop {
        match ask().await {
            Err(error) if error.kind == StorageErrorKind::Unavailable => tokio::time::sleep(INTERVAL).await,
            answer => return Ok(answer?),
        }
    }
}

/// The command for the end of a match, or for a log that ends early: an annulled game is replayed.
fn after(game: GameKey, attempt: u32, end: Option<MatchEnd>) -> TournamentCommand {
    let reason = end.as_ref().map(|end| end.reason);
    let attempt_annulled = (reason == Some(TerminationKind::Annulled)).then_some(attempt);
    let input = match end {
        Some(end) if end.reason == TerminationKind::Annulled => {
            TournamentInput::Decide { game, decision: OperatorDecision::Replay, why: end.why.to_string() }
        }
        Some(end) => TournamentInput::Ended { game, attempt, end: log_entries::end(end.result, end.reason) },
        None => TournamentInput::Ended { game, attempt, end: NOT_PLAYED },
    };
    TournamentCommand { input, reason, attempt: attempt_annulled, answer: None }
}

const NOT_PLAYED: TournamentGameEnd = TournamentGameEnd { outcome: None, played: false };

/// Deletes a tournament from storage: its row, then its log and matches.
pub async fn delete_stored(storage: &dyn Storage, id: u64) -> Result<(), storage::StorageError> {
    // The log of an open tournament is short, so it is deleted in the same write.
    storage.write(vec![Change::TournamentDeleted { id }, Change::ImportForgotten { id }, Change::ImportForgotten { id }]).await?;
    while storage.broken_imports().await?.contains(&id) {
        storage.write(vec![Change::ImportForgotten { id }]).await?;
    }
    Ok(())
}
