//! The classroom's line protocol over TCP: bots that know nothing else connect unchanged.
//!
//! One connection plays one game. Two connections that take part in no tournament make a game: the first is White, the second Black.
//! Whoever takes part in one waits for its next game there. The wire has the lines of the protocol and no others, so that reasons go to
//! the log. No line carries a position: whoever loses the connection in the middle of a game has lost the game, and another start than
//! the usual one cannot be played.

mod first_line;
mod session;
mod wire;

use super::rights::{self, Name};
use super::told::Told;
use super::{Sockets, claim};
use contest::BotName;
use contest::matches::Claim;
use contest::tokens::Secret;
use first_line::FirstLine;
use message::{Coded, Message};
use protocol::Status;
use runtime::{Peer, clipped};
use session::{Client, Session};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::timeout;
use wire::{Heard, LINE_BYTES, Wire};

/// How long a client may take to notice that its game is over.
const FAREWELL: Duration = Duration::from_secs(2);
/// How many clients of one name may be connected at most.
const MOST_NAMESAKES: u32 = 64;

/// Serves a client of the line protocol from its first line to its last.
pub async fn serve_line(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, peer: Peer, sockets: Arc<Sockets>) {
    let from = peer.address.map_or_else(|| "a pipe".into(), |address| address.to_string());
    let mut wire = Wire::new(stream);
    let introducing = async {
        let first = timeout(sockets.settings.hello_within, first_line(&mut wire)).await;
        introduce(first.unwrap_or(Err(Told::GoneEarly)).map_err(|why| why.message())?, &sockets, peer).await
    };
    let introduced = tokio::select! {
        introduced = introducing => introduced,
        () = sockets.life.stop.cancelled() => return,
    };
    match introduced {
        Ok(client) => {
            sockets.counters.bots.inc();
            Session::enter(&mut wire, &sockets, client).await;
            sockets.counters.bots.dec();
        }
        Err(why) => {
            sockets.counters.count_error("line_refused");
            if let Some(unlogged) = sockets.log.admit() {
                tracing::warn!(from, unlogged, "a client of the line protocol is turned away: {why}");
            }
        }
    }
    // One that does not read is not waited for.
    let _ = timeout(FAREWELL, wire.end()).await;
}

/// The name in a first line.
#[cfg(feature = "fuzzing")]
pub fn name(line: &str) -> Option<String> {
    first_line::read(line).map(|first| first.name.to_string())
}

/// Reads who a client is. An error says why it is turned away.
async fn first_line<S: AsyncRead + AsyncWrite + Unpin>(wire: &mut Wire<S>) -> Result<FirstLine, Told> {
    let line = loop {
        match wire.first_line().await {
            Heard::Line(line) if line.trim().is_empty() => {}
            Heard::Line(line) => break line,
            Heard::TooMuch => return Err(Told::LongFirstLine { most: LINE_BYTES }),
            Heard::Gone => return Err(Told::GoneEarly),
        }
    };
    let cut = clipped(&line, 60);
    first_line::read(&line).ok_or_else(|| match line.trim().parse::<Secret>() {
        // What may be somebody's token is not for the log.
        Ok(_) => Told::TokenWithoutName,
        Err(_) => Told::NoName { line: cut },
    })
}

/// Finds out whether a client may play, and what. An error says why it is turned away.
async fn introduce(first: FirstLine, sockets: &Sockets, peer: Peer) -> Result<Client, Message> {
    let name = first.name;
    let admitted = rights::check(sockets, &name, first.token.as_ref(), peer).await;
    let admitted = admitted.map_err(|why| why.told(name.clone(), "line").message())?;
    let claim = Claim { guarded: admitted == Name::Guarded, back: None, address: peer.address };
    let words = |error: contest::Error| error.message();
    if let Some(id) = sockets.tournaments.of(&name).await.map_err(words)? {
        must_be_idle(sockets, &name)?;
        if !claim.guarded {
            let taken = claim::take_place(sockets, &name, &claim).await;
            taken.map_err(|taken| taken.told(sockets, name.clone()).message())?;
            // Its game may have begun meanwhile.
            must_be_idle(sockets, &name)?;
        }
        return Ok(Client { name, tournament: Some(id), claim });
    }
    // In class, both may well come under one name.
    let namesakes = (2..=MOST_NAMESAKES).map(|number| name.numbered(number));
    for own in std::iter::once(name.clone()).chain(namesakes) {
        let is_free = own == name
            || !sockets.storage.has_token(&own).await.map_err(|error| error.message())?
                && sockets.tournaments.of(&own).await.map_err(words)?.is_none();
        let connected = &sockets.matches.connected;
        let is_plain = claim.guarded || connected.looks_like(&own).is_none() && !connected.history.is_between_games(&own, peer.address);
        if is_free && is_plain && !is_connected(sockets, &own) {
            let claim = Claim { guarded: claim.guarded && own == name, ..claim };
            return Ok(Client { name: own, tournament: None, claim });
        }
    }
    Err(Told::Namesakes { most: MOST_NAMESAKES, name }.message())
}

fn is_connected(sockets: &Sockets, name: &str) -> bool {
    sockets.matches.connected.connection(name).is_some()
}

/// Nobody takes the place of a client in the middle of a game, into which there is no way back.
fn must_be_idle(sockets: &Sockets, name: &BotName) -> Result<(), Message> {
    let plays = || sockets.matches.games_of(name).iter().any(|running| running.status() == Status::Playing);
    if is_connected(sockets, name) && plays() { Err(Told::InAGame { name: name.clone() }.message()) } else { Ok(()) }
}
