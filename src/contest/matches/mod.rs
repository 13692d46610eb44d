//! The owner of all running matches, and of the connected bots.

mod connected;
mod connection;
mod connection_history;
mod exhibition;
mod feed;
mod frames;
#[cfg(test)]
mod laws;
mod packing;
mod prepared;
mod register;
mod resume;
mod retention;
mod running;
mod seek_limits;
mod task;
pub mod wire;

pub use connected::{BotSnapshot, ConnectedBots, NameClaim, OpenSeek, Presence, SeekId};
pub use connection::{CloseReason, Connection, Outgoing};
pub use connection_history::GAME_OVER;
pub use exhibition::keep_exhibition;
pub use frames::{Frames, game_of};
pub use packing::pack_finished;
pub use prepared::{Prepared, Proposal};
pub use retention::{Pruned, forget_old, prune};
pub use running::{MatchCommand, MatchEnd, MatchStopped, RunningMatch, SendError};
pub use seek_limits::Seeker;

use crate::{BotName, Config, Error, Timekeeper, Timeline};
use feed::Feed;
use message::{Coded, Message};
use parking_lot::Mutex;
use protocol::{About, RefereeMessage, Seek, Status, Transport};
use referee::{DisconnectPolicy, Input, Match, MatchSettings, Micros, TimeControl};
use register::MatchRegister;
use rules::{BySide, Catalogue, Game, Side};
use runtime::work::WorkError;
use runtime::{Commands, ConcurrencyLimit, Counters, Lifecycle, Permit, SharedRng, caught};
use seek_limits::{Origin, SeekLimits};
use std::sync::Arc;
use storage::{MatchRow, Storage};
use task::MatchTask;

#[derive(Debug, Coded)]
#[code("new_match")]
enum BadMatch {
    Over { position: String, why: Message },
    SeekMark { most: usize },
    OtherGame { game: u64, name: String, plays: Vec<String> },
}

/// The longest id of a seek, in characters.
const MAX_SEEK_ID: usize = 64;

pub struct Matches {
    pub config: Config,
    pub connected: ConnectedBots,
    pub frames: Frames,
    pub time: Arc<Timekeeper>,
    storage: Arc<dyn Storage>,
    counters: Arc<Counters>,
    life: Arc<Lifecycle>,
    commands: Commands,
    rng: Arc<SharedRng>,
    running: Mutex<MatchRegister>,
    seek_limits: SeekLimits,
    /// Permits of matches, in total (`None`) and per bot. They are held from before a match is written until it is over.
    open: ConcurrencyLimit<Option<String>>,
}

impl Matches {
    pub fn new(
        config: &Config,
        storage: Arc<dyn Storage>,
        time: Arc<Timekeeper>,
        counters: Arc<Counters>,
        life: Arc<Lifecycle>,
        rng: Arc<SharedRng>,
    ) -> Matches {
        Matches {
            config: config.clone(),
            connected: ConnectedBots::default(),
            frames: Frames::default(),
            time,
            storage,
            counters,
            commands: Commands::new(life.clone()),
            life,
            rng,
            running: Mutex::default(),
            seek_limits: SeekLimits::new(config),
            open: ConcurrencyLimit::default(),
        }
    }

    pub fn find(&self, match_id: u64) -> Option<RunningMatch> {
        self.running.lock().by_number.get(&match_id).cloned()
    }

    pub fn games_of(&self, name: &str) -> Vec<RunningMatch> {
        let register = self.running.lock();
        register.by_bot.get(name).into_iter().flatten().filter_map(|game| register.by_number.get(game).cloned()).collect()
    }

    pub fn numbers_of(&self, name: &str) -> Vec<u64> {
        self.running.lock().by_bot.get(name).into_iter().flatten().copied().collect()
    }

    /// All running matches, by number.
    pub fn running(&self) -> Vec<RunningMatch> {
        self.running.lock().by_number.values().cloned().collect()
    }

    pub fn count(&self) -> usize {
        self.running.lock().by_number.len()
    }

    /// The default settings of a match.
    pub fn match_settings(&self, time: TimeControl) -> MatchSettings {
        // Without a time limit, an absent or idle player would keep the game open forever.
        let endless = time.budget.is_none() && time.per_move.is_none();
        let per_move = if endless { Some(self.config.unlimited_move) } else { time.per_move };
        MatchSettings {
            time: TimeControl { per_move, ..time },
            lag_compensation: self.config.lag_compensation(),
            strikes: 0,
            ready_timeout: self.config.ready_timeout.into(),
            disconnect: if endless { DisconnectPolicy::ForfeitAfter(Micros::from_secs(300)) } else { DisconnectPolicy::ClockRuns },
        }
    }

