//! A bot's first message: it must read, name what is known here, and come from who may use the name.

use super::rights::{self, Name, NotAdmitted};
use super::told::Told;
use super::{Sockets, broken, incoming};
use axum::extract::ws::{Message as Frame, WebSocket};
use contest::matches::Closing;
use contest::tokens::Secret;
use contest::{BotName, WrongField};
use message::{Coded, Message};
use protocol::{BotMessage, Hello};
use referee::is_hidden;
use runtime::Peer;
use std::sync::Arc;

/// How many frames may come before the hello.
const BEFORE_HELLO: usize = 32;
/// What a bot says of its version and its language has at most so many characters.
const MOST_ABOUT: usize = 64;
/// A bot says of at most so many games that it plays them.
const MOST_GAMES: usize = 32;

/// Why there was no hello: how to close, and a sentence of its own. `None`: the bot has gone.
pub type NoHello = Option<(Closing, Option<Message>)>;

fn bad(why: &impl Coded) -> NoHello {
    Some((Closing::BadHello, Some(why.message())))
}

/// Waits for the hello, and looks whether this bot may come.
pub async fn hello(socket: &mut WebSocket, sockets: &Arc<Sockets>, peer: Peer) -> Result<(BotName, Hello, Name), NoHello> {
    let mut frames = 0;
    let text = loop {
        match socket.recv().await {
            Some(Ok(Frame::Text(text))) => break text,
            Some(Ok(Frame::Binary(_))) => return Err(Some((Closing::Binary, None))),
            Some(Ok(_)) if frames == BEFORE_HELLO => return Err(Some((Closing::Flood, None))),
            Some(Ok(_)) => frames += 1,
            Some(Err(error)) => return Err(broken(&error).map(|closing| (closing, None))),
            None => return Err(None),
        }
    };
    let mut hello = match incoming::read(&text) {
        Ok((BotMessage::Hello(hello), _)) => hello,
        Ok(_) => return Err(bad(&Told::HelloExpected)),
        Err(unread) => return Err(bad(&Told::HelloUnread { why: unread.why.message() })),
    };
    if !hello.proto.contains(&protocol::VERSION) {
        return Err(bad(&Told::Protocol { version: protocol::VERSION, spoken: hello.proto }));
    }
    let name: BotName = hello.bot.name.parse().map_err(|error: contest::Error| bad(&error))?;
    for (field, said) in [("version", &hello.bot.version), ("lang", &hello.bot.lang)] {
        let length = said.as_ref().map_or(0, |said| said.chars().count());
        if length > MOST_ABOUT {
            return Err(bad(&Told::About { field, most: MOST_ABOUT, length }));
        }
    }
    for said in [&mut hello.bot.version, &mut hello.bot.lang].into_iter().flatten() {
        said.retain(|c| !is_hidden(c));
    }
    if !(1..=MOST_GAMES).contains(&hello.bot.games.len()) {
        return Err(bad(&Told::Games { most: MOST_GAMES, count: hello.bot.games.len() }));
    }
    for game in &hello.bot.games {
        sockets.matches.settings.games.find(game).map_err(|error| bad(&WrongField { field: "bot.games", why: error.message() }))?;
    }
    let token = hello.token.as_deref().map(str::parse::<Secret>).transpose();
    let token = token.map_err(|error| Some((Closing::Refused, Some(error.message()))))?;
    if hello.back.as_ref().is_some_and(|back| back.parse::<Secret>().is_err()) {
        return Err(bad(&Told::Back));
    }
    let admitted = rights::check(sockets, &name, token.as_ref(), peer).await.map_err(|why| {
        let closing = match why {
            NotAdmitted::Unknown => Closing::Stopping,
            NotAdmitted::Full => Closing::Full,
            NotAdmitted::WrongToken | NotAdmitted::TokenNeeded | NotAdmitted::NameHasToken => Closing::Refused,
        };
        Some((closing, Some(why.told(name.clone(), "hello").message())))
    })?;
    Ok((name, hello, admitted))
}
