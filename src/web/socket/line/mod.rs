//! The line protocol over TCP.
//!
//! One connection plays one game. Two connections that take part in no tournament make a game: the first is White, the second Black.
//! A client that takes part in one waits for its next game there. `REFUS` and a reason end a connection that is refused. No line carries a
//! position: a client that loses its connection has lost the game, and only the start position can be played.

mod session;
mod wire;

use super::session_message::SessionMessage;
use super::{Sockets, names};
use contest::BotName;
use contest::matches::NameClaim;
use contest::tokens::Secret;
use message::{Coded, Message};
use protocol::Status;
use runtime::{Peer, clipped};
use session::{Client, LineSession};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::timeout;
use wire::{Incoming, LINE_BYTES, LineStream};

/// Time limit of the end of a connection.
const END_TIMEOUT: Duration = Duration::from_secs(2);
/// Most clients of one name that are connected at one time.
const MAX_NAMESAKES: u32 = 64;

/// Serves a client of the line protocol until its connection ends.
pub async fn serve_line(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, peer: Peer, sockets: Arc<Sockets>) {
    let from = peer.address.map_or_else(|| "a pipe".into(), |address| address.to_string());
    let mut wire = LineStream::new(stream);
    let introducing = async {
        let first = timeout(sockets.config.hello_timeout, first_line(&mut wire)).await;
        introduce(first.unwrap_or(Err(SessionMessage::GoneEarly)).map_err(|why| why.message())?, &sockets, peer).await
    };
    let introduced = tokio::select! {
        introduced = introducing => introduced,
        () = sockets.life.stop.cancelled() => return,
    };
    match introduced {
        Ok(client) => {
            sockets.counters.bots.inc();
            LineSession::enter(&mut wire, &sockets, client).await;
            sockets.counters.bots.dec();
        }
        Err(why) => {
            sockets.counters.count_error("line_refused");
            if let Some(suppressed) = sockets.log.admit() {
                tracing::warn!(from, code = why.code(), suppressed, "a client of the line protocol is refused: {why}");
            }
            // A client that takes nothing is given up after `END_TIMEOUT`.
            let _ = timeout(END_TIMEOUT, wire.write(&format!("REFUS {why}\n"))).await;
        }
    }
    // A client that reads to its end closes immediately; the stop of the referee waits for no other.
    let limit = if sockets.life.is_stopping() { END_TIMEOUT / 10 } else { END_TIMEOUT };
    let _ = timeout(limit, wire.end()).await;
}

/// The name in a first line.
#[cfg(feature = "fuzzing")]
pub fn name(line: &str) -> Option<String> {
    read_first_line(line).ok().map(|first| first.name.to_string())
}

/// The lines that arrive with these bytes.
#[cfg(feature = "fuzzing")]
pub fn lines_of(bytes: &[u8]) -> Vec<String> {
    use futures_util::FutureExt;
    let mut wire = LineStream::new(tokio::io::join(bytes, tokio::io::sink()));
    let mut lines = Vec::new();
    // Bytes in memory are there immediately.
    while let Some(Incoming::Line(line)) = if lines.is_empty() { wire.first_line().now_or_never() } else { wire.line().now_or_never() } {
        assert!(line.len() <= 2 * LINE_BYTES, "a line is bounded");
        lines.push(line);
    }
    lines
}

/// Reads the first line of a client.
async fn first_line<S: AsyncRead + AsyncWrite + Unpin>(wire: &mut LineStream<S>) -> Result<FirstLine, SessionMessage> {
    let line = loop {
        match wire.first_line().await {
            Incoming::Line(line) if line.trim().is_empty() => {}
            Incoming::Line(line) => break line,
            Incoming::TooMuch => return Err(SessionMessage::LongFirstLine { most: LINE_BYTES }),
            Incoming::Gone => return Err(SessionMessage::GoneEarly),
        }
    };
    read_first_line(&line)
}

