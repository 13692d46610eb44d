//! A game over the line protocol: the log as lines, and the client's lines as moves.

use super::wire::{Incoming, LineStream};
use crate::socket::Sockets;
use bytestring::ByteString;
use contest::BotName;
use contest::matches::{
    CloseReason, Connection, GAME_OVER, MatchCommand, NameClaim, Outgoing, Presence, Proposal, RunningMatch, Seeker, wire,
};
use message::Coded;
use protocol::{About, Entry, GameResult, Line, MoveRecord, RefereeMessage, State, Status, Transport};
use referee::{Input, Micros};
use rules::{BySide, Knights, Position, Side};
use runtime::address_block;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

/// Lines of a log within which both players have usually connected.
const START_LINES: usize = 16;
/// Interval at which a match is tried again when as many run as may.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

pub struct Client {
    pub name: BotName,
    /// The tournament whose next game it plays; none if it plays the next client.
    pub tournament: Option<u64>,
    pub claim: NameClaim,
}

/// A client that has said its name.
pub struct LineSession<'a, S> {
    wire: &'a mut LineStream<S>,
    sockets: &'a Arc<Sockets>,
    name: BotName,
    claim: NameClaim,
    connection: Connection,
    game: Option<LineGame>,
}

struct LineGame {
    running: RunningMatch,
    side: Side,
    /// The ply of the client's move.
    asked: Option<u32>,
}

enum LineSessionEnd {
    /// The game has ended, and the client knows.
    Over,
    ByReferee(CloseReason),
    /// The game broke off.
    BrokenOff,
    Lost,
}

