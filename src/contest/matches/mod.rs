//! Matches: who is connected, what is played, and how matches come to be.

mod connection;
mod connections;
mod feed;
mod forget;
mod frames;
mod friendly;
mod host;
#[cfg(test)]
mod laws;
mod lobby;
mod past;
mod prepared;
mod register;
mod resume;
mod running;
mod sought;
#[cfg(any(test, feature = "test-doubles"))]
mod stand_in;
mod task;
pub mod wire;

pub use connection::{Closing, Connection, Outgoing};
pub use connections::GAME_OVER;
pub use forget::forget_old;
pub use frames::{Frames, game_of};
pub use friendly::keep_friendly;
pub use host::MatchHost;
pub use lobby::{Claim, Lobby, Offer, Presence, Present, SeekId};
pub use past::{accepted_before, game_over};
pub use prepared::{Prepared, Proposal};
pub use running::{Command, MatchEnd, MatchStopped, RunningMatch, SendError};
pub use sought::Seeker;
#[cfg(any(test, feature = "test-doubles"))]
pub use stand_in::StandIn;

use crate::Config;
use crate::{BotName, Error};
use crate::{Timekeeper, Timeline};
use feed::Feed;
use message::{Coded, Message};
use protocol::{About, RefereeMessage, Seek, Status, Transport};
use referee::{DisconnectPolicy, Input, Match, MatchSettings, Micros, TimeControl};
use register::Register;
use rules::{BySide, Catalogue, Game, Side};
use runtime::work::WorkError;
use runtime::{Commands, ConcurrencyLimit, Counters, Life, Lots, caught};
use sought::{Origin, Places, SoughtGames};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use storage::{ListedMatch, MatchFilter, MatchRow, Storage};
use task::{MatchServices, MatchTask};

/// A match that is not begun; the catalogue has the sentences.
#[derive(Debug, Coded)]
#[code("new_match")]
enum BadMatch {
    Over { position: String, why: Message },
    SeekMark { most: usize },
    OtherGame { game: u64, name: String, plays: Vec<String> },
}

/// The mark of a seek has at most so many characters.
const MOST_SEEK_ID: usize = 64;

/// Every running match, and who is connected.
pub struct Matches {
    /// What the operator chose.
    pub settings: Config,
    /// Who is connected.
    pub lobby: Lobby,
    /// What went over the bots' connections lately.
    pub frames: Frames,
    /// The referee's time.
    pub time: Arc<Timekeeper>,
    storage: Arc<dyn Storage>,
    counters: Arc<Counters>,
    life: Arc<Life>,
    commands: Commands,
    lots: Arc<Lots>,
    running: Mutex<Register>,
    sought: SoughtGames,
    /// The places of all matches, and of each bot's: a match has one of each before it is written down, and until it is over.
    places: ConcurrencyLimit<Option<String>>,
}

