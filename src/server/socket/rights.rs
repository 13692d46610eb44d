//! Who may connect under a name.

use super::Sockets;
use crate::core::BotName;
use crate::core::config::Registration;
use crate::tokens::Secret;

/// Why a bot may not connect under a name.
pub enum NotAdmitted {
    /// The token is not one of this bot's.
    WrongToken,
    /// Every bot needs a token here.
    TokenNeeded,
    /// The name has a token.
    NameHasToken,
    /// The storage does not tell for the moment.
    Unknown,
}

impl NotAdmitted {
    /// The reason in a sentence, with what to do with a token.
    pub fn sentence(&self, name: &BotName, how: &str) -> String {
        match self {
            NotAdmitted::WrongToken => {
                format!("the token is not one of {name}'s; the operator mints one with `arbitre token mint '{name}'`")
            }
            NotAdmitted::TokenNeeded => format!("this referee asks every bot for a token: {how}"),
            NotAdmitted::NameHasToken => format!("{name} has a token, and so must show it: {how}"),
            NotAdmitted::Unknown => "the referee cannot look into its storage for the moment; connect again in a while".into(),
        }
    }
}

/// Whether a bot may connect under this name with this token.
pub async fn check(sockets: &Sockets, name: &BotName, token: Option<&Secret>) -> Result<(), NotAdmitted> {
    let unknown = |error| {
        tracing::error!(%error, "a bot's token cannot be looked up");
        NotAdmitted::Unknown
    };
    if let Some(secret) = token {
        let found = sockets.storage.find_token(secret.hash()).await.map_err(unknown)?;
        let is_its = found.and_then(|row| row.bot).is_some_and(|bot| bot == **name);
        return if is_its { Ok(()) } else { Err(NotAdmitted::WrongToken) };
    }
    if sockets.settings.registration == Registration::Closed {
        return Err(NotAdmitted::TokenNeeded);
    }
    if sockets.storage.has_token(name).await.map_err(unknown)? { Err(NotAdmitted::NameHasToken) } else { Ok(()) }
}
