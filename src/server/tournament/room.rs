//! One tournament: a task that judges what it is told, writes the facts down together with the matches they begin, and only then
//! tells anybody.

use super::{plan, record};
use crate::app::App;
use crate::hall::{self, BotName, Hall, Post, Prepared, Proposal, Running, Timeline};
use crate::store::{Change, MatchFilter, TournamentRow};
use crate::{Error, wire};
use axum::extract::ws::Utf8Bytes;
use protocol::{Entry, NewTournament, StandingTable, TournamentEntry, TournamentLine};
use referee::Edition;
use referee::tournament::{Course, Event, GameEnd, GameKey, Input, Ruling, Settings, Stage, Tournament};
use rules::{BySide, Outcome};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

/// How often a tournament that runs looks round who has come.
const LOOK_ROUND: Duration = Duration::from_secs(1);

/// How many words may wait for a tournament.
const INBOX: usize = 256;

/// The way back for an answer.
type Answer = oneshot::Sender<Result<(), Error>>;

/// A word to a tournament, and the way back for the answer.
pub struct Command {
    /// What it is told.
    pub input: Input,
    /// Whether something came of it.
    pub answer: Option<Answer>,
}

/// What is known of a tournament: everything here is in storage.
pub struct Shown {
    /// The tournament.
    pub tournament: Tournament,
    /// Its log.
    pub lines: Vec<Utf8Bytes>,
    /// The matches of each game, in the order of its beginnings.
    pub matches: BTreeMap<GameKey, Vec<u64>>,
}

/// A tournament as everybody but its task knows it.
pub struct Room {
    /// Its number.
    pub id: u64,
    /// What was agreed.
    pub plan: NewTournament,
    /// When it was made: milliseconds since 1970.
    pub created_ms: i64,
    shown: Mutex<Shown>,
    inbox: mpsc::Sender<Command>,
    /// The last table worked out, and of how many lines.
    pub(super) table: tokio::sync::Mutex<Option<(usize, Arc<StandingTable>)>>,
}

impl Room {
    /// A tournament from its log, and its task.
    pub fn new(app: &App, row: TournamentRow, lines: Vec<Utf8Bytes>) -> Result<(Arc<Room>, Task), Error> {
        let broken = |why: String| Error::Storage(format!("tournament {}: {why}", row.id));
        let (plan, shown) = Shown::read(lines).map_err(broken)?;
        let timeline = hall::timeline(shown.tournament.last_fact_at(), app);
        let judge = shown.tournament.clone();
        let (inbox, words) = mpsc::channel(INBOX);
        let room =
            Room { id: row.id, plan, created_ms: row.created_ms, shown: Mutex::new(shown), inbox, table: tokio::sync::Mutex::default() };
        let room = Arc::new(room);
        Ok((room.clone(), Task { room, judge, timeline, words, running: BTreeMap::new() }))
    }

    /// What is known of it now.
    pub fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells it something, and waits until that is written down.
    pub async fn tell(&self, input: Input) -> Result<(), Error> {
        let (answer, answered) = oneshot::channel();
        self.inbox.send(Command { input, answer: Some(answer) }).await.map_err(|_| Error::Stopping)?;
        answered.await.map_err(|_| Error::Stopping)?
    }
}

/// A line as it is kept.
pub fn json(line: &TournamentLine) -> Utf8Bytes {
    serde_json::to_string(line).expect("a line is writable as JSON").into()
}

impl Shown {
    /// What a log tells.
    pub fn read(lines: Vec<Utf8Bytes>) -> Result<(NewTournament, Shown), String> {
        let first = lines.first().ok_or("there is no log")?;
        let TournamentEntry::Created { edition, plan } = read_line(first)?.entry else { return Err("line 0 should say `created`".into()) };
        let edition = Edition::of_log(edition).map_err(|error| error.to_string())?;
        let settings: Settings = plan::settings(&plan, edition).map_err(|error| error.to_string())?;
        let mut shown = Shown { tournament: Tournament::new(settings), lines: Vec::new(), matches: BTreeMap::new() };
        for text in &lines {
            shown.take(&read_line(text)?)?;
        }
        shown.lines = lines;
        Ok((*plan, shown))
    }

    /// Takes in a line, but for its text.
    pub fn take(&mut self, line: &TournamentLine) -> Result<(), String> {
        if let Some(fact) = record::fact(line, &self.tournament).map_err(|why| format!("line {}: {why}", line.line))? {
            self.tournament.absorb(&fact);
        }
        if let TournamentEntry::Begun { number, played_as, .. } = &line.entry {
            let key = GameKey { encounter: number.encounter, game: number.game };
            self.matches.entry(key).or_default().push(*played_as);
        }
        Ok(())
    }
}

