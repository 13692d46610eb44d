//! The hello of a bot: checks its fields, its token and its name.

use super::session_message::SessionMessage;
use super::{Sockets, broken, incoming, names};
use axum::extract::ws::{Message as Frame, WebSocket};
use contest::BotName;
use contest::matches::CloseReason;
use contest::tokens::Secret;
use message::{Coded, Message, WrongField, is_hidden};
use protocol::{BotMessage, Hello};
use runtime::Peer;
use std::sync::Arc;

/// Most frames before the hello.
const BEFORE_HELLO: usize = 32;
/// Most characters of a bot's version and of its language.
const MAX_ABOUT: usize = 64;
/// Most games that a bot plays.
const MAX_GAMES: usize = 32;

/// Why there was no hello: how to close, and a more precise message. `None`: the connection is lost.
pub type NoHello = Option<(CloseReason, Option<Message>)>;

fn bad(why: &impl Coded) -> NoHello {
    Some((CloseReason::BadHello, Some(why.message())))
}

/// Waits for the hello and admits the bot; returns its name, the hello, and whether a token guards the name.
pub async fn hello(socket: &mut WebSocket, sockets: &Arc<Sockets>, peer: Peer) -> Result<(BotName, Hello, bool), NoHello> {
    let mut frames = 0;
    let text = loop {
        match socket.recv().await {
            Some(Ok(Frame::Text(text))) => break text,
            Some(Ok(Frame::Binary(_))) => return Err(Some((CloseReason::Binary, None))),
            Some(Ok(_)) if frames == BEFORE_HELLO => return Err(Some((CloseReason::Flood, None))),
            Some(Ok(_)) => frames += 1,
            Some(Err(error)) => return Err(broken(&error).map(|closing| (closing, None))),
            None => return Err(None),
        }
    };
    let mut hello = match incoming::read(&text) {
        Ok((BotMessage::Hello(hello), _)) => hello,
        Ok(_) => return Err(bad(&SessionMessage::HelloExpected)),
        Err(unread) => return Err(bad(&SessionMessage::HelloUnread { why: unread.why.message() })),
    };
    if !hello.proto.contains(&protocol::VERSION) {
        return Err(bad(&SessionMessage::Protocol { version: protocol::VERSION, spoken: hello.proto }));
    }
    let name: BotName = hello.bot.name.parse().map_err(|error: contest::Error| bad(&error))?;
    for (field, said) in [("version", &hello.bot.version), ("lang", &hello.bot.lang)] {
        let length = said.as_ref().map_or(0, |said| said.chars().count());
        if length > MAX_ABOUT {
            return Err(bad(&SessionMessage::About { field, most: MAX_ABOUT, length }));
        }
    }
    for said in [&mut hello.bot.version, &mut hello.bot.lang].into_iter().flatten() {
        said.retain(|c| !is_hidden(c));
    }
    if !(1..=MAX_GAMES).contains(&hello.bot.games.len()) {
        return Err(bad(&SessionMessage::Games { most: MAX_GAMES, count: hello.bot.games.len() }));
    }
    for game in &hello.bot.games {
        sockets.matches.config.games.find(game).map_err(|error| bad(&WrongField::new("bot.games", &error)))?;
    }
    let token = hello.token.as_deref().map(str::parse::<Secret>).transpose();
    let token = token.map_err(|error| Some((CloseReason::Refused, Some(error.message()))))?;
    if hello.resume_token.as_ref().is_some_and(|token| token.parse::<Secret>().is_err()) {
        return Err(bad(&SessionMessage::ResumeToken));
    }
    let admitted = names::admit(sockets, &name, token.as_ref(), "hello", peer).await;
    let has_token = admitted.map_err(|(closing, why)| Some((closing, Some(why.message()))))?;
    Ok((name, hello, has_token))
}
