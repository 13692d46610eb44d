//! Admission under a bot's name: by token, or, for a name without a token, if no other bot uses it. A name without a token is a courtesy; tokens are
//! the protection.

use super::Sockets;
use super::session_message::SessionMessage;
use crate::config::Registration;
use contest::BotName;
use contest::matches::{CloseReason, Connection, NameClaim, Presence};
use contest::tokens::Secret;
use protocol::Transport;
use runtime::{Peer, address_block};
use std::time::Duration;

/// Time that a connected bot has to answer whether it is still there.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);
/// The interval of polls for its answer.
const POLL: Duration = Duration::from_millis(50);
/// Most numbers that are tried behind a name to find a free one.
const MAX_NUMBERS: u32 = 1_000;

/// Whether a bot may connect under this name with this token, which it puts into `place` (`hello` or `line`); returns whether the name is protected by
/// the token. A valid token never gives fewer rights than none. The error is how the connection is to be closed, and why.
pub async fn admit(
    sockets: &Sockets,
    name: &BotName,
    token: Option<&Secret>,
    place: &'static str,
    peer: Peer,
) -> Result<bool, (CloseReason, SessionMessage)> {
    let unknown = |error| {
        tracing::error!(%error, "a bot's token cannot be looked up");
        (CloseReason::Stopping, SessionMessage::StorageWaits)
    };
    let refused = |why| {
        sockets.matches.connected.history.turned_away(name);
        Err((CloseReason::Refused, why))
    };
    let is_closed = sockets.config.registration() == Registration::Closed;
    if let Some(secret) = token {
        let row = sockets.storage.find_token(secret.hash()).await.map_err(unknown)?;
        let is_its = row.as_ref().is_some_and(|row| row.bot.as_deref() == Some(&**name));
        if row.is_none() || !is_its && (is_closed || sockets.storage.has_token(name).await.map_err(unknown)?) {
            return refused(SessionMessage::WrongToken { name: name.clone() });
        }
        return Ok(is_its);
    }
    if peer.reserved {
        return Err((CloseReason::Full, SessionMessage::Full { place }));
    }
    if is_closed {
        return refused(SessionMessage::TokenNeeded { place });
    }
    if sockets.storage.has_token(name).await.map_err(unknown)? {
        return refused(SessionMessage::NameHasToken { name: name.clone(), place });
    }
    Ok(false)
}

/// A name like this one that no bot has.
fn free_name(sockets: &Sockets, name: &BotName) -> Option<BotName> {
    let connected = &sockets.matches.connected;
    (2..MAX_NUMBERS)
        .map(|number| name.numbered(number))
        .find(|name| connected.confusable_with(name).is_none() && connected.connection(name).is_none())
}

/// Whether a bot may connect under a name without a token.
pub async fn take_name(sockets: &Sockets, name: &BotName, ours: &NameClaim) -> Result<(), SessionMessage> {
    match sockets.matches.connected.confusable_with(name) {
        Some(other) => Err(SessionMessage::LooksLike { name: name.clone(), other, free: free_name(sockets, name) }),
        None => take_place(sockets, name, ours).await,
    }
}

/// Whether a bot may take the place of the one that is connected under a name without a token. That one is probed, if need be, whether it is still
/// there.
pub async fn take_place(sockets: &Sockets, name: &BotName, ours: &NameClaim) -> Result<(), SessionMessage> {
    let connected = &sockets.matches.connected;
    while let Some(Presence { connection, claim, .. }) = connected.presence(name) {
        let is_same = claim.resume_token.is_some() && claim.resume_token == ours.resume_token
            || claim.address.map(address_block) == ours.address.map(address_block);
        let gives_way = is_same
            || connection.is_guest && !connected.history.is_guest(name, ours.address)
            || !claim.has_token && connection.link == Transport::WebSocket && !answers(&connection).await;
        if connected.connection(name).is_some_and(|now| now.session == connection.session) {
            let in_use = || SessionMessage::InUse { name: name.clone(), free: free_name(sockets, name) };
            return if gives_way { Ok(()) } else { Err(in_use()) };
        }
    }
    // A bot at another address that connects anew for each game keeps its name between them.
    if connected.history.is_between_games(name, ours.address) {
        return Err(SessionMessage::BetweenGames { name: name.clone(), free: free_name(sockets, name) });
    }
    Ok(())
}

async fn answers(connection: &Connection) -> bool {
    let before = connection.received();
    connection.request_ping();
    let answered = async {
        while connection.received() == before && !connection.is_gone() {
            tokio::time::sleep(POLL).await;
        }
    };
    tokio::time::timeout(ANSWER_WITHIN, answered).await.is_ok() && !connection.is_gone()
}
