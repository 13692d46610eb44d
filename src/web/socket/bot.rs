//! The WebSocket connection of a bot: hello, then messages to and from its matches.

use super::finished_games::{self, FinishedGameQuery};
use super::hello::hello;
use super::session_message::SessionMessage;
use super::{Sockets, broken, incoming, names};
use crate::Error;
use crate::config::MESSAGE_BYTES;
use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket};
use bytestring::ByteString;
use contest::BotName;
use contest::matches::{CloseReason, Connection, MatchCommand, NameClaim, Outgoing, Presence, Seeker, SendError, game_of, wire};
use contest::tokens::Secret;
use futures_util::FutureExt;
use message::{Coded, Message, is_hidden};
use protocol::{
    BotMessage, GameOver, Hello, Limits, Move, RefereeMessage, Rejected, Rejection, Seat, Seek, State, Status, Transport, Welcome, YourTurn,
};
use referee::{Input, Micros};
use rules::Side;
use runtime::{Peer, RateLimit};
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, timeout};

/// Token bucket for unsolicited messages: its size, and what is added per second.
const BURST: f64 = 200.0;
const PER_SECOND: f64 = 20.0;
/// A message costs 1, and 1 more for this many bytes.
const BYTES_FOR_ONE: f64 = 8_192.0;
/// The cost of a message that is answered with a whole game, or makes one.
const WHOLE_GAME: f64 = 2.0;
/// Time limit for the hello on one of the last connections.
const RESERVED_WITHIN: Duration = Duration::from_secs(2);
/// Most questions of a bot that wait for the storage at one time.
const MAX_QUESTIONS: usize = 16;
/// Most characters of a bot's reason to resign that are stored.
const MAX_WHY: usize = 200;

/// Serves the connection of a bot until it ends.
pub async fn connect(mut socket: WebSocket, sockets: Arc<Sockets>, peer: Peer) {
    let within = sockets.config.hello_timeout;
    let within = if peer.reserved { within.min(RESERVED_WITHIN) } else { within };
    let entering = async {
        let no_hello = |_| Err(Some((CloseReason::NoHello, None)));
        let (name, hello, has_token) = timeout(within, hello(&mut socket, &sockets, peer)).await.unwrap_or_else(no_hello)?;
        let secret = hello.resume_token.clone().map_or_else(|| Secret::mint().map(|secret| secret.to_string()), Ok);
        let secret = secret.map_err(|error| Some((CloseReason::Stopping, Some(Error::from(error).problem().message))))?;
        let claim = NameClaim { has_token, resume_token: Some(secret), address: peer.address };
        if !claim.has_token {
            let taken = names::take_name(&sockets, &name, &claim).await;
            taken.map_err(|why| Some((CloseReason::NameTaken, Some(why.message()))))?;
        }
        Ok((name, hello, claim))
    };
    let entered = tokio::select! {
        entered = entering => entered,
        () = sockets.life.stop.cancelled() => Err(Some((CloseReason::Stopping, None))),
    };
    match entered {
        Ok((name, hello, claim)) => {
            sockets.counters.bots.inc();
            BotSession::enter(socket, &sockets, name, hello, claim).await;
            sockets.counters.bots.dec();
        }
        Err(Some((closing, why))) => close(socket, &sockets, closing, why).await,
        Err(None) => {}
    }
}

/// Sends the reason, then closes.
async fn close(mut socket: WebSocket, sockets: &Sockets, closing: CloseReason, why: Option<Message>) {
    let (code, word) = closing.words();
    sockets.counters.count_error(word);
    let why = why.unwrap_or_else(|| closing.message());
    let last = match closing {
        CloseReason::Stopping => RefereeMessage::notice(word, &why, None),
        _ => RefereeMessage::error(word, &why, true, None),
    };
    let limit = super::close_timeout(&sockets.life);
    let _ = timeout(limit / 2, socket.send(frame(&body(&last)))).await;
    super::close(socket, code, closing.to_string(), limit).await;
}