    /// Takes the permits of a match between these two.
    fn reserve(&self, players: &BySide<BotName>) -> Result<Vec<Permit<Option<String>>>, Error> {
        if players.white == players.black {
            return Err(Error::SelfPlay { name: players.white.to_string() });
        }
        if self.life.is_stopping() {
            return Err(Error::Work(WorkError::Stopping));
        }
        if let Some(why) = self.storage.write_failure() {
            return Err(Error::StorageWaits { why });
        }
        let (most_matches, most) = (self.config.max_matches, self.config.games_per_bot);
        let mut permits = vec![self.open.take(None, most_matches).ok_or(Error::TooManyMatches { most: most_matches })?];
        for side in Side::BOTH {
            let name = players[side].to_string();
            permits.push(self.open.take(Some(name.clone()), most).ok_or(Error::TooManyGames { name, most })?);
        }
        Ok(permits)
    }

    /// Creates a match. When it returns, the match is in storage and its task runs.
    ///
    /// # Errors
    /// When a limit is reached, the position is final, or nothing can be written.
    pub async fn create(self: &Arc<Matches>, proposal: Proposal) -> Result<MatchRow, Error> {
        let permits = self.reserve(&proposal.players)?;
        self.create_from(proposal, Origin { permits, ..Origin::default() }).await
    }

    /// Creates a match from seeks.
    ///
    /// # Errors
    /// As [`create`](Self::create), and when a limit of the bot is reached.
    pub async fn create_for(
        self: &Arc<Matches>,
        seeker: &Seeker,
        proposal: Proposal,
        seeks: BySide<Option<SeekId>>,
    ) -> Result<MatchRow, Error> {
        let permits = self.reserve(&proposal.players)?;
        let account = self.seek_limits.open(seeker, &proposal.players)?;
        self.create_from(proposal, Origin { seeks, account: Some(account), permits }).await
    }

    async fn create_from(self: &Arc<Matches>, proposal: Proposal, origin: Origin) -> Result<MatchRow, Error> {
        self.check_players(&proposal)?;
        let board = &proposal.position;
        if board.outcome().is_some() {
            return Err(Error::field("position", &BadMatch::Over { position: board.position(), why: board.verdict() }));
        }
        let matches = self.clone();
        let making = async move {
            let number = matches.storage.allocate_match_ids(1).await?;
            let version_of = |name: &str| matches.connected.presence(name)?.about.version;
            let prepared = Prepared { origin, ..Prepared::new(number, proposal, None, version_of) };
            matches.storage.write(prepared.changes()).await?;
            Ok(MatchRow::clone(&matches.begin(prepared).row))
        };
        self.commands.run(making).await
    }

    /// Checks that connected players play the game and the start position.
    fn check_players(&self, proposal: &Proposal) -> Result<(), Error> {
        let present = self.connected.snapshot();
        let game = self.game(Some(proposal.position.game()))?;
        Side::BOTH.into_iter().try_for_each(|side| present.must_play(&proposal.players[side], game))?;
        let is_usual = proposal.position.is_start();
        match Side::BOTH.map(|side| &proposal.players[side]).into_iter().find(|name| present.without_openings.contains(&***name)) {
            Some(name) if !is_usual => Err(Error::NoOpenings { name: name.to_string() }),
            _ => Ok(()),
        }
    }

    /// The game of this name, or the default one.
    pub fn game(&self, name: Option<&str>) -> Result<Game, Error> {
        self.config.games.find(name.unwrap_or(Catalogue::USUAL)).map_err(|error| Error::field("game", &error))
    }

