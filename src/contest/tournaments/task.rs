//! The task of a tournament: it has judged what it is told, writes the events down together with the matches they begin, and only then
//! tells anybody.

use super::draft::{Begun, Draft, Makings, draft};
use super::handle::{AnswerSender, Command, INBOX, TaskMessage};
use super::hearing::{Hearing, Judged, Stopped};
use super::rated::RatedTournaments;
use super::{RecordedTournament, TournamentHandle, record};
use crate::matches::{MatchEnd, MatchHost, MatchStopped, RunningMatch};
use crate::{Error, Timeline};
use message::{Coded, Param};
use protocol::{Status, TournamentLine, TournamentStage};
use referee::tournament::{EventKind, GameEnd, GameKey, Input, OperatorDecision, Stage, Tournament};
use referee::{TerminationKind, UnknownTermination};
use rules::{Outcome, Side};
use runtime::Life;
use runtime::work::{Pool, WorkError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use storage::{Change, EndRow, Fault, MatchFilter, Storage, StorageFuture};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

/// How many matches are begun, or stopped, before others have their turn on the referee's thread.
const AT_ONE_TIME: usize = 8;
/// How often a tournament that runs looks round who has come.
const LOOK_ROUND: Duration = Duration::from_secs(1);

/// What a tournament is handed.
#[derive(Clone)]
pub struct TournamentServices {
    /// Where its games are played.
    pub host: Arc<dyn MatchHost>,
    pub storage: Arc<dyn Storage>,
    pub life: Arc<Life>,
    /// The threads that pair.
    pub pairing: Arc<Pool>,
    /// What hears of it when it has finished.
    pub rated: Arc<RatedTournaments>,
}

/// The task of a tournament.
pub struct TournamentTask {
    services: TournamentServices,
    handle: Arc<TournamentHandle>,
    timeline: Timeline,
    posts: mpsc::Receiver<TaskMessage>,
    deadline: Option<Instant>,
    /// The games being played, each with its beginning and its match.
    running: BTreeMap<GameKey, (u32, u64)>,
    /// The tournament; away while a thread judges.
    judge: Option<Tournament>,
}

impl TournamentTask {
    pub fn new(
        services: TournamentServices,
        handle: Arc<TournamentHandle>,
        judge: Tournament,
        posts: mpsc::Receiver<TaskMessage>,
    ) -> TournamentTask {
        let timeline = Timeline { base: judge.last_event_at(), origin: services.host.time().now() };
        TournamentTask { services, handle, timeline, posts, deadline: None, running: BTreeMap::new(), judge: Some(judge) }
    }

    /// Runs it until the referee stops, or it leaves memory.
    pub async fn run(mut self) -> Result<(), Error> {
        let stop = self.services.life.stop.clone();
        let Some(taken_up) = stop.run_until_cancelled(self.take_up()).await else { return Ok(()) };
        taken_up?;
        let (mut posts, mut words, mut deletions, mut leaves) = (Vec::new(), Vec::new(), Vec::new(), false);
        loop {
            if leaves && !self.handle.is_in_play() {
                // What comes from now on is for whoever opens it next.
                self.posts.close();
                return Ok(());
            }
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(()),
                count = self.posts.recv_many(&mut posts, INBOX) => if count == 0 { return Ok(()) },
                () = sleep_until(self.deadline.unwrap_or_else(Instant::now)), if self.deadline.is_some() => {
                    words.push(Command { input: Input::Tick, cause: None, attempt: None, answer: None });
                    words.extend(self.to_begin_anew());
                }
            }
            for post in posts.drain(..) {
                match post {
                    TaskMessage::Judge(word) => words.push(word),
                    TaskMessage::Leave => leaves = true,
                    TaskMessage::Delete(answer) => deletions.push(answer),
                }
            }
            self.take(std::mem::take(&mut words)).await?;
            for answer in deletions.drain(..) {
                if self.delete(answer).await? {
                    return Ok(());
                }
            }
        }
    }

    /// Deletes the tournament if nobody has played in it; says whether it is no longer there.
    async fn delete(&mut self, answer: AnswerSender) -> Result<bool, Error> {
        let (id, storage) = (self.handle.id, self.services.storage.clone());
        let recorded = self.handle.recorded();
        let mut looking = self.services.pairing.submit(move |_| recorded.read().unwrap_or_else(PoisonError::into_inner).is_unplayed())?;
        if !looking.done().await? {
            // The caller may have left.
            let _ = answer.send(Err(Error::PlayedIn { id }));
            return Ok(false);
        }
        self.posts.close();
        // An open one has little more than a line for each entrant: that much is forgotten at once.
        storage.write(vec![Change::TournamentDeleted { id }, Change::ImportForgotten { id }, Change::ImportForgotten { id }]).await?;
        while storage.broken_imports().await?.contains(&id) {
            storage.write(vec![Change::ImportForgotten { id }]).await?;
        }
        tracing::info!(tournament = id, name = self.handle.plan.name, "a tournament in which nobody has played is deleted");
        let _ = answer.send(Ok(()));
        Ok(true)
    }

    /// Games that wait for somebody who, having come, says that it cannot play from there.
    fn to_begin_anew(&self) -> Vec<Command> {
        let host = &self.services.host;
        let present = host.present();
        let Some(game) = self.judge.as_ref().map(|judge| judge.settings().game) else { return Vec::new() };
        let start = game.start().position();
        let anew = |(key, (attempt, number)): (&GameKey, &(u32, u64))| {
            let running = host.find(*number)?;
            let players = running.players();
            let name = Side::BOTH
                .into_iter()
                .map(|side| &players[side])
                .find(|name| present.without_openings.contains(*name) && present.plays(name, game))?;
            let why = format!("{name} knows only the usual start: the game begins anew from there");
            (running.status() == Status::Waiting && !running.starts_from(&start)).then(|| Command {
                input: Input::Decide { game: *key, decision: OperatorDecision::Replay, why },
                cause: None,
                attempt: Some(*attempt),
                answer: None,
            })
        };
        self.running.iter().filter_map(anew).collect()
    }

    /// After a restart: hears of what has ended meanwhile, and stops what is not to be played any more.
    async fn take_up(&mut self) -> Result<(), Error> {
        let TournamentServices { host, storage, pairing, .. } = self.services.clone();
        let running: Vec<_> = self.judge.iter().flat_map(Tournament::running).map(|game| (game.key, game.attempts)).collect();
        let recorded = self.handle.recorded();
        let mut looking = pairing.submit(move |_| {
            let recorded = recorded.read().unwrap_or_else(PoisonError::into_inner);
            let number = |key| recorded.matches.get(&key).and_then(|matches| matches.last()).copied();
            running.into_iter().map(|(key, attempt)| (key, attempt, number(key).unwrap_or(0))).collect::<Vec<_>>()
        })?;
        let mut ended = Vec::new();
        for (key, attempt, number) in looking.done().await? {
            self.running.insert(key, (attempt, number));
            match host.find(number) {
                Some(running) => self.watch(key, attempt, running),
                None => {
                    let end = match answered(|| storage.find_match(number)).await?.and_then(|row| row.end) {
                        Some(EndRow { result, reason, why, .. }) => {
                            let unknown = |error: UnknownTermination| record::suspended(self.handle.id, &error.to_string());
                            Some(MatchEnd { result, cause: reason.parse().map_err(unknown)?, why })
                        }
                        None => None,
                    };
                    ended.push(after(key, attempt, end));
                }
            }
        }
        let unfinished = MatchFilter { ended: Some(false), tournament: Some(self.handle.id), limit: usize::MAX, ..MatchFilter::default() };
        for listed in answered(|| storage.list_matches(unfinished.clone())).await? {
            let number = listed.row.game;
            if !self.running.values().any(|(_, running)| *running == number) {
                self.stop(number, None, MatchStopped::GoneOn.message().into());
            }
        }
        ended.push(Command { input: Input::Tick, cause: None, attempt: None, answer: None });
        self.take(ended).await
    }

    /// Takes in some words at one time: one write for all of them. Threads for work judge and put into words.
    async fn take(&mut self, mut words: Vec<Command>) -> Result<(), Error> {
        let TournamentServices { host, storage, pairing, rated, .. } = self.services.clone();
        while !words.is_empty() {
            let judge = self.judge.take().ok_or(Error::Work(WorkError::Stopping))?;
            let now = self.handle.time(self.timeline.own(host.time().now()), host.wall_clock_ms());
            let hearing = Hearing {
                now,
                day: self.handle.day(now),
                present: host.present(),
                running: self.running.iter().map(|(key, (attempt, _))| (*key, *attempt)).collect(),
                playing: self.playing(&judge, &words),
                recorded: self.handle.recorded(),
                judge,
                words: std::mem::take(&mut words),
            };
            let mut judging = pairing.submit(move |_| hearing.judge())?;
            let Judged { judge, before, events, answers, stopped } = judging.done().await?;
            let settings = judge.settings();
            let mut terms = host.terms(settings.time);
            (terms.strikes, terms.ready_within) = (settings.strikes, settings.grace);
            let stage = judge.stage();
            let deadline = judge.deadline();
            if events.is_empty() {
                self.judge = Some(judge);
            } else {
                let begins = events.iter().filter(|followed| matches!(followed.event.kind, EventKind::Begun { .. })).count() as u64;
                let number = if begins == 0 { 0 } else { storage.number_matches(begins).await? };
                let (id, lines) = (self.handle.id, self.handle.lines());
                let makings = Makings { terms, present: host.present() };
                let drafting = move || draft(id, lines, judge, events, number, &makings, before);
                let mut drafting = pairing.submit(move |_| drafting())?;
                let Draft { judge, lines, changes, begun, impossible } = drafting.done().await?;
                self.judge = Some(judge);
                storage.write(changes).await?;
                self.show(lines).await?;
                self.handle.set_in_play(matches!(stage, Stage::Running | Stage::Paused));
                for Stopped { game, outcome, why, anew } in stopped {
                    match self.running.remove(&game) {
                        Some((_, number)) if anew => host.find(number).into_iter().for_each(|running| running.annul(why.clone())),
                        Some((_, number)) => self.stop(number, outcome, why),
                        None => {}
                    }
                }
                self.begin(begun).await;
                // A game that cannot begin counts for nobody, so that the others are not kept waiting.
                for (game, attempt, why) in impossible {
                    tracing::error!(tournament = id, game = %game, why, "a game cannot begin, and counts for nobody");
                    self.running.insert(game, (attempt, 0));
                    words.push(Command {
                        input: Input::Ended { game, attempt, end: NOT_PLAYED },
                        cause: None,
                        attempt: None,
                        answer: None,
                    });
                }
                let is_over = |stage: Stage| matches!(record::stage(stage), TournamentStage::Finished | TournamentStage::Archived);
                if is_over(before.stage) || is_over(stage) {
                    rated.changed(id);
                }
                if stage != before.stage {
                    tracing::info!(tournament = id, %stage, "a tournament");
                }
            }
            let deadline = deadline.map(|at| host.time().instant(self.timeline.of_referee(at)) + Duration::from_millis(2));
            // Who is paired may hang on who is there.
            let look_round = (stage == Stage::Running).then(|| Instant::now() + LOOK_ROUND);
            self.deadline = [deadline, look_round].into_iter().flatten().min();
            for (answer, result) in answers {
                // Whoever asked may have gone.
                let _ = answer.send(result);
            }
        }
        Ok(())
    }

    /// Who plays a game that has begun, where somebody may leave now.
    fn playing(&self, judge: &Tournament, words: &[Command]) -> BTreeSet<String> {
        let may_leave = judge.settings().absences.is_some() || words.iter().any(|word| matches!(word.input, Input::Withdraw { .. }));
        let matches = self.running.values().filter(|_| may_leave).filter_map(|(_, number)| self.services.host.find(*number));
        let begun = matches.filter(|running| running.status() != Status::Waiting);
        begun
            .flat_map(|running| {
                let players = running.players();
                Side::BOTH.map(|side| players[side].to_string())
            })
            .collect()
    }

    /// Lets everybody know what has been written down.
    async fn show(&self, lines: Vec<TournamentLine>) -> Result<(), Error> {
        let (recorded, length) = (self.handle.recorded(), self.handle.lines() + lines.len() as u64);
        let mut showing = self.services.pairing.submit(move |_| {
            let mut recorded = recorded.write().unwrap_or_else(PoisonError::into_inner);
            lines.iter().try_for_each(|line| RecordedTournament::take(&mut recorded, line))
        })?;
        showing.done().await?.map_err(Error::Internal)?;
        self.handle.set_lines(length);
        Ok(())
    }

    async fn begin(&mut self, begun: Vec<Begun>) {
        for (number, Begun { game, attempt, goes_on, prepared }) in begun.into_iter().enumerate() {
            if number % AT_ONE_TIME == AT_ONE_TIME - 1 {
                tokio::task::yield_now().await;
            }
            let running = self.services.host.begin(prepared);
            if goes_on {
                self.running.insert(game, (attempt, running.game()));
                self.watch(game, attempt, running);
            } else {
                running.adjudicate(None, MatchStopped::GoneOn.message());
            }
        }
    }

    /// Tells the tournament when a match has ended.
    fn watch(&self, game: GameKey, attempt: u32, running: RunningMatch) {
        let inbox = self.handle.inbox();
        self.services.life.spawn_until_stopped(async move {
            let end = running.ended().await;
            // Nobody listens any more once the referee stops.
            let _ = inbox.send(TaskMessage::Judge(after(game, attempt, end))).await;
        });
    }

    /// Ends a match from above.
    fn stop(&self, number: u64, outcome: Option<Outcome>, why: Param) {
        if let Some(running) = self.services.host.find(number) {
            running.adjudicate(outcome, why);
        }
    }
}

/// What the storage answers, as soon as it does.
async fn answered<'s, T>(ask: impl Fn() -> StorageFuture<'s, T>) -> Result<T, Error> {
    loop {
        match ask().await {
            Err(error) if error.fault == Fault::Unavailable => tokio::time::sleep(LOOK_ROUND).await,
            answer => return Ok(answer?),
        }
    }
}

/// What follows for the tournament when the match of a game has ended so, or has broken off: an annulled game is played again.
fn after(game: GameKey, attempt: u32, end: Option<MatchEnd>) -> Command {
    let cause = end.as_ref().map(|end| end.cause);
    let annulled = (cause == Some(TerminationKind::Annulled)).then_some(attempt);
    let input = match end {
        Some(end) if end.cause == TerminationKind::Annulled => {
            Input::Decide { game, decision: OperatorDecision::Replay, why: end.why.to_string() }
        }
        Some(end) => Input::Ended { game, attempt, end: record::end(end.result, end.cause) },
        None => Input::Ended { game, attempt, end: NOT_PLAYED },
    };
    Command { input, cause, attempt: annulled, answer: None }
}

/// A game that counts for nobody.
const NOT_PLAYED: GameEnd = GameEnd { outcome: None, played: false };