/// Decides whether a client may play, and what.
async fn introduce(first: FirstLine, sockets: &Sockets, peer: Peer) -> Result<Client, Message> {
    let name = first.name;
    let admitted = names::admit(sockets, &name, first.token.as_ref(), "line", peer).await;
    let has_token = admitted.map_err(|(_, why)| why.message())?;
    let claim = NameClaim { has_token, resume_token: None, address: peer.address };
    let words = |error: contest::Error| error.message();
    if let Some(id) = sockets.tournaments.of(&name).await.map_err(words)? {
        must_be_idle(sockets, &name)?;
        if !claim.has_token {
            names::take_place(sockets, &name, &claim).await.map_err(|why| why.message())?;
            // Its game may have begun meanwhile.
            must_be_idle(sockets, &name)?;
        }
        return Ok(Client { name, tournament: Some(id), claim });
    }
    // In class, both clients of a game may have one name.
    let namesakes = (2..=MAX_NAMESAKES).map(|number| name.numbered(number));
    for own in std::iter::once(name.clone()).chain(namesakes) {
        let is_free = own == name
            || !sockets.storage.has_token(&own).await.map_err(|error| error.message())?
                && sockets.tournaments.of(&own).await.map_err(words)?.is_none();
        let connected = &sockets.matches.connected;
        let is_plain =
            claim.has_token || connected.confusable_with(&own).is_none() && !connected.history.is_between_games(&own, peer.address);
        if is_free && is_plain && !is_connected(sockets, &own) {
            let claim = NameClaim { has_token: claim.has_token && own == name, ..claim };
            return Ok(Client { name: own, tournament: None, claim });
        }
    }
    Err(SessionMessage::Namesakes { most: MAX_NAMESAKES, name }.message())
}

fn is_connected(sockets: &Sockets, name: &str) -> bool {
    sockets.matches.connected.connection(name).is_some()
}

/// A client that plays a game cannot be replaced, since it could not return to its game.
fn must_be_idle(sockets: &Sockets, name: &BotName) -> Result<(), Message> {
    let plays = || sockets.matches.games_of(name).iter().any(|running| running.status() == Status::Playing);
    if is_connected(sockets, name) && plays() { Err(SessionMessage::InAGame { name: name.clone() }.message()) } else { Ok(()) }
}

/// A client's first line: its name and, where tokens are required, its token.
#[derive(Debug)]
struct FirstLine {
    /// The nearest valid name to what the client sent.
    name: BotName,
    /// The last word, if it is a token.
    token: Option<Secret>,
}

/// Reads a first line, which has a name and is not an HTTP request. A token is not written to the log, nor a part of one into a name.
fn read_first_line(line: &str) -> Result<FirstLine, SessionMessage> {
    let no_name = || SessionMessage::NoName { line: clipped(line, 60) };
    if line.chars().any(|c| c.is_control() && !c.is_whitespace()) || line.trim_end().rsplit(' ').next().is_some_and(is_http) {
        return Err(no_name());
    }
    let (rest, last) = line.trim_end().rsplit_once(char::is_whitespace).unwrap_or(("", line));
    let (rest, token) = match last.parse() {
        Ok(token) => (rest, Some(token)),
        Err(_) => (line, None),
    };
    if rest.split_whitespace().any(resembles_token) {
        return Err(SessionMessage::DamagedToken);
    }
    match BotName::nearest(rest) {
        Some(name) => Ok(FirstLine { name, token }),
        None if token.is_some() => Err(SessionMessage::TokenWithoutName),
        None => Err(no_name()),
    }
}

/// A token has 43 characters; one that was cut off has most of them.
fn resembles_token(word: &str) -> bool {
    word.len() >= 32 && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// `HTTP/1.1`, with which the first line of an HTTP request ends.
fn is_http(word: &str) -> bool {
    word.starts_with("HTTP/") && word.len() > "HTTP/".len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0l0aW0pJ2a3iXbWcZpQX2m7n0Jw8m0vLxkzq3T5yU1s";

    #[test]
    fn the_last_word_may_be_a_token() {
        for (line, name, token) in [
            ("BUTET LEGUET", Some("BUTET LEGUET"), None),
            (&*format!("BUTET LEGUET {TOKEN}"), Some("BUTET LEGUET"), Some(TOKEN)),
            (&*format!("ann\t{TOKEN} "), Some("ann"), Some(TOKEN)),
            (&*format!("{TOKEN} ann"), None, None),
            (&*format!("ann {}", &TOKEN[1..]), None, None),
            (TOKEN, None, None),
            ("GET /index.html HTTP/1.1", None, None),
            ("HTTP/", Some("HTTP"), None),
            ("", None, None),
            ("?!", None, None),
            ("a\0b", None, None),
            ("\u{ff}\u{fe}\u{80}", None, None),
        ] {
            let read = read_first_line(line);
            assert_eq!(read.as_ref().ok().map(|first| &*first.name), name, "{line}");
            assert_eq!(read.ok().and_then(|first| first.token).map(|token| token.to_string()).as_deref(), token, "{line}");
        }
    }
}