fn body(message: &RefereeMessage) -> ByteString {
    serde_json::to_string(message).expect("a message has nothing that JSON cannot write").into()
}

fn frame(body: &ByteString) -> Frame {
    Frame::Text(Utf8Bytes::try_from(body.as_bytes().clone()).expect("a string is UTF-8"))
}

/// A bot that has said hello.
struct BotSession {
    sockets: Arc<Sockets>,
    name: BotName,
    claim: NameClaim,
    connection: Connection,
    /// For unsolicited messages.
    limit: RateLimit<()>,
    /// Pings sent since the last answer.
    unanswered: u32,
    /// All pings that were not answered: this many pongs are solicited.
    pings: u32,
    /// The games in which a message is solicited: a move at a ply, or `ready`.
    expected: BTreeMap<u64, Option<u32>>,
    /// Number of its questions that wait for the storage.
    questions: Arc<AtomicUsize>,
    /// Results that were sent, and whose receipt is not confirmed.
    endings: Vec<(u64, Seat)>,
}

enum SessionEnd {
    ByReferee(CloseReason),
    /// The bot has closed: it has received all that was sent.
    Closed,
    Lost,
}

impl BotSession {
    async fn enter(mut socket: WebSocket, sockets: &Arc<Sockets>, name: BotName, hello: Hello, claim: NameClaim) {
        let matches = &sockets.matches;
        let (connection, mut outbox) = Connection::new(sockets.next_session(), Transport::WebSocket);
        let presence = Presence { connection: connection.clone(), about: hello.bot.clone(), seeking: None, claim: claim.clone() };
        if let Some(older) = matches.connected.enter(&name, presence) {
            older.close(CloseReason::Superseded);
        }
        let id = connection.session;
        if let Some(suppressed) = sockets.log.admit() {
            tracing::info!(bot = %name, session = id, from = claim.address.map(tracing::field::display), suppressed, "connected");
        }
        let (limit, expected, questions, endings) = (RateLimit::new(BURST, PER_SECOND), BTreeMap::new(), Arc::default(), Vec::new());
        let sockets_of = sockets.clone();
        let mut session =
            BotSession { sockets: sockets_of, name, claim, connection, limit, unanswered: 0, pings: 0, expected, questions, endings };
        session.welcome(&hello);
        let end = session.serve(&mut socket, &mut outbox).await;
        let how = match end {
            SessionEnd::ByReferee(closing) => closing.words().1,
            SessionEnd::Closed => "closed",
            SessionEnd::Lost => "gone",
        };
        sockets.leave(&session.name, id, how);
        if let SessionEnd::Closed = end {
            std::mem::take(&mut session.endings).into_iter().for_each(|(game, seat)| session.mark_seen(game, seat));
        }
        if let Some(suppressed) = sockets.log.admit() {
            tracing::info!(bot = %session.name, session = id, code = how, suppressed, "disconnected");
        }
        if let SessionEnd::ByReferee(closing) = end {
            close(socket, sockets, closing, None).await;
        }
    }

    fn welcome(&self, hello: &Hello) {
        let matches = &self.sockets.matches;
        self.connection.send(RefereeMessage::Welcome(Welcome {
            proto: protocol::VERSION,
            session: self.connection.session,
            bot: self.name.to_string(),
            heartbeat_us: self.sockets.config.heartbeat.as_micros() as u64,
            lag_compensation: wire::lag_compensation(&matches.config.lag_compensation()),
            limits: Limits { message_bytes: MESSAGE_BYTES, games: matches.config.games_per_bot },
            games: matches.numbers_of(&self.name),
            resume_token: self.claim.resume_token.clone().unwrap_or_default(),
        }));
        if hello.resume {
            let (storage, name, connection) = (self.sockets.storage.clone(), self.name.clone(), self.connection.clone());
            self.look_up(async move { finished_games::send_unseen(&*storage, &name, &connection).await });
        }
        let at = matches.time.now();
        for running in matches.games_of(&self.name) {
            if let Some(side) = running.side_of(&self.name)
                && matches.join(&running, side, &self.connection, &hello.bot, at).is_err()
            {
                // It was listed, and has ended meanwhile: its result is sent.
                self.look_up(self.about(running.row.match_id, FinishedGameQuery::Sync));
            }
        }
    }