    /// Opens a seek; returns whether a match began immediately.
    ///
    /// # Errors
    /// When the named opponent is not connected, or no match can be created.
    pub async fn seek(self: &Arc<Matches>, seeker: &Seeker, seek: Seek) -> Result<bool, Error> {
        let (name, session) = (&seeker.name, seeker.session);
        if seek.id.as_ref().is_some_and(|id| !(1..=MAX_SEEK_ID).contains(&id.chars().count())) {
            return Err(Error::field("id", &BadMatch::SeekMark { most: MAX_SEEK_ID }));
        }
        let game = self.game(seek.game.as_deref())?;
        let present = self.connected.snapshot();
        present.must_play(name, game)?;
        let ours = seek.id.map(|id| SeekId { session, id });
        let time = match &seek.time {
            None => self.config.time,
            Some(text) => text.parse().map_err(|error: referee::TimeError| Error::field("time", &error))?,
        };
        let wanted = seek.seat.map(wire::side);
        let partner = match seek.opponent {
            None => {
                let offer = OpenSeek { game, time, side: wanted, seek: ours.clone() };
                self.connected.match_or_open(name, &offer).map(|(partner, theirs)| (partner, theirs.seek, theirs.side))
            }
            Some(opponent) if self.connected.connection(&opponent).is_none() => {
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
        let is_white = side.map_or_else(|| self.rng.random_bool(), |side| side == Side::White);
        let (players, seeks) = if is_white {
            (BySide { white: name, black: partner }, BySide { white: ours, black: theirs })
        } else {
            (BySide { white: partner, black: name }, BySide { white: theirs, black: ours })
        };
        // Illegal moves are forgiven in practice.
        let settings = MatchSettings { strikes: self.config.practice_strikes, ..self.match_settings(time) };
        self.create_for(seeker, Proposal { players, position: game.start(), settings }, seeks).await?;
        Ok(true)
    }

    /// Starts a match after its changes have been stored.
    pub fn begin(self: &Arc<Matches>, prepared: Prepared) -> RunningMatch {
        let Prepared { row, body, position, settings, origin } = prepared;
        let state = Match::new(position, settings);
        let timeline = Timeline { base: Micros::ZERO, origin: self.time.now() };
        self.counters.matches_started.inc();
        if let Some(id) = row.tournament {
            Side::BOTH.into_iter().for_each(|side| self.free_for_tournament(&row.players[side], id));
        }
        let (game_name, players) = (&*row.game_name, &row.players);
        tracing::info!(game = row.match_id, game_name, white = players.white, black = players.black, time = %settings.time, "a match");
        self.run(row, state, Feed::new(timeline, vec![body], Status::Waiting), origin, None)
    }

    /// Annuls the other game of a line-protocol client, which plays one game per connection. It reconnects for the tournament game.
    fn free_for_tournament(&self, name: &str, tournament: u64) {
        if self.connected.connection(name).is_some_and(|connection| connection.link == Transport::Line) {
            let free = self.games_of(name).into_iter().filter(|running| running.row.tournament.is_none());
            free.for_each(|running| running.annul(MatchStopped::Called { name: name.into(), tournament }.message()));
        }
    }

    /// Starts the task of a match and joins the connected players.
    fn run(self: &Arc<Matches>, row: MatchRow, state: Match, feed: Feed, mut origin: Origin, first: Option<Input>) -> RunningMatch {
        if origin.permits.is_empty() {
            let keys = [None, Some(row.players.white.clone()), Some(row.players.black.clone())];
            origin.permits = keys.into_iter().filter_map(|key| self.open.take(key, usize::MAX)).collect();
        }
        let (game, players, feed) = (row.match_id, row.players.clone(), Arc::new(feed));
        let (running, inbox) = RunningMatch::new(row, feed.clone());
        self.running.lock().insert(running.clone());
        let held = Side::BOTH.map(|side| players[side].parse::<BotName>());
        held.iter().flatten().for_each(|name| self.connected.hold(name));
        self.counters.matches_running.inc();
        for side in Side::BOTH {
            if let Some(Presence { connection, about, .. }) = self.connected.presence(&players[side]) {
                // Its inbox is empty.
                let _ = self.join(&running, side, &connection, &about, self.time.now());
            }
        }
        let task = MatchTask::new(self.clone(), game, players, state, feed.clone(), origin);
        let matches = self.clone();
        self.life.spawn(async move {
            let ended = caught(task.run(first, inbox)).await;
            matches.running.lock().remove(game);
            held.iter().flatten().for_each(|name| matches.connected.release(name));
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

    /// Joins a bot to its match. A bot that does not declare the game gets an error instead.
    ///
    /// # Errors
    /// When the match is over.
    pub fn join(&self, running: &RunningMatch, side: Side, connection: &Connection, about: &About, at: Micros) -> Result<(), SendError> {
        let MatchRow { match_id: game, game_name, .. } = &*running.row;
        if about.plays(game_name) {
            let joined = running.send(MatchCommand::Join { side, connection: connection.clone(), at });
            if joined == Err(SendError::Full) {
                // Too many reconnections while the match waits for the storage.
                connection.close(CloseReason::Flood);
                return Ok(());
            }
            return joined;
        }
        let why = BadMatch::OtherGame { game: *game, name: game_name.clone(), plays: about.games.clone() };
        connection.send(RefereeMessage::error("other_game", &why, false, None));
        Ok(())
    }
}
