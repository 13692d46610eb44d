//! The hall: every running match, and how matches come to be.

mod feed;
mod friendly;
mod link;
mod lobby;
mod table;

pub use feed::{Feed, Timeline};
pub use friendly::keep_friendly;
pub use link::{Closing, Link, Outgoing};
pub use lobby::{BotName, Lobby, Presence};
pub use table::{Post, Said, accepted_before, game_over, timeline};

use crate::app::App;
use crate::store::{Change, MatchFilter, MatchRow};
use crate::timekeeper::wall_clock_ms;
use crate::{Error, wire};
use axum::extract::ws::Utf8Bytes;
use protocol::Line;
use referee::{Absence, Input, Match, Micros, Terms, TimeControl};
use rules::{Board, BySide, Knights, Position, Side};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use table::Table;
use tokio::sync::mpsc;

/// How many messages may wait for a table.
const INBOX: usize = 64;
/// How many lines of a log are read at one time.
const LOG_PAGE: usize = 100_000;

/// A match to be made.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The names of the players.
    pub players: BySide<BotName>,
    /// The position before the first move.
    pub position: Knights,
    /// What is agreed.
    pub terms: Terms,
}

/// A running match as everybody but its table knows it.
#[derive(Clone)]
pub struct Running {
    /// Its players.
    pub players: BySide<String>,
    /// Its log.
    pub feed: Arc<Feed>,
    inbox: mpsc::Sender<Post>,
}

impl Running {
    /// Tells the table something; waits if it is busy. A match that has just ended hears nothing.
    pub async fn post(&self, post: Post) {
        let _ = self.inbox.send(post).await;
    }

    /// Where a bot sits, if it plays.
    pub fn side_of(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.players[side] == name)
    }
}

/// Every running match.
#[derive(Default)]
pub struct Hall {
    running: Mutex<BTreeMap<u64, Running>>,
    last_match: AtomicU64,
}

impl Hall {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A running match.
    pub fn find(&self, game: u64) -> Option<Running> {
        self.lock().get(&game).cloned()
    }

    /// The running matches of a bot.
    pub fn games_of(&self, name: &str) -> Vec<(u64, Running)> {
        self.lock().iter().filter(|(_, running)| running.side_of(name).is_some()).map(|(&game, running)| (game, running.clone())).collect()
    }

    /// How many matches are running.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// A number that no match has had.
    pub fn next_number(&self) -> u64 {
        self.last_match.fetch_add(1, Relaxed) + 1
    }

    /// What a match agrees on if nobody says otherwise.
    pub fn terms(app: &App, time: TimeControl) -> Terms {
        // Without any limit on time, an absent player would keep the game open for ever.
        let endless = time.budget.is_none() && time.per_move.is_none();
        Terms {
            time,
            allowance: app.config.allowance(),
            strikes: 0,
            ready_within: app.config.ready_within,
            absence: if endless { Absence::ForfeitAfter(Micros::from_secs(300)) } else { Absence::ClockRuns },
        }
    }

    /// Makes a match. When it returns, the match is in storage and its table runs.
    pub async fn create(app: &Arc<App>, proposal: Proposal) -> Result<MatchRow, Error> {
        let players = proposal.players.clone();
        if players.white == players.black {
            return Err(Error::SelfPlay { name: players.white.to_string() });
        }
        if app.stop.is_cancelled() {
            return Err(Error::Stopping);
        }
        if app.hall.len() >= app.config.max_matches {
            return Err(Error::TooManyMatches { most: app.config.max_matches });
        }
        for side in Side::BOTH {
            if app.hall.games_of(&players[side]).len() >= app.config.games_per_bot {
                return Err(Error::TooManyGames { name: players[side].to_string(), most: app.config.games_per_bot });
            }
        }
        let position = &proposal.position;
        if Position::outcome(position).is_some() {
            return Err(Error::BadRequest(format!("`position`: the game is over at {position}: {}", Position::verdict(position))));
        }
        let prepared = Hall::prepare(app, proposal, None);
        app.storage.write(prepared.changes()).await?;
        Ok(prepared.begin(app).0)
    }

