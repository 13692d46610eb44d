//! A bot's first message: it must read, name what is known here, and come from who may use the name.

use super::rights::{self, Name, NotAdmitted};
use super::{Sockets, broken, message};
use axum::extract::ws::{Message, WebSocket};
use contest::BotName;
use contest::matches::Closing;
use contest::tokens::Secret;
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
pub type NoHello = Option<(Closing, Option<String>)>;

/// Waits for the hello, and looks whether this bot may come.
pub async fn hello(socket: &mut WebSocket, sockets: &Arc<Sockets>, peer: Peer) -> Result<(BotName, Hello, Name), NoHello> {
    let mut frames = 0;
    let bad = |why: String| Some((Closing::BadHello, Some(why)));
    let text = loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => break text,
            Some(Ok(Message::Binary(_))) => return Err(Some((Closing::Binary, None))),
            Some(Ok(_)) if frames == BEFORE_HELLO => return Err(Some((Closing::Flood, None))),
            Some(Ok(_)) => frames += 1,
            Some(Err(error)) => return Err(broken(&error).map(|closing| (closing, None))),
            None => return Err(None),
        }
    };
    let mut hello = match message::read(&text) {
        Ok((BotMessage::Hello(hello), _)) => hello,
        Ok(_) => return Err(bad(r#"the first message must be {"t": "hello", "proto": [1], "bot": {"name": "…"}}"#.into())),
        Err(unread) => return Err(bad(format!("the hello does not read: {}", unread.why))),
    };
    if !hello.proto.contains(&protocol::VERSION) {
        return Err(bad(format!("this referee speaks protocol [{}], your bot {:?}", protocol::VERSION, hello.proto)));
    }
    let name: BotName = hello.bot.name.parse().map_err(|error: contest::Error| bad(error.to_string()))?;
    for (field, said) in [("version", &hello.bot.version), ("lang", &hello.bot.lang)] {
        let length = said.as_ref().map_or(0, |said| said.chars().count());
        if length > MOST_ABOUT {
            return Err(bad(format!("`bot.{field}` has at most {MOST_ABOUT} characters, and yours {length}")));
        }
    }
    for said in [&mut hello.bot.version, &mut hello.bot.lang].into_iter().flatten() {
        said.retain(|c| !is_hidden(c));
    }
    if !(1..=MOST_GAMES).contains(&hello.bot.games.len()) {
        return Err(bad(format!("`bot.games` names 1 to {MOST_GAMES} games, and yours {}", hello.bot.games.len())));
    }
    for game in &hello.bot.games {
        sockets.matches.settings.games.find(game).map_err(|error| bad(format!("`bot.games`: {error}")))?;
    }
    let token = hello.token.as_deref().map(str::parse::<Secret>).transpose();
    let token = token.map_err(|error| Some((Closing::Refused, Some(error.to_string()))))?;
    if hello.back.as_ref().is_some_and(|back| back.parse::<Secret>().is_err()) {
        return Err(bad("`back` is what a `welcome` of this referee gave for coming back".into()));
    }
    let admitted = rights::check(sockets, &name, token.as_ref(), peer).await.map_err(|why| {
        let closing = match why {
            NotAdmitted::Unknown => Closing::Stopping,
            NotAdmitted::Full => Closing::Full,
            NotAdmitted::WrongToken | NotAdmitted::TokenNeeded | NotAdmitted::NameHasToken => Closing::Refused,
        };
        Some((closing, Some(why.sentence(&name, "put it into the hello as \"token\""))))
    })?;
    Ok((name, hello, admitted))
}
