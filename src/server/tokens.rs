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
    mint_for(storage, bot, None).await
}

/// The same, for a bot of a team.
pub async fn mint_for(storage: &Storage, bot: Option<BotName>, team: Option<String>) -> Result<(TokenRow, Secret), Error> {
    let team = team.filter(|team| !team.is_empty());
    if team.as_ref().is_some_and(|team| bot.is_none() || team.chars().count() > 40 || team.chars().any(char::is_control)) {
        return Err(Error::BadRequest("`team` goes with a bot, and has at most 40 characters".into()));
    }
    let (row, secret) = new(bot.map(|name| name.to_string()), team)?;
    storage.write(vec![Change::Token(row.clone())]).await?;
    Ok((row, secret))
}

/// A token that is written down nowhere yet.
fn new(bot: Option<String>, team: Option<String>) -> Result<(TokenRow, Secret), Error> {
    let secret = Secret::mint()?;
    // Chosen by chance, so that two who mint at the same time do not meet: 48 bits read well and fit any JSON reader.
    let id = u64::from_be_bytes(Secret::mint()?.0.first_chunk().copied().unwrap_or_default()) >> 16;
    Ok((TokenRow { id, bot, team, hash: secret.hash(), created_ms: wall_clock_ms() }, secret))
}

/// Makes a new token in the place of another, which is valid no longer.
pub async fn rotate(storage: &Storage, id: u64) -> Result<(TokenRow, Secret), Error> {
    let tokens = storage.read(|store| store.list_tokens()).await?;
    let old = tokens.into_iter().find(|row| row.id == id).ok_or(Error::NoSuchToken { id })?;
    let (row, secret) = new(old.bot, old.team)?;
    storage.write(vec![Change::Revoked { id }, Change::Token(row.clone())]).await?;
    Ok((row, secret))
}

/// The tokens of a class as a CSV to hand out, with the columns `name`, `team` and `token`.
pub fn class_csv(rows: &[(TokenRow, Secret)]) -> String {
    let mut text = "name,team,token\r\n".to_string();
    for (row, secret) in rows {
        let team = row.team.as_deref().unwrap_or_default().replace('"', "\"\"");
        // A team that a spreadsheet would take for a formula begins with an apostrophe.
        let safe = if team.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
        text.push_str(&format!("{},\"{safe}{team}\",{secret}\r\n", row.bot.as_deref().unwrap_or_default()));
    }
    text
}

/// Makes a token for every line of a class list: a CSV with the columns `name` and `team`, of which the team may be empty. All or
/// none: a list with a mistake makes no token.
///
/// # Errors
/// Which line is wrong, and how.
pub async fn mint_class(storage: &Storage, list: &str) -> Result<Vec<(TokenRow, Secret)>, Error> {
    let bad = |line: usize, why: &str| Error::BadRequest(format!("line {line} of the class list: {why}"));
    let mut rows: Vec<(TokenRow, Secret)> = Vec::new();
    let mut lines = (1..).zip(list.trim_start_matches('\u{feff}').lines()).filter(|(_, text)| !text.trim().is_empty());
    match lines.next() {
        Some((_, header)) if header.split(',').map(|field| field.trim().to_ascii_lowercase()).eq(["name", "team"]) => {}
        Some((line, _)) => return Err(bad(line, "the first line is `name,team`")),
        None => return Err(bad(1, "the list is empty; its first line is `name,team`")),
    }
    for (line, text) in lines {
        let fields: Vec<&str> = text.split(',').map(|field| field.trim().trim_matches('"').trim()).collect();
        let (name, team) = match fields[..] {
            [name] => (name, ""),
            [name, team] => (name, team),
            _ => return Err(bad(line, "a line has a name and a team, with one comma between them")),
        };
        let name: BotName = name.parse().map_err(|error: Error| bad(line, &error.to_string()))?;
        if rows.iter().any(|(row, _)| row.bot.as_deref() == Some(&*name)) {
            return Err(bad(line, &format!("{name} is on the list already")));
        }
        if team.chars().count() > 40 || team.chars().any(char::is_control) {
            return Err(bad(line, "a team has at most 40 characters"));
        }
        rows.push(new(Some(name.to_string()), (!team.is_empty()).then(|| team.to_string()))?);
        if rows.len() > 2_000 {
            return Err(bad(line, "a class has at most 2000 bots"));
        }
    }
    storage.write(rows.iter().map(|(row, _)| Change::Token(row.clone())).collect()).await?;
    Ok(rows)
}

/// Makes a token invalid.
pub async fn revoke(storage: &Storage, id: u64) -> Result<(), Error> {
    let tokens = storage.read(|store| store.list_tokens()).await?;
    if !tokens.iter().any(|row| row.id == id) {
        return Err(Error::NoSuchToken { id });
    }
    storage.write(vec![Change::Revoked { id }]).await
}