    /// Stores that the receipt of a result is confirmed.
    fn mark_seen(&self, match_id: u64, seat: Seat) {
        let (storage, name) = (self.sockets.storage.clone(), self.name.clone());
        self.look_up(async move { finished_games::mark_seen(&*storage, &name, match_id, seat).await });
    }

    /// Sends the answer to a message about a match that does not run.
    fn about(&self, match_id: u64, asked: FinishedGameQuery) -> impl Future<Output = ()> + Send + use<> {
        let (storage, name, connection) = (self.sockets.storage.clone(), self.name.clone(), self.connection.clone());
        async move { finished_games::answer(&*storage, &name, &connection, match_id, asked).await }
    }

    /// Runs a lookup in the storage outside the loop, so that no frame waits for it.
    fn look_up(&self, question: impl Future<Output = ()> + Send + 'static) {
        self.sockets.life.spawn_until_stopped(question);
    }

    /// The same for an unsolicited question, whose number is limited.
    fn look_up_limited(&self, question: impl Future<Output = ()> + Send + 'static) {
        let questions = self.questions.clone();
        if questions.fetch_add(1, Relaxed) >= MAX_QUESTIONS {
            questions.fetch_sub(1, Relaxed);
            return self.error("too_many_questions", &SessionMessage::TooManyQuestions { most: MAX_QUESTIONS });
        }
        self.look_up(question.map(move |()| {
            questions.fetch_sub(1, Relaxed);
        }));
    }