    /// A match that has a number and is written down nowhere yet. Whoever has written its changes begins it.
    pub fn prepare(app: &App, proposal: Proposal, tournament: Option<u64>) -> Prepared {
        let Proposal { players, position, terms } = proposal;
        let players = players.map(|name| name.to_string());
        let game = app.hall.next_number();
        let row = MatchRow { game, players: players.clone(), created_ms: wall_clock_ms(), end: None, tournament };
        let beginning = wire::Beginning { players, position: position.to_string(), terms };
        let line = Line { line: 0, at_us: 0, entry: wire::created(game, &beginning) };
        let body = serde_json::to_string(&line).expect("a line is writable as JSON").into();
        Prepared { row, body, position, terms }
    }

    /// Takes up every match that was running when the referee last stopped.
    pub async fn resume(app: &Arc<App>) -> Result<(), Error> {
        app.hall.last_match.store(app.storage.read(|store| store.last_match()).await?, Relaxed);
        let unfinished = MatchFilter { ended: Some(false), limit: usize::MAX >> 1, ..MatchFilter::default() };
        let rows = app.storage.read(move |store| store.list_matches(&unfinished)).await?;
        for row in rows.into_iter().rev() {
            let game = row.game;
            let log = app.storage.read(move |store| store.read_log(game, 0, LOG_PAGE)).await?;
            let lines = log.iter().map(|text| wire::read_line(text)).collect::<Result<Vec<_>, _>>()?;
            let first = lines.first().ok_or_else(|| Error::Storage(format!("match {game} has no log")))?;
            let wire::Beginning { position, terms, .. } = wire::beginning(first)?;
            let board: Knights = position.parse().map_err(|error| Error::Storage(format!("match {game}: {error}")))?;
            let facts: Vec<_> = lines.iter().filter_map(wire::fact).collect();
            let judge = Match::replay(board.boxed(), terms, &facts);
            let feed = Arc::new(Feed::new(table::timeline(judge.last_fact_at(), app), log));
            tracing::info!(game, white = row.players.white, black = row.players.black, ply = judge.board().ply(), "a match goes on");
            seat(app, game, row.players, judge, feed, Some(Input::Restarted));
        }
        Ok(())
    }
}

/// A match that is about to be.
pub struct Prepared {
    row: MatchRow,
    body: Utf8Bytes,
    position: Knights,
    terms: Terms,
}

impl Prepared {
    /// Its number.
    pub fn game(&self) -> u64 {
        self.row.game
    }

    /// What is to be written down.
    pub fn changes(&self) -> Vec<Change> {
        vec![Change::Match(self.row.clone()), Change::Line { game: self.row.game, number: 0, body: self.body.clone() }]
    }

    /// Starts its table.
    pub fn begin(self, app: &Arc<App>) -> (MatchRow, Running) {
        let Prepared { row, body, position, terms } = self;
        let judge = Match::new(Box::new(position), terms);
        let feed = Arc::new(Feed::new(table::timeline(Micros::ZERO, app), vec![body]));
        app.metrics.matches_started.inc();
        tracing::info!(game = row.game, white = row.players.white, black = row.players.black, time = %terms.time, "a match");
        let running = seat(app, row.game, row.players.clone(), judge, feed, None);
        (row, running)
    }
}

/// Starts a table and brings the players that are connected to it.
fn seat(app: &Arc<App>, game: u64, players: BySide<String>, judge: Match, feed: Arc<Feed>, first: Option<Input>) -> Running {
    let (inbox, posts) = mpsc::channel(INBOX);
    let running = Running { players: players.clone(), feed: feed.clone(), inbox };
    app.hall.lock().insert(game, running.clone());
    app.metrics.matches_running.inc();
    let now = app.time.now();
    for side in Side::BOTH {
        if let Some(link) = app.lobby.link(&players[side]) {
            running.inbox.try_send(Post::Join { side, link, at: now }).expect("a new inbox has room for two");
        }
    }
    let table = Table::new(app.clone(), game, players, judge, feed);
    let app = app.clone();
    app.tasks.clone().spawn(async move {
        let ended = table.run(first, posts).await;
        app.hall.lock().remove(&game);
        app.metrics.matches_running.dec();
        if let Err(error) = ended {
            app.fail(&error);
        }
    });
    running
}

/// Tells every match of a bot that its connection stands, or is gone.
pub async fn tell_tables(app: &App, name: &str, post: impl Fn(Side) -> Post) {
    for (_, running) in app.hall.games_of(name) {
        if let Some(side) = running.side_of(name) {
            running.post(post(side)).await;
        }
    }
}
