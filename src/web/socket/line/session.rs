//! A client at play: the log of its game as lines, and its lines as moves.

use super::wire::{Heard, Wire};
use crate::socket::Sockets;
use bytestring::ByteString;
use contest::BotName;
use contest::matches::{Claim, Closing, Command, Connection, GAME_OVER, Outgoing, Presence, Proposal, RunningMatch, Seeker, wire};
use protocol::{About, Entry, GameResult, Line, RefereeMessage, State, Status, Transport};
use referee::{Input, Micros};
use rules::{BySide, Knights, Position, Side};
use runtime::address_block;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

/// Within how many lines of its log both players of a game have usually come.
const UNTIL_BOTH_CAME: usize = 16;
/// When there is no room for a match, it is looked for again after so long.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// A client that may play.
pub struct Client {
    pub name: BotName,
    /// The tournament whose next game it plays; none if it plays whoever comes next.
    pub tournament: Option<u64>,
    pub claim: Claim,
}

/// A client that has said its name.
pub struct Session<'a, S> {
    wire: &'a mut Wire<S>,
    sockets: &'a Arc<Sockets>,
    name: BotName,
    claim: Claim,
    connection: Connection,
    game: Option<Game>,
}

/// The one game of a connection.
struct Game {
    running: RunningMatch,
    side: Side,
    /// The ply that the client is asked for.
    asked: Option<u32>,
}

/// Why a session ended.
enum End {
    /// The game has ended, and the client knows.
    Over,
    /// The referee closes.
    Closing(Closing),
    /// The game broke off.
    BrokenOff,
    /// The client has gone.
    Gone,
}