    async fn serve(&mut self, socket: &mut WebSocket, outbox: &mut mpsc::Receiver<Outgoing>) -> SessionEnd {
        let write_timeout = self.sockets.config.write_timeout;
        let mut pulse = tokio::time::interval(self.sockets.config.heartbeat);
        // After a standstill, one ping is enough.
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pulse.reset();
        let stop = self.sockets.life.stop.clone();
        let connection = self.connection.clone();
        let mut closed = std::pin::pin!(connection.closed());
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return SessionEnd::ByReferee(CloseReason::Stopping),
                closing = &mut closed => return SessionEnd::ByReferee(closing),
                frame = socket.recv() => {
                    // The time of arrival counts: before the frame is parsed, or waits.
                    let at = self.sockets.matches.time.now();
                    if let Some(end) = self.take(frame, at) {
                        return end;
                    }
                }
                Some(message) = outbox.recv() => match timeout(write_timeout, self.write(socket, message)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return SessionEnd::Lost,
                    Err(_) => return SessionEnd::ByReferee(CloseReason::TooSlow),
                },
                _ = pulse.tick() => {
                    if self.unanswered == 3 {
                        return SessionEnd::ByReferee(CloseReason::Silent);
                    }
                    self.unanswered += 1;
                    if let Some(end) = self.ping(socket).await {
                        return end;
                    }
                }
                () = connection.ping_requested() => if let Some(end) = self.ping(socket).await {
                    return end;
                }
            }
        }
    }

    /// Sends a ping; returns why the connection ends, if it does.
    async fn ping(&mut self, socket: &mut WebSocket) -> Option<SessionEnd> {
        self.pings += 1;
        match timeout(self.sockets.config.write_timeout, socket.send(Frame::Ping(Default::default()))).await {
            Ok(Ok(())) => None,
            Ok(Err(_)) => Some(SessionEnd::Lost),
            Err(_) => Some(SessionEnd::ByReferee(CloseReason::TooSlow)),
        }
    }

    async fn write(&mut self, socket: &mut WebSocket, outgoing: Outgoing) -> Result<(), axum::Error> {
        let Outgoing::Message { message, delivered, ending } = outgoing else { return Ok(()) };
        match &message {
            RefereeMessage::State(State { status: Status::Waiting, game, .. }) => drop(self.expected.insert(*game, None)),
            RefereeMessage::YourTurn(YourTurn { game, ply, .. })
            | RefereeMessage::Rejected(Rejected { code: Rejection::Illegal, game, ply: Some(ply), .. }) => {
                self.expected.insert(*game, Some(*ply));
            }
            // After a result, the bot may seek another game, however short the last one was.
            RefereeMessage::GameOver(GameOver { past: false, .. }) => drop(self.limit.charge((), -WHOLE_GAME)),
            _ => {}
        }
        let body = body(&message);
        socket.send(frame(&body)).await?;
        let matches = &self.sockets.matches;
        let at = matches.time.now();
        if let Some(delivered) = delivered {
            delivered.note(at);
        }
        if let Some(game) = game_of(&body) {
            matches.frames.push(game, &self.name, false, &body, at);
        }
        if let Some((game, seat)) = ending {
            self.endings.push((game, seat));
            self.pings += 1;
            let mut payload = game.to_be_bytes().to_vec();
            payload.push(seat as u8);
            socket.send(Frame::Ping(payload.into())).await?;
        }
        Ok(())
    }

    /// Handles a frame without waiting; returns why the connection ends, if it does.
    fn take(&mut self, frame: Option<Result<Frame, axum::Error>>, at: Micros) -> Option<SessionEnd> {
        self.connection.count_received();
        match frame {
            Some(Ok(Frame::Text(text))) => {
                let matches = &self.sockets.matches;
                if let Some(game) = game_of(&text)
                    && matches.find(game).is_some_and(|running| running.side_of(&self.name).is_some())
                {
                    matches.frames.push(game, &self.name, true, &ByteString::from(text.as_str()), at);
                }
                self.handle(&text, at)
            }
            Some(Ok(Frame::Pong(payload))) => {
                self.unanswered = 0;
                // Solicited pongs bypass the rate limit.
                let is_solicited = self.pings > 0;
                self.pings = self.pings.saturating_sub(1);
                if !is_solicited && !self.limit.charge((), 1.0) {
                    return Some(SessionEnd::ByReferee(CloseReason::Flood));
                }
                if let Some((game, seat)) =
                    payload.split_last_chunk::<1>().and_then(|(game, [seat])| Some((u64::from_be_bytes(game.try_into().ok()?), seat)))
                {
                    let seat = if *seat == Seat::White as u8 { Seat::White } else { Seat::Black };
                    // No other result was written to this connection.
                    if let Some(place) = self.endings.iter().position(|ending| *ending == (game, seat)) {
                        self.endings.swap_remove(place);
                        // Messages that were solicited before have been answered by now, or never will be.
                        self.expected.remove(&game);
                        self.mark_seen(game, seat);
                    }
                }
                None
            }
            Some(Ok(Frame::Binary(_))) => Some(SessionEnd::ByReferee(CloseReason::Binary)),
            Some(Ok(Frame::Ping(_))) => (!self.limit.charge((), 1.0)).then_some(SessionEnd::ByReferee(CloseReason::Flood)),
            Some(Ok(Frame::Close(_))) => Some(SessionEnd::Closed),
            Some(Err(error)) => Some(broken(&error).map_or(SessionEnd::Lost, SessionEnd::ByReferee)),
            None => Some(SessionEnd::Lost),
        }
    }

    fn handle(&mut self, text: &str, at: Micros) -> Option<SessionEnd> {
        let read = incoming::read(text);
        let answered = match &read {
            Ok((BotMessage::Move(mv), _)) => Some((mv.game, Some(mv.ply))),
            Ok((BotMessage::Ready { game }, _)) => Some((*game, None)),
            _ => None,
        };
        let answered = answered.filter(|(game, ply)| self.expected.get(game) == Some(ply));
        let is_solicited = answered.is_some_and(|(game, _)| self.expected.remove(&game).is_some());
        let cost = match &read {
            // Solicited messages bypass the rate limit, once.
            _ if is_solicited => 0.0,
            Ok((BotMessage::Sync { .. } | BotMessage::Seek(_), _)) => WHOLE_GAME,
            _ => 1.0 + text.len() as f64 / BYTES_FOR_ONE,
        };
        if !self.limit.charge((), cost) {
            return Some(SessionEnd::ByReferee(CloseReason::Flood));
        }
        let (message, ignored) = match read {
            Ok(read) => read,
            Err(unread) => {
                self.error(unread.code, &unread.why);
                return None;
            }
        };
        if let Some(why) = ignored {
            self.connection.send(RefereeMessage::notice("info_ignored", &SessionMessage::InfoIgnored { why }, None));
        }
        match message {
            BotMessage::Ping => self.connection.send(RefereeMessage::Pong),
            BotMessage::Hello(_) => self.error("hello_again", &SessionMessage::HelloAgain),
            BotMessage::Unseek => self.sockets.matches.connected.unseek(&self.name),
            BotMessage::Seek(seek) => {
                let (sockets, connection) = (self.sockets.clone(), self.connection.clone());
                let seeker = Seeker::of(&self.name, &connection, &self.claim);
                self.look_up_limited(async move { make_match(&sockets, &seeker, &connection, seek).await });
            }
            BotMessage::Ready { game } => {
                let command = |side| MatchCommand::Play { side, input: Input::Ready(side), info: None, at };
                self.forward(game, is_solicited, FinishedGameQuery::Nothing, command);
            }
            BotMessage::Resign { game, why } => {
                let why = why.map(|why| why.chars().filter(|c| !is_hidden(*c)).take(MAX_WHY).collect());
                let command = |side| MatchCommand::Play { side, input: Input::Resign { side, why }, info: None, at };
                self.forward(game, is_solicited, FinishedGameQuery::Nothing, command);
            }
            BotMessage::Sync { game } => self.forward(game, is_solicited, FinishedGameQuery::Sync, |side| MatchCommand::Show { side, at }),
            BotMessage::Move(Move { game, ply, text, info }) => {
                let asked = FinishedGameQuery::Move { ply, text: text.clone() };
                self.forward(game, is_solicited, asked, |side| MatchCommand::Play {
                    side,
                    input: Input::Move { side, ply, text },
                    info,
                    at,
                });
            }
        }
        None
    }

    fn error(&self, code: &'static str, why: &SessionMessage) {
        self.sockets.counters.count_error(code);
        self.connection.send(RefereeMessage::error(code, why, false, None));
    }

    /// Sends a command to a match; if it does not run, the storage answers the query.
    fn forward(&self, match_id: u64, is_solicited: bool, asked: FinishedGameQuery, command: impl FnOnce(Side) -> MatchCommand) {
        if let Some(running) = self.sockets.matches.find(match_id)
            && let Some(side) = running.side_of(&self.name)
        {
            match running.send(command(side)) {
                Ok(()) => return,
                Err(SendError::Full) => {
                    return self.error("too_many_messages", &SessionMessage::TooManyMessages { game: match_id });
                }
                Err(SendError::Over) => {}
            }
        }
        let question = self.about(match_id, asked);
        if is_solicited { self.look_up(question) } else { self.look_up_limited(question) }
    }
}

/// Makes the match that a bot seeks, or sends why there is none yet.
async fn make_match(sockets: &Sockets, seeker: &Seeker, connection: &Connection, seek: Seek) {
    let id = seek.id.clone();
    match sockets.matches.seek(seeker, seek).await {
        Ok(true) => {}
        Ok(false) => connection.send(RefereeMessage::notice("seeking", &SessionMessage::Seeking, id)),
        Err(error) => {
            sockets.counters.count_error("seek_failed");
            connection.send(RefereeMessage::error("seek_failed", &Error::from(error).problem().message, false, id));
        }
    }
}
