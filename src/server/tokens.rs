//! Tokens: 32 random bytes that a bot or an operator shows. Only their SHA-256 is kept; so much chance needs no slow hash.

use crate::store::{Change, Storage, TokenRow};
use crate::timekeeper::wall_clock_ms;
use crate::{Error, hall::BotName};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// A token as it is shown once.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A new one.
    fn mint() -> Result<Secret, Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| Error::Internal(format!("no random bytes: {error}")))?;
        Ok(Secret(bytes))
    }

    /// What is kept of it.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

impl fmt::Display for Secret {
    /// base64url without padding: 43 characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl FromStr for Secret {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Secret).ok_or_else(|| Error::Unauthorized("a token has 43 characters: letters, digits, - and _".into()))
    }
}

/// Makes a token for a bot, or for an operator if no bot is named.
pub async fn mint(storage: &Storage, bot: Option<BotName>) -> Result<(TokenRow, Secret), Error> {
    let secret = Secret::mint()?;
    // Chosen by chance, so that two who mint at the same time do not meet: 48 bits read well and fit any JSON reader.
    let id = u64::from_be_bytes(Secret::mint()?.0.first_chunk().copied().unwrap_or_default()) >> 16;
    let row = TokenRow { id, bot: bot.map(|name| name.to_string()), hash: secret.hash(), created_ms: wall_clock_ms() };
    storage.write(vec![Change::Token(row.clone())]).await?;
    Ok((row, secret))
}

/// Makes a token invalid.
pub async fn revoke(storage: &Storage, id: u64) -> Result<(), Error> {
    let tokens = storage.read(|store| store.list_tokens()).await?;
    if !tokens.iter().any(|row| row.id == id) {
        return Err(Error::NoSuchToken { id });
    }
    storage.write(vec![Change::Revoked { id }]).await
}