/// The colour's name in the protocol.
fn colour(side: Side) -> &'static str {
    match side {
        Side::White => "Blanc",
        Side::Black => "Noir",
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> LineSession<'_, S> {
    /// Serves a client until its game is over.
    pub async fn enter(wire: &mut LineStream<S>, sockets: &Arc<Sockets>, client: Client) {
        let Client { name, tournament, claim } = client;
        let matches = &sockets.matches;
        let (mut connection, outbox) = Connection::new(sockets.next_session(), Transport::Line);
        let known = &matches.connected.history;
        let is_home = || claim.address.is_some() && known.last_address(&name).map(address_block) == claim.address.map(address_block);
        let is_guest = !claim.has_token
            && (known.is_guest(&name, claim.address) || plays_by_web_socket(&matches.games_of(&name), &name) && !is_home());
        connection.is_guest = is_guest;
        let about = About { openings: false, ..About::named(name.to_string()) };
        let presence = Presence { connection: connection.clone(), about: about.clone(), seeking: None, claim: claim.clone() };
        if let Some(older) = matches.connected.enter(&name, presence) {
            older.close(CloseReason::Superseded);
        }
        let id = connection.session;
        if let Some(suppressed) = sockets.log.admit() {
            tracing::info!(bot = %name, session = id, from = claim.address.map(tracing::field::display), tournament, is_guest, suppressed, "connected by line protocol");
        }
        let mut session = LineSession { wire, sockets, name, claim, connection, game: None };
        session.find_game(tournament, &about);
        let end = session.play(outbox).await;
        session.leave();
        let code = match end {
            LineSessionEnd::Over => "game_over",
            LineSessionEnd::ByReferee(closing) => closing.words().1,
            LineSessionEnd::BrokenOff => "broken_off",
            LineSessionEnd::Lost => "gone",
        };
        if let Some(suppressed) = sockets.log.admit() {
            tracing::info!(bot = %session.name, session = id, code, suppressed, "disconnected");
        }
    }

    /// Joins the games that wait for the client, or plays the client that waits, or waits.
    fn find_game(&self, tournament: Option<u64>, about: &About) {
        let matches = &self.sockets.matches;
        let at = matches.time.now();
        let mut is_awaited = false;
        let can_begin = |running: &RunningMatch| running.status() == Status::Waiting && running.row.game_name == Knights::NAME;
        for running in matches.games_of(&self.name).into_iter().filter(can_begin) {
            if let Some(side) = running.side_of(&self.name) {
                // It may have ended meanwhile.
                is_awaited |= matches.join(&running, side, &self.connection, about, at).is_ok();
            }
        }
        if tournament.is_some() || is_awaited {
            return;
        }
        let seeker = Seeker::of(&self.name, &self.connection, &self.claim);
        find_opponent(self.sockets, seeker);
    }

    /// Removes the client from the connected and its games. A game that is not over is lost.
    fn leave(&self) {
        let session = self.connection.session;
        stop_waiting(self.sockets, session);
        self.sockets.leave(&self.name, session, if self.game.is_some() { GAME_OVER } else { "gone" });
    }

    async fn play(&mut self, mut outbox: mpsc::Receiver<Outgoing>) -> LineSessionEnd {
        let stop = self.sockets.life.stop.clone();
        let connection = self.connection.clone();
        let mut closed = std::pin::pin!(connection.closed());
        loop {
            let is_asked = self.game.as_ref().is_some_and(|game| game.asked.is_some());
            let done = tokio::select! {
                biased;
                () = stop.cancelled() => Err(LineSessionEnd::ByReferee(CloseReason::Stopping)),
                closing = &mut closed => Err(LineSessionEnd::ByReferee(closing)),
                Some(outgoing) = outbox.recv() => self.take(outgoing).await,
                () = broken_off(self.game.as_ref()) => Err(LineSessionEnd::BrokenOff),
                incoming = read(self.wire, is_asked) => {
                    // The time of arrival counts.
                    let at = self.sockets.matches.time.now();
                    match incoming {
                        Incoming::Line(line) => {
                            self.handle(line, at);
                            Ok(())
                        }
                        Incoming::TooMuch => Err(LineSessionEnd::ByReferee(CloseReason::Flood)),
                        Incoming::Gone => Err(LineSessionEnd::Lost),
                    }
                }
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    async fn write(&mut self, line: String) -> Result<(), LineSessionEnd> {
        let written = timeout(self.sockets.config.write_timeout, self.wire.write(&format!("{line}\n"))).await;
        self.keep(false, line, self.sockets.matches.time.now());
        match written {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(LineSessionEnd::Lost),
            Err(_) => Err(LineSessionEnd::ByReferee(CloseReason::TooSlow)),
        }
    }

    /// Records a line as evidence.
    fn keep(&self, from_bot: bool, line: String, at: Micros) {
        if let Some(game) = &self.game {
            self.sockets.matches.frames.push(game.running.row.match_id, &self.name, from_bot, &ByteString::from(line), at);
        }
    }

    /// Handles what a match sends to its player.
    async fn take(&mut self, outgoing: Outgoing) -> Result<(), LineSessionEnd> {
        let number = self.game.as_ref().map(|game| game.running.row.match_id);
        match outgoing {
            Outgoing::Log { match_id: game, lines } if number == Some(game) => self.send_events(&lines).await,
            Outgoing::Message { message: RefereeMessage::State(state), .. } if state.status == Status::Waiting && number.is_none() => {
                self.begin(state).await
            }
            Outgoing::Message { message: RefereeMessage::YourTurn(turn), delivered, .. } if number == Some(turn.game) => {
                self.send_turn(turn.ply).await?;
                delivered.into_iter().for_each(|delivered| delivered.note(self.sockets.matches.time.now()));
                Ok(())
            }
            // Everything else comes from the log.
            _ => Ok(()),
        }
    }

    async fn begin(&mut self, state: State) -> Result<(), LineSessionEnd> {
        let Some(running) = self.sockets.matches.find(state.game) else { return Ok(()) };
        if state.position != Knights::start().to_string() {
            // A tournament that made it before the client connected begins it anew.
            tracing::warn!(bot = %self.name, game = state.game, "a game from another start than the usual one cannot be played by line protocol");
            return Ok(());
        }
        stop_waiting(self.sockets, self.connection.session);
        let side = wire::side(state.you);
        self.game = Some(LineGame { running: running.clone(), side, asked: None });
        self.write(format!("{}\0", colour(side))).await?;
        // The inbox has room for it: the player has sent nothing else.
        let at = self.sockets.matches.time.now();
        let _ = running.send(MatchCommand::Play { side, input: Input::Ready(side), info: None, at });
        Ok(())
    }

    async fn send_events(&mut self, lines: &[Line]) -> Result<(), LineSessionEnd> {
        for (number, line) in lines.iter().enumerate() {
            let is_last = lines.get(number + 1).is_some_and(|next| matches!(next.entry, Entry::Ended { .. }));
            self.send_event(&line.entry, is_last).await?;
        }
        Ok(())
    }

    async fn send_event(&mut self, entry: &Entry, is_last: bool) -> Result<(), LineSessionEnd> {
        let Some(game) = &self.game else { return Ok(()) };
        let (side, other) = (game.side, game.side.other());
        let their_turn = format!("JOUEUR {}\0", colour(other));
        match entry {
            Entry::Started if side == Side::Black => self.write(their_turn).await,
            Entry::Moved(MoveRecord { seat, text, .. }) if wire::side(*seat) != side => self.write(format!("MOUVEMENT {text}")).await,
            Entry::Moved(_) if !is_last => self.write(their_turn).await,
            // The protocol has no line for a strike: the move is asked for again.
            Entry::Struck { seat, ply, .. } if wire::side(*seat) == side => self.send_turn(*ply).await,
            Entry::Ended { result, .. } => {
                // The client may connect again as soon as it has the result.
                self.leave();
                let winner = match result {
                    GameResult::White => colour(Side::White),
                    GameResult::Black => colour(Side::Black),
                    // The protocol has no word for a void game.
                    GameResult::Draw | GameResult::Void => "Egalité",
                };
                self.write(format!("FIN! {winner}\0")).await?;
                Err(LineSessionEnd::Over)
            }
            _ => Ok(()),
        }
    }

    async fn send_turn(&mut self, ply: u32) -> Result<(), LineSessionEnd> {
        let Some(game) = &mut self.game else { return Ok(()) };
        game.asked = Some(ply);
        let line = format!("JOUEUR {}\0", colour(game.side));
        self.write(line).await
    }

    /// Handles the requested move of the client.
    fn handle(&mut self, line: String, at: Micros) {
        self.keep(true, line.clone(), at);
        let Some(game) = &mut self.game else { return };
        let Some(ply) = game.asked.take() else { return };
        let side = game.side;
        // One move for each question never fills the inbox.
        let _ = game.running.send(MatchCommand::Play { side, input: Input::Move { side, ply, text: line }, info: None, at });
    }
}

fn find_opponent(sockets: &Arc<Sockets>, seeker: Seeker) {
    let mut waiting = sockets.waiting_client.lock();
    let opponent = waiting.take();
    if opponent.is_none() {
        *waiting = Some(seeker.clone());
    }
    drop(waiting);
    if let Some(white) = opponent {
        sockets.life.spawn_until_stopped(make_match(sockets.clone(), BySide { white, black: seeker }));
    }
}

/// The client of this session waits no longer for an opponent.
fn stop_waiting(sockets: &Sockets, session: u64) {
    sockets.waiting_client.lock().take_if(|waiting| waiting.session == session);
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
        let settings = matches.match_settings(matches.config.time);
        let names = BySide::from_fn(|side| players[side].name.clone());
        let proposal = Proposal { players: names, position: Box::new(Knights::start()), settings };
        let Err(error) = matches.create_for(&players.black, proposal, BySide::default()).await else { return };
        let (white, black) = (&players.white.name, &players.black.name);
        if attempt == 0
            && let Some(suppressed) = sockets.log.admit()
        {
            tracing::warn!(%white, %black, code = error.message().code(), %error, suppressed, "two clients of the line protocol wait for their game");
        }
        sleep(RETRY_INTERVAL).await;
    }
}

/// Whether a bot first joined one of these games over WebSocket: after a restart, only the log distinguishes it from another client.
fn plays_by_web_socket(games: &[RunningMatch], name: &BotName) -> bool {
    games.iter().any(|running| {
        let mut entries = running.log().into_iter().take(START_LINES).filter_map(|line| storage::read_line(&line).ok());
        let first = entries.find_map(|line| match line.entry {
            Entry::Online { seat, link } if Some(wire::side(seat)) == running.side_of(name) => Some(link),
            _ => None,
        });
        first == Some(Transport::WebSocket)
    })
}

/// Waits until the game breaks off. A game that ends is in the log, and never breaks off.
async fn broken_off(game: Option<&LineGame>) {
    match game {
        Some(game) if game.running.ended().await.is_none() => {}
        _ => std::future::pending().await,
    }
}

/// Reads from the client. A line that arrives before the client is asked waits, as in the course's own referee, which read only then.
async fn read<S: AsyncRead + AsyncWrite + Unpin>(wire: &mut LineStream<S>, is_asked: bool) -> Incoming {
    if is_asked { wire.line().await } else { wire.keep().await }
}
