//! Who has a name that no token guards. Such names are a courtesy: tokens are the protection.

use super::Sockets;
use super::told::Told;
use contest::BotName;
use contest::matches::{Claim, Presence};
use protocol::Transport;
use runtime::address_block;
use std::time::Duration;

/// How long who has a name may be silent when it is asked whether it is still there.
const SILENCE: Duration = Duration::from_secs(5);
/// How often its answer is looked for.
const LOOK: Duration = Duration::from_millis(50);
/// How many numbers are tried behind a name to find a free one.
const MOST_NUMBERS: u32 = 1_000;

/// Why somebody does not get a name.
#[derive(Debug, PartialEq, Eq)]
pub enum Taken {
    /// Somebody else has it, and is there.
    InUse,
    /// It looks like a name that somebody else has.
    LooksLike(String),
    /// A bot at another address, which connects anew for each game, is about to come for its next one.
    BetweenGames,
}

impl Taken {
    /// The reason for the client, with a name that is free.
    pub fn told(self, sockets: &Sockets, name: BotName) -> Told {
        let free = free_name(sockets, &name);
        match self {
            Taken::InUse => Told::InUse { name, free },
            Taken::BetweenGames => Told::BetweenGames { name, free },
            Taken::LooksLike(other) => Told::LooksLike { name, other, free },
        }
    }
}

/// A name like this one that nobody has.
fn free_name(sockets: &Sockets, name: &BotName) -> Option<BotName> {
    (2..MOST_NUMBERS)
        .map(|number| name.numbered(number))
        .find(|name| sockets.matches.connected.looks_like(name).is_none() && !is_there(sockets, name))
}

fn is_there(sockets: &Sockets, name: &BotName) -> bool {
    sockets.matches.connected.connection(name).is_some()
}

/// Whether somebody may come in under a name that no token guards.
pub async fn settle(sockets: &Sockets, name: &BotName, ours: &Claim) -> Result<(), Taken> {
    match sockets.matches.connected.looks_like(name) {
        Some(other) => Err(Taken::LooksLike(other)),
        None => take_place(sockets, name, ours).await,
    }
}

/// Whether somebody may take the place of the bot of a name that no token guards. Who has it is asked, if need be, whether it is still there.
pub async fn take_place(sockets: &Sockets, name: &BotName, ours: &Claim) -> Result<(), Taken> {
    let connected = &sockets.matches.connected;
    while let Some(Presence { connection, claim, .. }) = connected.presence(name) {
        let is_same =
            claim.back.is_some() && claim.back == ours.back || claim.address.map(address_block) == ours.address.map(address_block);
        let gives_way = is_same
            || connection.is_guest && !connected.history.is_guest(name, ours.address)
            || !claim.guarded && connection.link == Transport::WebSocket && !answers(&connection).await;
        if connected.connection(name).is_some_and(|now| now.session == connection.session) {
            return if gives_way { Ok(()) } else { Err(Taken::InUse) };
        }
    }
    if connected.history.is_between_games(name, ours.address) { Err(Taken::BetweenGames) } else { Ok(()) }
}

/// Whether a connection answers when it is asked.
async fn answers(connection: &contest::matches::Connection) -> bool {
    let before = connection.received();
    connection.request_ping();
    let answered = async {
        while connection.received() == before {
            if connection.is_gone() {
                return;
            }
            tokio::time::sleep(LOOK).await;
        }
    };
    tokio::time::timeout(SILENCE, answered).await.is_ok() && !connection.is_gone()
}
