//! Who may connect under a name.

use super::Sockets;
use super::told::Told;
use crate::config::Registration;
use contest::BotName;
use contest::tokens::Secret;
use runtime::Peer;

/// Why a bot may not connect under a name.
pub enum NotAdmitted {
    /// The token is not one of this bot's.
    WrongToken,
    /// Every bot needs a token here.
    TokenNeeded,
    /// The name has a token.
    NameHasToken,
    /// No connection is left for whoever shows no token.
    Full,
    /// The storage does not tell for the moment.
    Unknown,
}

/// A name that a bot may connect under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// The bot has shown a token for it: no other can come without one.
    Guarded,
    /// Anybody may come under it.
    Unguarded,
}

impl NotAdmitted {
    /// The reason for the client, which puts a token into this `place`: `hello` or `line`.
    pub fn told(&self, name: BotName, place: &'static str) -> Told {
        match self {
            NotAdmitted::WrongToken => Told::WrongToken { name },
            NotAdmitted::TokenNeeded => Told::TokenNeeded { place },
            NotAdmitted::NameHasToken => Told::NameHasToken { name, place },
            NotAdmitted::Full => Told::Full { place },
            NotAdmitted::Unknown => Told::StorageWaits,
        }
    }
}

/// Whether a bot may connect under this name with this token. A valid token never gives fewer rights than none.
pub async fn check(sockets: &Sockets, name: &BotName, token: Option<&Secret>, peer: Peer) -> Result<Name, NotAdmitted> {
    let unknown = |error| {
        tracing::error!(%error, "a bot's token cannot be looked up");
        NotAdmitted::Unknown
    };
    if let Some(secret) = token {
        let row = sockets.storage.find_token(secret.hash()).await.map_err(unknown)?.ok_or(NotAdmitted::WrongToken)?;
        if row.bot.as_deref() == Some(&**name) {
            return Ok(Name::Guarded);
        }
        if sockets.settings.registration == Registration::Closed || sockets.storage.has_token(name).await.map_err(unknown)? {
            return Err(NotAdmitted::WrongToken);
        }
        return Ok(Name::Unguarded);
    }
    if peer.reserved {
        return Err(NotAdmitted::Full);
    }
    if sockets.settings.registration == Registration::Closed {
        return Err(NotAdmitted::TokenNeeded);
    }
    if sockets.storage.has_token(name).await.map_err(unknown)? { Err(NotAdmitted::NameHasToken) } else { Ok(Name::Unguarded) }
}