/// The colour's name in the protocol.
fn colour(side: Side) -> &'static str {
    match side {
        Side::White => "Blanc",
        Side::Black => "Noir",
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Session<'_, S> {
    /// Serves a client until its game is over.
    pub async fn enter(wire: &mut Wire<S>, sockets: &Arc<Sockets>, client: Client) {
        let Client { name, tournament, claim } = client;
        let matches = &sockets.matches;
        let (mut connection, outbox) = Connection::new(sockets.next_session(), Transport::Line);
        let known = &matches.connected.history;
        let is_home = || claim.address.is_some() && known.last_address(&name).map(address_block) == claim.address.map(address_block);
        let is_guest =
            !claim.guarded && (known.is_guest(&name, claim.address) || plays_by_web_socket(&matches.games_of(&name), &name) && !is_home());
        connection.is_guest = is_guest;
        let about = About { openings: false, ..About::named(name.to_string()) };
        let presence = Presence { connection: connection.clone(), about, seeking: None, claim: claim.clone() };
        if let Some(older) = matches.connected.enter(&name, presence) {
            older.close(Closing::Superseded);
        }
        let id = connection.session;
        if let Some(unlogged) = sockets.log.admit() {
            tracing::info!(bot = %name, session = id, from = ?claim.address, tournament, is_guest, unlogged, "connected by line protocol");
        }
        let mut session = Session { wire, sockets, name, claim, connection, game: None };
        session.find_game(tournament);
        let end = session.play(outbox).await;
        session.leave();
        let why = match end {
            End::Over => GAME_OVER.into(),
            End::Closing(closing) => closing.to_string(),
            End::BrokenOff => "its game broke off".into(),
            End::Gone => "it has gone".into(),
        };
        if let Some(unlogged) = sockets.log.admit() {
            tracing::info!(bot = %session.name, session = id, why, unlogged, "disconnected");
        }
    }

    /// Joins the games that wait for the client, or plays whoever waits, or waits.
    fn find_game(&self, tournament: Option<u64>) {
        let matches = &self.sockets.matches;
        let at = matches.time.now();
        let mut is_awaited = false;
        let can_begin = |running: &RunningMatch| running.status() == Status::Waiting && running.row.game_name == Knights::NAME;
        for running in matches.games_of(&self.name).into_iter().filter(can_begin) {
            if let Some(side) = running.side_of(&self.name) {
                is_awaited = true;
                // Only what players say can be too much.
                let _ = running.send(Command::Join { side, connection: self.connection.clone(), at });
            }
        }
        if tournament.is_some() || is_awaited {
            return;
        }
        let seeker = Seeker::of(&self.name, &self.connection, &self.claim);
        find_opponent(self.sockets, seeker);
    }

    /// The client is no longer there, for whoever looks for it. What it has begun and not ended, it has lost.
    fn leave(&self) {
        let (sockets, session) = (self.sockets, self.connection.session);
        let matches = &sockets.matches;
        sockets.bench.leave(session);
        let how = if self.game.is_some() { GAME_OVER } else { "gone" };
        matches.connected.leave(&self.name, session, how);
        let at = matches.time.now();
        if sockets.life.is_stopping() {
            return;
        }
        for running in matches.games_of(&self.name) {
            if let Some(side) = running.side_of(&self.name) {
                // Only what players say can be too much.
                let _ = running.send(Command::Leave { side, session, at });
            }
        }
    }

    async fn play(&mut self, mut outbox: mpsc::Receiver<Outgoing>) -> End {
        let stop = self.sockets.life.stop.clone();
        let connection = self.connection.clone();
        let mut closed = std::pin::pin!(connection.closed());
        loop {
            let is_asked = self.game.as_ref().is_some_and(|game| game.asked.is_some());
            let done = tokio::select! {
                biased;
                () = stop.cancelled() => Err(End::Closing(Closing::Stopping)),
                closing = &mut closed => Err(End::Closing(closing)),
                Some(outgoing) = outbox.recv() => self.take(outgoing).await,
                () = broken_off(self.game.as_ref()) => Err(End::BrokenOff),
                heard = hear(self.wire, is_asked) => {
                    // What counts is when it came.
                    let at = self.sockets.matches.time.now();
                    match heard {
                        Heard::Line(line) => {
                            self.hear(line, at);
                            Ok(())
                        }
                        Heard::TooMuch => Err(End::Closing(Closing::Flood)),
                        Heard::Gone => Err(End::Gone),
                    }
                }
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Writes a line of the protocol.
    async fn write(&mut self, line: String) -> Result<(), End> {
        let written = timeout(self.sockets.settings.slow_reader, self.wire.write(&format!("{line}\n"))).await;
        self.keep(false, line, self.sockets.matches.time.now());
        match written {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => Err(End::Closing(Closing::TooSlow)),
        }
    }

    /// Keeps a line for whoever has to find out what was really said.
    fn keep(&self, from_bot: bool, line: String, at: Micros) {
        if let Some(game) = &self.game {
            self.sockets.matches.frames.push(game.running.row.game, &self.name, from_bot, &ByteString::from(line), at);
        }
    }

    /// Takes what a match says to its player.
    async fn take(&mut self, outgoing: Outgoing) -> Result<(), End> {
        let number = self.game.as_ref().map(|game| game.running.row.game);
        match outgoing {
            Outgoing::Log { game, lines } if number == Some(game) => self.tell(&lines).await,
            Outgoing::Message { message: RefereeMessage::State(state), .. } if state.status == Status::Waiting && number.is_none() => {
                self.begin(state).await
            }
            Outgoing::Message { message: RefereeMessage::YourTurn(turn), delivered, .. } if number == Some(turn.game) => {
                self.ask(turn.ply).await?;
                delivered.into_iter().for_each(|delivered| delivered.note(self.sockets.matches.time.now()));
                Ok(())
            }
            // The log tells everything else.
            _ => Ok(()),
        }
    }

    /// Sits down at a game.
    async fn begin(&mut self, state: State) -> Result<(), End> {
        let Some(running) = self.sockets.matches.find(state.game) else { return Ok(()) };
        if state.position != Knights::start().to_string() {
            // A tournament that has made it for somebody who was not there begins it anew.
            tracing::warn!(bot = %self.name, game = state.game, "a game from another start than the usual one cannot be played by line protocol");
            return Ok(());
        }
        self.sockets.bench.leave(self.connection.session);
        let side = wire::side(state.you);
        self.game = Some(Game { running: running.clone(), side, asked: None });
        self.write(format!("{}\0", colour(side))).await?;
        // A match that hears nothing else from this player has room for it.
        let at = self.sockets.matches.time.now();
        let _ = running.send(Command::Play { side, input: Input::Ready(side), info: None, at });
        Ok(())
    }

    /// Tells what happened in the game.
    async fn tell(&mut self, lines: &[Line]) -> Result<(), End> {
        for (number, line) in lines.iter().enumerate() {
            let is_last = lines.get(number + 1).is_some_and(|next| matches!(next.entry, Entry::Ended { .. }));
            self.tell_entry(&line.entry, is_last).await?;
        }
        Ok(())
    }

    async fn tell_entry(&mut self, entry: &Entry, is_last: bool) -> Result<(), End> {
        let Some(game) = &self.game else { return Ok(()) };
        let (side, other) = (game.side, game.side.other());
        let their_turn = format!("JOUEUR {}\0", colour(other));
        match entry {
            Entry::Started if side == Side::Black => self.write(their_turn).await,
            Entry::Moved { seat, text, .. } if wire::side(*seat) != side => self.write(format!("MOUVEMENT {text}")).await,
            Entry::Moved { .. } if !is_last => self.write(their_turn).await,
            // There is no line for it but the question once more.
            Entry::Struck { seat, ply, .. } if wire::side(*seat) == side => self.ask(*ply).await,
            Entry::Ended { result, .. } => {
                // Whoever hears the end may come again at once.
                self.leave();
                let winner = match result {
                    GameResult::White => colour(Side::White),
                    GameResult::Black => colour(Side::Black),
                    // There is no word for a game that counts for nobody.
                    GameResult::Draw | GameResult::Void => "Egalité",
                };
                self.write(format!("FIN! {winner}\0")).await?;
                Err(End::Over)
            }
            _ => Ok(()),
        }
    }

    /// Asks the client for its move.
    async fn ask(&mut self, ply: u32) -> Result<(), End> {
        let Some(game) = &mut self.game else { return Ok(()) };
        game.asked = Some(ply);
        let line = format!("JOUEUR {}\0", colour(game.side));
        self.write(line).await
    }

    /// Takes the move that the client was asked for.
    fn hear(&mut self, line: String, at: Micros) {
        self.keep(true, line.clone(), at);
        let Some(game) = &mut self.game else { return };
        let Some(ply) = game.asked.take() else { return };
        let side = game.side;
        // One move for each question never comes near to too much.
        let _ = game.running.send(Command::Play { side, input: Input::Move { side, ply, text: line }, info: None, at });
    }
}

/// Has a client play whoever waits, or wait.
fn find_opponent(sockets: &Arc<Sockets>, seeker: Seeker) {
    if let Some(white) = sockets.bench.take_or_wait(&seeker) {
        sockets.life.spawn_until_stopped(make_match(sockets.clone(), BySide { white, black: seeker }));
    }
}

/// Makes a match between two who are connected, as soon as there is room for it. If one of them goes before that, the other one waits for
/// the next.
async fn make_match(sockets: Arc<Sockets>, players: BySide<Seeker>) {
    let matches = &sockets.matches;
    let is_here =
        |player: &Seeker| matches.connected.connection(&player.name).is_some_and(|connection| connection.session == player.session);
    for attempt in 0.. {
        let here: Vec<Side> = Side::BOTH.into_iter().filter(|&side| is_here(&players[side])).collect();
        match here[..] {
            [] => return,
            [left] => return find_opponent(&sockets, players[left].clone()),
            _ => {}
        }
        let terms = matches.terms(matches.settings.time);
        let names = BySide::from_fn(|side| players[side].name.clone());
        let proposal = Proposal { players: names, position: Box::new(Knights::start()), terms };
        let Err(error) = matches.create_for(&players.black, proposal, BySide::default()).await else { return };
        let (white, black) = (&players.white.name, &players.black.name);
        if attempt == 0
            && let Some(unlogged) = sockets.log.admit()
        {
            tracing::warn!(%white, %black, %error, unlogged, "two clients of the line protocol wait for their game");
        }
        sleep(TRY_AGAIN).await;
    }
}

/// Whether the seat of a bot in one of these games was first taken over WebSocket: after a restart nothing else tells a stranger from the bot.
fn plays_by_web_socket(games: &[RunningMatch], name: &BotName) -> bool {
    games.iter().any(|running| {
        let mut entries = running.log().into_iter().take(UNTIL_BOTH_CAME).filter_map(|line| storage::read_line(&line).ok());
        let first = entries.find_map(|line| match line.entry {
            Entry::Online { seat, link } if Some(wire::side(seat)) == running.side_of(name) => Some(link),
            _ => None,
        });
        first == Some(Transport::WebSocket)
    })
}

/// Waits until the game breaks off. A game that ends never does, and the log tells it.
async fn broken_off(game: Option<&Game>) {
    match game {
        Some(game) if game.running.ended().await.is_none() => {}
        _ => std::future::pending().await,
    }
}

/// Hears what the client says. What it says before it is asked waits for its turn, as it did in the course's own referee, which read only then.
async fn hear<S: AsyncRead + AsyncWrite + Unpin>(wire: &mut Wire<S>, is_asked: bool) -> Heard {
    if is_asked { wire.line().await } else { wire.keep().await }
}
