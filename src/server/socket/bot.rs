//! A bot's connection: hello, then messages to and from its matches.

use super::message;
use crate::app::App;
use crate::config::{MESSAGE_BYTES, Registration, duration};
use crate::hall::{self, BotName, Closing, Link, Lobby, Outgoing, Post, Presence, Running, Said};
use crate::store::Change;
use crate::tokens::Secret;
use crate::{Error, frames, wire};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use protocol::{About, BotMessage, Clocks, Limits, RefereeMessage, Rejected, Rejection, Seat, Welcome};
use referee::Micros;
use rules::Side;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, timeout};

/// Messages that nobody asked for: so many at once, and so many a second for ever.
const BURST: f64 = 200.0;
const PER_SECOND: f64 = 20.0;
/// At most so many results that a bot has not certainly seen are told again.
const UNSEEN: usize = 50;

/// Serves a bot from its first message to its last.
pub async fn connect(mut socket: WebSocket, app: Arc<App>) {
    let hello = tokio::select! {
        hello = timeout(duration(app.config.hello_within), hello(&mut socket, &app)) => hello.unwrap_or(Err(Some((Closing::NoHello, None)))),
        () = app.stop.cancelled() => Err(Some((Closing::Stopping, None))),
    };
    match hello {
        Ok((name, about)) => {
            app.metrics.bots.inc();
            Session::enter(socket, &app, name, about).await;
            app.metrics.bots.dec();
        }
        Err(Some((closing, why))) => close(socket, &app, closing, why).await,
        Err(None) => {}
    }
}

/// Says why, then closes.
async fn close(mut socket: WebSocket, app: &App, closing: Closing, why: Option<String>) {
    let (code, word, sentence) = closing.words();
    app.metrics.count_error(word);
    let message = why.unwrap_or_else(|| sentence.into());
    let last = match closing {
        Closing::Stopping => RefereeMessage::Notice { code: word.into(), message },
        _ => RefereeMessage::Error { code: word.into(), message, fatal: true },
    };
    // One that does not read is not waited for.
    let _ = timeout(std::time::Duration::from_secs(1), socket.send(Message::Text(Outgoing::plain(&last).text))).await;
    super::farewell(socket, code, sentence).await;
}

/// Why there was no hello: how to close, and a sentence of its own. `None`: the bot has gone.
type NoHello = Option<(Closing, Option<String>)>;