/// Reads a line of a tournament's log.
pub fn read_line(text: &str) -> Result<TournamentLine, String> {
    serde_json::from_str(text).map_err(|error| format!("a line does not read: {error}: {text}"))
}

/// The task of a tournament.
pub struct Task {
    room: Arc<Room>,
    judge: Tournament,
    timeline: Timeline,
    words: mpsc::Receiver<Command>,
    /// The games being played, each with its beginning and its match.
    running: BTreeMap<GameKey, (u32, u64)>,
}

/// What follows from some words, not yet written down.
#[derive(Default)]
struct Draft {
    lines: Vec<(TournamentLine, Utf8Bytes)>,
    begun: Vec<(GameKey, u32, Prepared)>,
    answers: Vec<(Answer, Result<(), Error>)>,
    /// Why games that are being played may have to stop.
    why: BTreeMap<GameKey, String>,
    why_all: &'static str,
}

impl Task {
    /// Whether this is the task of that room.
    pub fn is_of(&self, room: &Arc<Room>) -> bool {
        Arc::ptr_eq(&self.room, room)
    }

    /// Runs it until the referee stops.
    pub fn spawn(mut self, app: &Arc<App>) {
        let app = app.clone();
        app.tasks.clone().spawn(async move {
            if let Err(error) = self.run(&app).await {
                app.fail(&error);
            }
        });
    }

    async fn run(&mut self, app: &Arc<App>) -> Result<(), Error> {
        self.take_up(app).await?;
        let mut words = Vec::new();
        loop {
            let deadline = self.judge.deadline().map(|at| app.time.instant(self.timeline.of_referee(at)) + Duration::from_millis(2));
            // Who is paired may hang on who is there.
            let look_round = (self.judge.stage() == Stage::Running).then(|| Instant::now() + LOOK_ROUND);
            let deadline = [deadline, look_round].into_iter().flatten().min();
            tokio::select! {
                biased;
                () = app.stop.cancelled() => return Ok(()),
                count = self.words.recv_many(&mut words, INBOX) => if count == 0 { return Ok(()) },
                () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => {
                    words.push(Command { input: Input::Tick, answer: None });
                }
            }
            self.take(app, words.drain(..)).await?;
        }
    }

    /// After a restart: hears of what has ended meanwhile, and stops what is not to be played any more.
    async fn take_up(&mut self, app: &Arc<App>) -> Result<(), Error> {
        let mut ended = Vec::new();
        for game in self.judge.running().collect::<Vec<_>>() {
            let matches = self.room.shown().matches.get(&game.key).cloned().unwrap_or_default();
            let Some(&number) = matches.last() else { continue };
            self.running.insert(game.key, (game.attempts, number));
            match app.hall.find(number) {
                Some(running) => self.watch(app, game.key, game.attempts, running),
                None => {
                    let row = app.storage.read(move |store| store.find_match(number)).await?;
                    let end = row.and_then(|row| row.end).map(|end| record::end(end.result, &end.reason));
                    let end = end.unwrap_or(GameEnd { outcome: None, played: false });
                    ended.push(Command { input: Input::Ended { game: game.key, attempt: game.attempts, end }, answer: None });
                }
            }
        }
        let id = self.room.id;
        let unfinished = MatchFilter { ended: Some(false), tournament: Some(id), limit: usize::MAX >> 1, ..MatchFilter::default() };
        for row in app.storage.read(move |store| store.list_matches(&unfinished)).await? {
            if !self.running.values().any(|(_, number)| *number == row.game) {
                stop(app, row.game, None, "the tournament has gone on without this game").await;
            }
        }
        ended.push(Command { input: Input::Tick, answer: None });
        self.take(app, ended.into_iter()).await
    }