impl Matches {
    /// No matches yet.
    pub fn new(
        config: &Config,
        storage: Arc<dyn Storage>,
        time: Arc<Timekeeper>,
        counters: Arc<Counters>,
        life: Arc<Life>,
        lots: Arc<Lots>,
    ) -> Matches {
        Matches {
            settings: config.clone(),
            lobby: Lobby::default(),
            frames: Frames::default(),
            time,
            storage,
            counters,
            commands: Commands::new(life.clone()),
            life,
            lots,
            running: Mutex::default(),
            sought: SoughtGames::new(config),
            places: ConcurrencyLimit::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Register> {
        // No code that can panic runs under the lock.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A running match.
    pub fn find(&self, game: u64) -> Option<RunningMatch> {
        self.lock().by_number.get(&game).cloned()
    }

    /// The running matches of a bot.
    pub fn games_of(&self, name: &str) -> Vec<RunningMatch> {
        let register = self.lock();
        register.by_bot.get(name).into_iter().flatten().filter_map(|game| register.by_number.get(game).cloned()).collect()
    }

    /// The numbers of the running matches of a bot.
    pub fn numbers_of(&self, name: &str) -> Vec<u64> {
        self.lock().by_bot.get(name).into_iter().flatten().copied().collect()
    }

    /// All running matches, by number.
    pub fn running(&self) -> Vec<RunningMatch> {
        self.lock().by_number.values().cloned().collect()
    }

    /// How many matches are running.
    pub fn count(&self) -> usize {
        self.lock().by_number.len()
    }

    /// Running matches that stand so, newest first (oldest first after a number), as lists need them. Of `filter`, what only a match that is
    /// over can have makes the list empty; `ended` is not looked at.
    pub fn list(&self, status: Status, filter: &MatchFilter) -> Vec<ListedMatch> {
        self.lock().list(status, filter)
    }

    /// What a match agrees on if nobody says otherwise.
    pub fn terms(&self, time: TimeControl) -> MatchSettings {
        // Without any limit on time, a player who is absent, or does nothing, would keep the game open for ever.
        let endless = time.budget.is_none() && time.per_move.is_none();
        let per_move = if endless { Some(self.settings.unlimited_move) } else { time.per_move };
        MatchSettings {
            time: TimeControl { per_move, ..time },
            lag_compensation: self.settings.allowance(),
            strikes: 0,
            ready_within: self.settings.ready_within,
            disconnect: if endless { DisconnectPolicy::ForfeitAfter(Micros::from_secs(300)) } else { DisconnectPolicy::ClockRuns },
        }
    }

    /// Reserves the places of a match between these two.
    fn reserve(&self, players: &BySide<BotName>) -> Result<Places, Error> {
        if players.white == players.black {
            return Err(Error::SelfPlay { name: players.white.to_string() });
        }
        if self.life.is_stopping() {
            return Err(Error::Work(WorkError::Stopping));
        }
        if let Some(why) = self.storage.trouble() {
            return Err(Error::StorageWaits { why });
        }
        let (most_matches, most) = (self.settings.max_matches, self.settings.games_per_bot);
        let mut places = vec![self.places.take(None, most_matches).ok_or(Error::TooManyMatches { most: most_matches })?];
        for side in Side::BOTH {
            let name = players[side].to_string();
            places.push(self.places.take(Some(name.clone()), most).ok_or(Error::TooManyGames { name, most })?);
        }
        Ok(places)
    }

    /// Makes a match. When it returns, the match is in storage and its task runs.
    ///
    /// # Errors
    /// When there is no room for it, its position is an end, or nothing can be written.
    pub async fn create(self: &Arc<Matches>, proposal: Proposal) -> Result<ListedMatch, Error> {
        let places = self.reserve(&proposal.players)?;
        self.create_from(proposal, Origin { places, ..Origin::default() }).await
    }

    /// The same, on the account of a bot that seeks it.
    ///
    /// # Errors
    /// The same, and when the bot has as much open as it may.
    pub async fn create_for(self: &Arc<Matches>, seeker: &Seeker, proposal: Proposal) -> Result<ListedMatch, Error> {
        self.create_sought(seeker, proposal, BySide::default()).await
    }

    async fn create_sought(
        self: &Arc<Matches>,
        seeker: &Seeker,
        proposal: Proposal,
        seeks: BySide<Option<SeekId>>,
    ) -> Result<ListedMatch, Error> {
        let places = self.reserve(&proposal.players)?;
        let account = self.sought.open(seeker, &proposal.players)?;
        self.create_from(proposal, Origin { seeks, account: Some(account), places }).await
    }

    async fn create_from(self: &Arc<Matches>, proposal: Proposal, origin: Origin) -> Result<ListedMatch, Error> {
        self.must_know_how_to_play(&proposal)?;
        let board = &proposal.position;
        if board.outcome().is_some() {
            return Err(Error::field("position", &BadMatch::Over { position: board.position(), why: board.verdict() }));
        }
        let matches = self.clone();
        let making = async move {
            let number = matches.storage.number_matches(1).await?;
            let version_of = |name: &str| matches.lobby.presence(name)?.about.version;
            let prepared = Prepared { origin, ..Prepared::new(number, proposal, None, version_of) };
            matches.storage.write(prepared.changes()).await?;
            Ok(matches.begin(prepared).listed())
        };
        self.commands.run(making).await
    }

    /// Whether both, if they are there, know the game and the position before its first move.
    fn must_know_how_to_play(&self, proposal: &Proposal) -> Result<(), Error> {
        let present = self.lobby.present();
        let game = self.game(Some(proposal.position.game()))?;
        Side::BOTH.into_iter().try_for_each(|side| present.must_play(&proposal.players[side], game))?;
        let is_usual = proposal.position.is_start();
        match Side::BOTH.map(|side| &proposal.players[side]).into_iter().find(|name| present.without_openings.contains(&***name)) {
            Some(name) if !is_usual => Err(Error::NoOpenings { name: name.to_string() }),
            _ => Ok(()),
        }
    }

    /// The game of this name, or the usual one.
    ///
    /// # Errors
    /// When there is no such game here.
    pub fn game(&self, name: Option<&str>) -> Result<Game, Error> {
        self.settings.games.find(name.unwrap_or(Catalogue::USUAL)).map_err(|error| Error::field("game", &error))
    }

    /// A bot offers to play, on this connection. Says whether a match came of it at once.
    ///
    /// # Errors
    /// When its opponent is not there, or no match can be made.
    pub async fn seek(self: &Arc<Matches>, seeker: &Seeker, seek: Seek) -> Result<bool, Error> {
        let (name, session) = (&seeker.name, seeker.session);
        if seek.id.as_ref().is_some_and(|id| !(1..=MOST_SEEK_ID).contains(&id.chars().count())) {
            return Err(Error::field("id", &BadMatch::SeekMark { most: MOST_SEEK_ID }));
        }
        let game = self.game(seek.game.as_deref())?;
        let present = self.lobby.present();
        present.must_play(name, game)?;
        let ours = seek.id.map(|id| SeekId { session, id });
        let time = match &seek.time {
            None => self.settings.time,
            Some(text) => text.parse().map_err(|error: referee::TimeError| Error::field("time", &error))?,
        };
        let wanted = seek.seat.map(wire::side);
        let partner = match seek.opponent {
            None => {
                let offer = Offer { game, time, side: wanted, seek: ours.clone() };
                self.lobby.partner_or_wait(name, &offer).map(|(partner, theirs)| (partner, theirs.seek, theirs.side))
            }
            Some(opponent) if self.lobby.connection(&opponent).is_none() => {
                let opponent: BotName = opponent.parse()?;
                return Err(Error::BotOffline { name: opponent.to_string() });
            }
            Some(opponent) => {
                present.must_play(&opponent, game)?;
                Some((opponent, None, None))
            }
        };
        let Some((partner, theirs, their_side)) = partner else { return Ok(false) };
        let (name, partner) = (name.clone(), partner.parse()?);
        let side = wanted.or_else(|| their_side.map(Side::other));
        let is_white = side.map_or_else(|| self.lots.toss(), |side| side == Side::White);
        let (players, seeks) = if is_white {
            (BySide { white: name, black: partner }, BySide { white: ours, black: theirs })
        } else {
            (BySide { white: partner, black: name }, BySide { white: theirs, black: ours })
        };
        // Whoever plays for practice is told what was wrong, and plays on.
        let terms = MatchSettings { strikes: self.settings.practice_strikes, ..self.terms(time) };
        self.create_sought(seeker, Proposal { players, position: game.start(), terms }, seeks).await?;
        Ok(true)
    }

    /// Starts a match whose changes are in storage.
    pub fn begin(self: &Arc<Matches>, prepared: Prepared) -> RunningMatch {
        let Prepared { row, body, position, terms, origin } = prepared;
        let judge = Match::new(position, terms);
        let timeline = Timeline { base: Micros::ZERO, origin: self.time.now() };
        self.counters.matches_started.inc();
        if let Some(id) = row.tournament {
            Side::BOTH.into_iter().for_each(|side| self.call_away(&row.players[side], id));
        }
        let (game_name, players) = (&*row.game_name, &row.players);
        tracing::info!(game = row.game, game_name, white = players.white, black = players.black, time = %terms.time, "a match");
        self.run(row, judge, Feed::new(timeline, vec![body], Status::Waiting), origin, None)
    }

    /// A client of the line protocol plays one game a connection: a game of its own choice gives way to a tournament's, for which it comes
    /// again.
    fn call_away(&self, name: &str, tournament: u64) {
        if self.lobby.connection(name).is_some_and(|connection| connection.link == Transport::Line) {
            let free = self.games_of(name).into_iter().filter(|running| running.tournament().is_none());
            free.for_each(|running| running.annul(format!("{name} is called to its game in tournament {tournament}")));
        }
    }

    /// Runs a match, and brings the players that are connected to it.
    fn run(self: &Arc<Matches>, row: MatchRow, judge: Match, feed: Feed, mut origin: Origin, first: Option<Input>) -> RunningMatch {
        if origin.places.is_empty() {
            let keys = [None, Some(row.players.white.clone()), Some(row.players.black.clone())];
            origin.places = keys.into_iter().filter_map(|key| self.places.take(key, usize::MAX)).collect();
        }
        let (game, players, feed) = (row.game, row.players.clone(), Arc::new(feed));
        let (running, inbox) = RunningMatch::new(row, feed.clone());
        self.lock().insert(running.clone());
        let held = Side::BOTH.map(|side| players[side].parse::<BotName>());
        held.iter().flatten().for_each(|name| self.lobby.hold(name));
        self.counters.matches_running.inc();
        for side in Side::BOTH {
            if let Some(Presence { connection, about, .. }) = self.lobby.presence(&players[side]) {
                // Nothing waits for it yet.
                let _ = self.join(&running, side, &connection, &about, self.time.now());
            }
        }
        let services = MatchServices {
            time: self.time.clone(),
            storage: self.storage.clone(),
            counters: self.counters.clone(),
            life: self.life.clone(),
        };
        let task = MatchTask::new(services, game, players, judge, feed.clone(), origin);
        let matches = self.clone();
        self.life.spawn(async move {
            let ended = caught(task.run(first, inbox)).await;
            matches.lock().remove(game);
            held.iter().flatten().for_each(|name| matches.lobby.release(name));
            matches.counters.matches_running.dec();
            match ended {
                Err(error) if matches.life.is_stopping() => tracing::debug!(%error, game, "a match stops with the referee"),
                Err(error) if error.is_fatal() => error.end(&matches.life),
                Err(error) => {
                    matches.suspend(game, error);
                    feed.push(Vec::new(), Status::Over);
                }
                Ok(()) => {}
            }
        });
        running
    }
}

impl Matches {
    /// Brings a bot that has come to a match of its own. To one of a game that it does not play it does not come, and it is told so.
    ///
    /// # Errors
    /// When the match is over.
    pub fn join(&self, running: &RunningMatch, side: Side, connection: &Connection, about: &About, at: Micros) -> Result<(), SendError> {
        let game_name = running.game_name();
        if about.plays(game_name) {
            let joined = running.post(Command::Join { side, connection: connection.clone(), at });
            if joined == Err(SendError::TooMuch) {
                // It has come and gone too often while the match waits for the storage.
                connection.close(Closing::Flood);
                return Ok(());
            }
            return joined;
        }
        let why = BadMatch::OtherGame { game: running.game(), name: game_name.into(), plays: about.games.clone() };
        connection.tell(RefereeMessage::error("other_game", &why, false, None));
        Ok(())
    }
}