async fn hello(socket: &mut WebSocket, app: &Arc<App>) -> Result<(BotName, About), NoHello> {
    let bad = |why: String| Some((Closing::BadHello, Some(why)));
    let text = loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => break text,
            Some(Ok(Message::Binary(_))) => return Err(Some((Closing::Binary, None))),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(too_big(&error).then_some((Closing::TooBig, None))),
            None => return Err(None),
        }
    };
    let hello = match message::read(&text) {
        Ok((BotMessage::Hello(hello), _)) => hello,
        Ok(_) => return Err(bad(r#"the first message must be {"t": "hello", "proto": [1], "bot": {"name": "…"}}"#.into())),
        Err(unread) => return Err(bad(format!("the hello does not read: {}", unread.why))),
    };
    if !hello.proto.contains(&protocol::VERSION) {
        return Err(bad(format!("this referee speaks protocol [{}], your bot {:?}", protocol::VERSION, hello.proto)));
    }
    let name: BotName = hello.bot.name.parse().map_err(|error: Error| bad(error.to_string()))?;
    let refused = |why: &str| Some((Closing::Refused, Some(why.to_string())));
    let owner = name.to_string();
    match hello.token.as_deref().map(str::parse::<Secret>) {
        Some(Ok(secret)) => {
            let found = app.storage.read(move |store| store.find_token(&secret.hash())).await.map_err(|_| None)?;
            if found.and_then(|row| row.bot).as_ref() != Some(&owner) {
                return Err(refused(&format!(
                    "the token is not one of {owner}'s; the operator mints one with `arbitre token mint '{owner}'`"
                )));
            }
        }
        Some(Err(error)) => return Err(refused(&error.to_string())),
        None if app.config.registration() == Registration::Closed => {
            return Err(refused("this referee asks every bot for a token: put it into the hello as \"token\""));
        }
        None => {
            let bot = owner.clone();
            if app.storage.read(move |store| store.has_token(&bot)).await.map_err(|_| None)? {
                return Err(refused(&format!("{owner} has a token, and so must show it: put it into the hello as \"token\"")));
            }
        }
    }
    Ok((name, hello.bot))
}

/// Whether a connection broke because of a message over the limit.
fn too_big(error: &axum::Error) -> bool {
    let text = error.to_string();
    text.contains("too long") || text.contains("too big")
}

/// A bot that has said hello.
struct Session {
    app: Arc<App>,
    name: BotName,
    link: Link,
    /// How many messages nobody asked for it may still send, as of a moment.
    credit: f64,
    credited: Instant,
    /// Pings sent since the last answer.
    unanswered: u32,
}

/// Why the loop of a session ended.
enum End {
    /// The referee closes.
    Closing(Closing),
    /// The bot has gone.
    Gone,
}

impl Session {
    async fn enter(mut socket: WebSocket, app: &Arc<App>, name: BotName, about: About) {
        let (link, mut outbox) = Link::new(app.next_session());
        let presence = Presence { link: link.clone(), about, seeking: None };
        if let Some(older) = app.lobby.enter(&name, presence) {
            older.close(Closing::Superseded);
        }
        tracing::info!(bot = %name, session = link.session, "connected");
        let mut session = Session { app: app.clone(), name, link, credit: BURST, credited: Instant::now(), unanswered: 0 };
        session.welcome().await;
        let end = session.serve(&mut socket, &mut outbox).await;
        app.lobby.leave(&session.name, session.link.session);
        let at = app.time.now();
        let id = session.link.session;
        if !app.stop.is_cancelled() {
            hall::tell_tables(app, &session.name, |side| Post::Leave { side, session: id, at }).await;
        }
        tracing::info!(bot = %session.name, session = id, "disconnected");
        if let End::Closing(closing) = end {
            close(socket, app, closing, None).await;
        }
    }

    async fn welcome(&self) {
        let app = &self.app;
        let games = app.hall.games_of(&self.name);
        self.link.tell(&RefereeMessage::Welcome(Welcome {
            proto: protocol::VERSION,
            session: self.link.session,
            bot: self.name.to_string(),
            heartbeat_us: app.config.heartbeat.0,
            allowance: wire::allowance(&app.config.allowance()),
            limits: Limits { message_bytes: MESSAGE_BYTES, games: app.config.games_per_bot },
            games: games.iter().map(|(game, _)| *game).collect(),
        }));
        let bot = self.name.to_string();
        let unseen = app.storage.read(move |store| store.unseen(&bot, UNSEEN)).await.unwrap_or_default();
        for row in unseen {
            let game = row.game;
            let (Some(end), Some(side)) = (row.end, Side::BOTH.into_iter().find(|&side| row.players[side] == *self.name)) else { continue };
            let log = app.storage.read(move |store| store.read_log(game, 0, usize::MAX >> 1)).await.unwrap_or_default();
            let (plies, clocks) = last_move(&log);
            let over = hall::game_over(game, &row.players, end.result, &end.reason, &end.detail, plies, clocks);
            let ending = Some((game, wire::seat(side)));
            self.link.send(Outgoing { ending, ..Outgoing::plain(&RefereeMessage::GameOver(over)) });
        }
        for (_, running) in games {
            self.join(&running).await;
        }
    }

    async fn join(&self, running: &Running) {
        if let Some(side) = running.side_of(&self.name) {
            running.post(Post::Join { side, link: self.link.clone(), at: self.app.time.now() }).await;
        }
    }

    async fn serve(&mut self, socket: &mut WebSocket, outbox: &mut mpsc::Receiver<Outgoing>) -> End {
        let mut pulse = tokio::time::interval(duration(self.app.config.heartbeat));
        // After a standstill, one question is enough.
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pulse.reset();
        let stop = self.app.stop.clone();
        let link = self.link.clone();
        let mut closed = std::pin::pin!(link.closed());
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return End::Closing(Closing::Stopping),
                closing = &mut closed => return End::Closing(closing),
                frame = socket.recv() => {
                    // What counts is when it came: before it is parsed, or waits for anything.
                    let at = self.app.time.now();
                    if let Some(end) = self.take(frame, at).await {
                        return end;
                    }
                }
                Some(message) = outbox.recv() => match timeout(duration(self.app.config.slow_reader), self.write(socket, message)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return End::Gone,
                    Err(_) => return End::Closing(Closing::TooSlow),
                },
                _ = pulse.tick() => {
                    if self.unanswered == 3 {
                        return End::Closing(Closing::Silent);
                    }
                    self.unanswered += 1;
                    match timeout(duration(self.app.config.slow_reader), socket.send(Message::Ping(Default::default()))).await {
                        Ok(Ok(())) => {}
                        Ok(Err(_)) => return End::Gone,
                        Err(_) => return End::Closing(Closing::TooSlow),
                    }
                }
            }
        }
    }

    async fn write(&mut self, socket: &mut WebSocket, message: Outgoing) -> Result<(), axum::Error> {
        self.credit += f64::from(message.credit);
        socket.send(Message::Text(message.text.clone())).await?;
        let at = self.app.time.now();
        if let Some(delivered) = message.delivered {
            delivered.note(at);
        }
        if let Some(game) = frames::game(&message.text) {
            self.app.frames.keep(game, &self.name, false, &message.text, at);
        }
        if let Some((game, seat)) = message.ending {
            let mut payload = game.to_be_bytes().to_vec();
            payload.push(seat as u8);
            socket.send(Message::Ping(payload.into())).await?;
        }
        Ok(())
    }

    /// Takes a frame; says if it was the last.
    async fn take(&mut self, frame: Option<Result<Message, axum::Error>>, at: Micros) -> Option<End> {
        match frame {
            Some(Ok(Message::Text(text))) => {
                if let Some(game) = frames::game(&text)
                    && self.app.hall.find(game).is_some_and(|running| running.side_of(&self.name).is_some())
                {
                    self.app.frames.keep(game, &self.name, true, &text, at);
                }
                self.hear(&text, at).await
            }
            Some(Ok(Message::Pong(payload))) => {
                self.unanswered = 0;
                if let Some((game, seat)) =
                    payload.split_last_chunk::<1>().and_then(|(game, [seat])| Some((u64::from_be_bytes(game.try_into().ok()?), seat)))
                {
                    let seat = if *seat == Seat::White as u8 { Seat::White } else { Seat::Black };
                    self.seen(game, seat).await;
                }
                None
            }
            Some(Ok(Message::Binary(_))) => Some(End::Closing(Closing::Binary)),
            Some(Ok(Message::Ping(_))) => None,
            Some(Err(error)) if too_big(&error) => Some(End::Closing(Closing::TooBig)),
            Some(Ok(Message::Close(_)) | Err(_)) | None => Some(End::Gone),
        }
    }

    /// A ping after a result was answered: the result has been read.
    async fn seen(&self, game: u64, seat: Seat) {
        let name = self.name.to_string();
        let is_its =
            self.app.storage.read(move |store| Ok(store.find_match(game)?.is_some_and(|row| row.players[wire::side(seat)] == name)));
        if is_its.await.unwrap_or(false)
            && let Err(error) = self.app.storage.write(vec![Change::Seen { game, seat }]).await
        {
            self.app.fail(&error);
        }
    }

    async fn hear(&mut self, text: &Utf8Bytes, at: Micros) -> Option<End> {
        let now = Instant::now();
        self.credit = (self.credit + now.duration_since(self.credited).as_secs_f64() * PER_SECOND).min(self.credit.max(BURST)) - 1.0;
        self.credited = now;
        if self.credit < 0.0 {
            return Some(End::Closing(Closing::Flood));
        }
        let (message, ignored) = match message::read(text) {
            Ok(read) => read,
            Err(unread) => {
                self.error(unread.code, unread.why);
                return None;
            }
        };
        if let Some(why) = ignored {
            let message = format!("your move counts, but its `info` does not read: {why}");
            self.link.tell(&RefereeMessage::Notice { code: "info_ignored".into(), message });
        }
        match message {
            BotMessage::Ping => self.link.tell(&RefereeMessage::Pong),
            BotMessage::Hello(_) => self.error("hello_again", "you have said hello already".into()),
            BotMessage::Unseek => self.app.lobby.unseek(&self.name),
            BotMessage::Seek(seek) => match Lobby::seek(&self.app, &self.name, seek).await {
                Ok(true) => {}
                Ok(false) => self.link.tell(&RefereeMessage::Notice {
                    code: "seeking".into(),
                    message: "you will be matched with the next bot that seeks the same time control".into(),
                }),
                Err(error) => self.error("seek_failed", error.to_string()),
            },
            BotMessage::Ready { game } => self.say(game, None, Said::Ready, at).await,
            BotMessage::Resign { game } => self.say(game, None, Said::Resign, at).await,
            BotMessage::Sync { game } => self.say(game, None, Said::Sync, at).await,
            BotMessage::Move(mv) => {
                let said = Said::Move { ply: mv.ply, text: mv.text.clone(), info: mv.info };
                self.say(mv.game, Some((mv.ply, mv.text)), said, at).await;
            }
        }
        None
    }

    fn error(&self, code: &'static str, message: String) {
        self.app.metrics.count_error(code);
        self.link.tell(&RefereeMessage::Error { code: code.into(), message, fatal: false });
    }

    /// Passes something on to a match.
    async fn say(&self, game: u64, played: Option<(u32, String)>, said: Said, at: Micros) {
        if let Some(running) = self.app.hall.find(game)
            && let Some(side) = running.side_of(&self.name)
        {
            return running.post(Post::Say { side, said, at }).await;
        }
        let answer = self.about_the_past(game, played).await;
        self.link.tell(&answer);
    }

    /// The answer to a message about a match that is not running.
    async fn about_the_past(&self, game: u64, played: Option<(u32, String)>) -> RefereeMessage {
        let name = self.name.to_string();
        let found = self.app.storage.read(move |store| {
            let row = store.find_match(game)?.filter(|row| [&row.players.white, &row.players.black].contains(&&name));
            Ok((row, store.read_log(game, 0, usize::MAX >> 1)?))
        });
        let (row, log) = found.await.unwrap_or_default();
        let Some(row) = row else {
            let message = format!("you play in no match {game}");
            return rejected(game, Rejection::NotYourGame, message);
        };
        if let Some((ply, text)) = played
            && let Some(accepted) = hall::accepted_before(game, ply, &log)
            && accepted.text == text
            && row.players[Side::to_move_after(ply)] == *self.name
        {
            return RefereeMessage::Accepted(accepted);
        }
        rejected(game, Rejection::GameOver, row.end.map_or("the game is over".into(), |end| format!("the game is over: {}", end.detail)))
    }
}

fn rejected(game: u64, code: Rejection, message: String) -> RefereeMessage {
    RefereeMessage::Rejected(Rejected { game, ply: None, code, message, legal_moves: Vec::new(), strikes_left: None })
}

/// How many plies a log tells, and both clocks after the last.
fn last_move(log: &[Utf8Bytes]) -> (u32, Clocks) {
    let lines = log.iter().rev().filter_map(|line| wire::read_line(line).ok());
    let mut none = (0, Clocks { white_us: None, black_us: None });
    for line in lines {
        match line.entry {
            protocol::Entry::Moved { ply, clocks, .. } => return (ply + 1, clocks),
            protocol::Entry::Created { time, .. } => none.1 = Clocks { white_us: time.budget_us, black_us: time.budget_us },
            _ => {}
        }
    }
    none
}