    /// Takes in some words at one time: one write for all of them.
    async fn take(&mut self, app: &Arc<App>, words: impl Iterator<Item = Command>) -> Result<(), Error> {
        let before = self.judge.stage();
        let mut draft = Draft::default();
        for word in words {
            self.judge(app, word, &mut draft);
        }
        let stopped: Vec<(GameKey, u64)> = {
            let is_running = |key: &GameKey, attempt: u32| {
                self.judge.game(*key).is_some_and(|game| game.course == Course::Running && game.attempts == attempt)
            };
            self.running.iter().filter(|(key, (attempt, _))| !is_running(key, *attempt)).map(|(key, (_, number))| (*key, *number)).collect()
        };
        let id = self.room.id;
        let mut changes: Vec<Change> = Vec::new();
        for (line, body) in &draft.lines {
            changes.push(Change::TournamentLine { id, number: line.line, body: body.clone() });
        }
        changes.extend(draft.begun.iter().flat_map(|(_, _, prepared)| prepared.changes()));
        if self.judge.stage() != before {
            changes.push(Change::TournamentStage { id, stage: record::stage(self.judge.stage()) });
        }
        if !changes.is_empty() {
            app.storage.write(changes).await?;
            let mut shown = self.room.shown();
            for (line, body) in draft.lines {
                shown.take(&line).map_err(Error::Internal)?;
                shown.lines.push(body);
            }
        }
        for (key, number) in stopped {
            self.running.remove(&key);
            let outcome = match self.judge.game(key).map(|game| game.course) {
                Some(Course::Over(end)) => end.outcome,
                _ => None,
            };
            stop(app, number, outcome, draft.why.get(&key).map_or(draft.why_all, |why| why)).await;
        }
        for (key, attempt, prepared) in draft.begun {
            let (row, running) = prepared.begin(app);
            // It may have been decided in the same breath.
            if self.judge.game(key).is_some_and(|game| game.course == Course::Running && game.attempts == attempt) {
                self.running.insert(key, (attempt, row.game));
                self.watch(app, key, attempt, running);
            } else {
                stop(app, row.game, None, "the tournament has gone on without this game").await;
            }
        }
        if self.judge.stage() != before {
            tracing::info!(tournament = id, stage = self.judge.stage().word(), "a tournament");
        }
        for (answer, result) in draft.answers {
            // Whoever asked may have gone.
            let _ = answer.send(result);
        }
        Ok(())
    }

    fn judge(&mut self, app: &App, word: Command, draft: &mut Draft) {
        let now = self.timeline.of_match(app.time.now());
        let leaver = if let Input::Withdraw { name } = &word.input { name.clone() } else { String::new() };
        match &word.input {
            Input::Decide { game, why, .. } => drop(draft.why.insert(*game, why.clone())),
            Input::Withdraw { .. } => draft.why_all = "a player has withdrawn from the tournament",
            Input::Finish => draft.why_all = "the operator has ended the tournament",
            _ => {}
        }
        let Ruling { facts, refusal } = self.judge.apply_among(word.input, now, &|name| app.lobby.link(name).is_some());
        for fact in facts {
            let mut played_as = 0;
            if let Event::Begun { game, attempt, seats, position } = &fact.event {
                match self.proposal(app, *seats, position) {
                    Ok(proposal) => {
                        let prepared = Hall::prepare(app, proposal, Some(self.room.id));
                        played_as = prepared.game();
                        draft.begun.push((*game, *attempt, prepared));
                    }
                    // Names and openings were read before.
                    Err(error) => tracing::error!(%error, "a game cannot begin"),
                }
            }
            let number = (self.room.shown().lines.len() + draft.lines.len()) as u64;
            // Before the start, who leaves is forgotten; after it, some leave by rule.
            let leaver = match &fact.event {
                Event::Withdrawn { player } if leaver.is_empty() => self.judge.name(*player),
                _ => &*leaver,
            };
            let line = record::line(number, &fact, &self.judge, leaver, played_as);
            let body = json(&line);
            draft.lines.push((line, body));
        }
        if let Some(answer) = word.answer {
            draft.answers.push((answer, refusal.map_or(Ok(()), |refusal| Err(refusal.into()))));
        }
    }

    fn proposal(&self, app: &App, seats: BySide<referee::pairing::Player>, position: &str) -> Result<Proposal, Error> {
        let settings = self.judge.settings();
        let mut terms = Hall::terms(app, settings.time);
        (terms.strikes, terms.ready_within) = (settings.strikes, settings.grace);
        let name = |player| self.judge.name(player).parse::<BotName>();
        let position = position.parse().map_err(|error| Error::Internal(format!("{position}: {error}")))?;
        Ok(Proposal { players: BySide { white: name(seats.white)?, black: name(seats.black)? }, position, terms })
    }

    /// Tells the tournament when a match has ended.
    fn watch(&self, app: &Arc<App>, game: GameKey, attempt: u32, running: Running) {
        let (inbox, stop) = (self.room.inbox.clone(), app.stop.clone());
        app.tasks.spawn(async move {
            tokio::select! {
                () = running.feed.ended() => {}
                () = stop.cancelled() => return,
            }
            let last = running.feed.from(running.feed.len().saturating_sub(1));
            if let Some(Entry::Ended { result, reason, .. }) =
                last.last().and_then(|line| wire::read_line(line).ok()).map(|line| line.entry)
            {
                let end = record::end(result, &reason);
                // Nobody listens any more once the referee stops.
                let _ = inbox.send(Command { input: Input::Ended { game, attempt, end }, answer: None }).await;
            }
        });
    }
}

/// Ends a match from above.
async fn stop(app: &App, number: u64, outcome: Option<Outcome>, why: &str) {
    if let Some(running) = app.hall.find(number) {
        running.post(Post::Adjudicate { outcome, why: why.chars().take(200).collect() }).await;
    }
}
