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
    if team.as_ref().is_some_and(|team| bot.is_none() || !is_team(team)) {
        return Err(Error::BadRequest("`team` goes with a bot, and has at most 40 characters".into()));
    }
    let (row, secret) = new(bot.map(|name| name.to_string()), team)?;
    storage.write(vec![Change::Token(row.clone())]).await?;
    Ok((row, secret))
}

/// The team of the house bots' tokens. They last for one run of the referee.
const HOUSE: &str = "(house)";

fn is_team(team: &str) -> bool {
    team.chars().count() <= 40 && !team.chars().any(char::is_control) && team != HOUSE
}

/// Makes a token for a house bot.
pub async fn mint_house(storage: &Storage, bot: &BotName) -> Result<Secret, Error> {
    let (row, secret) = new(Some(bot.to_string()), Some(HOUSE.into()))?;
    storage.write(vec![Change::Token(row)]).await?;
    Ok(secret)
}

/// Makes the house bots' tokens invalid: at the end of a run, and at the beginning for one that did not come to its end.
pub async fn revoke_house(storage: &Storage) -> Result<(), Error> {
    let tokens = storage.read(|store| store.list_tokens()).await?;
    let ours = tokens.into_iter().filter(|row| row.team.as_deref() == Some(HOUSE));
    storage.write(ours.map(|row| Change::Revoked { id: row.id }).collect()).await
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

/// A bot on a class list.
pub struct Pupil {
    bot: String,
    team: String,
    /// None for one that had a token already, which it keeps.
    secret: Option<Secret>,
}

/// The tokens of a class as a CSV to hand out, with the columns `name`, `team` and `token`.
pub fn class_csv(class: &[Pupil]) -> String {
    let mut text = "name,team,token\r\n".to_string();
    for Pupil { bot, team, secret } in class {
        // A team that a spreadsheet would take for a formula begins with an apostrophe.
        let safe = if team.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
        let secret = secret.as_ref().map_or(String::new(), Secret::to_string);
        text.push_str(&format!("{bot},\"{safe}{}\",{secret}\r\n", team.replace('"', "\"\"")));
    }
    text
}

/// The bots that had a token before the class list came.
pub fn had_tokens(class: &[Pupil]) -> Vec<&str> {
    class.iter().filter(|pupil| pupil.secret.is_none()).map(|pupil| &*pupil.bot).collect()
}

/// The fields of a line of CSV (RFC 4180). A line break within quotes is not read as one field.
fn fields(line: &str, separator: char) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for part in line.trim().split_inclusive(['"', separator]) {
        let (text, sign) = match part.char_indices().next_back() {
            Some((at, sign)) if sign == '"' || (sign == separator && !is_quoted) => (&part[..at], Some(sign)),
            _ => (part, None),
        };
        if let Some(field) = fields.last_mut() {
            // A quotation mark right after the closing one stands for itself.
            field.push_str(if text.is_empty() && sign == Some('"') && !is_quoted && !field.is_empty() { "\"" } else { text });
        }
        match sign {
            Some('"') => is_quoted = !is_quoted,
            Some(_) => fields.push(String::new()),
            None => {}
        }
    }
    fields.iter().map(|field| field.trim().to_string()).collect()
}

/// Makes a token for every line of a class list: a CSV with the columns `name` and `team`, of which the team may be empty. A bot that
/// has a token keeps it and gets no other, so that a list that has grown can be given again. All or none: a list with a mistake makes
/// no token.
///
/// # Errors
/// Which line is wrong, and how.
pub async fn mint_class(storage: &Storage, list: &str) -> Result<Vec<Pupil>, Error> {
    let bad = |line: usize, why: &str| Error::BadRequest(format!("line {line} of the class list: {why}"));
    let known = storage.read(|store| store.list_tokens()).await?;
    let mut lines = (1..).zip(list.trim_start_matches('\u{feff}').lines()).filter(|(_, text)| !text.trim().is_empty());
    let (line, header) = lines.next().ok_or_else(|| bad(1, "the list is empty; its first line is `name,team`"))?;
    // Where the comma is in numbers, spreadsheets write semicolons.
    let separator = if header.contains(';') { ';' } else { ',' };
    if !fields(header, separator).iter().map(|field| field.to_ascii_lowercase()).eq(["name", "team"]) {
        return Err(bad(line, "the first line is `name,team`"));
    }
    let (mut class, mut rows) = (Vec::<Pupil>::new(), Vec::new());
    for (line, text) in lines {
        let (name, team) = match &fields(text, separator)[..] {
            [name] => (name.clone(), String::new()),
            [name, team] => (name.clone(), team.clone()),
            _ => return Err(bad(line, &format!("a line has a name and a team, with one `{separator}` between them"))),
        };
        let name: BotName = name.parse().map_err(|error: Error| bad(line, &error.to_string()))?;
        let bot = name.to_string();
        if class.iter().any(|pupil| pupil.bot == bot) {
            return Err(bad(line, &format!("{bot} is on the list already")));
        }
        if !is_team(&team) {
            return Err(bad(line, &format!("a team has at most 40 characters, and is not {HOUSE}")));
        }
        let mut secret = None;
        if !known.iter().any(|row| row.bot.as_ref() == Some(&bot)) {
            let (row, fresh) = new(Some(bot.clone()), (!team.is_empty()).then(|| team.clone()))?;
            rows.push(row);
            secret = Some(fresh);
        }
        class.push(Pupil { bot, team, secret });
        if class.len() > 2_000 {
            return Err(bad(line, "a class has at most 2000 bots"));
        }
    }
    storage.write(rows.into_iter().map(Change::Token).collect()).await?;
    Ok(class)
}

/// Makes a token invalid.
pub async fn revoke(storage: &Storage, id: u64) -> Result<(), Error> {
    let tokens = storage.read(|store| store.list_tokens()).await?;
    if !tokens.iter().any(|row| row.id == id) {
        return Err(Error::NoSuchToken { id });
    }
    storage.write(vec![Change::Revoked { id }]).await
}

#[cfg(test)]
mod tests {
    use super::fields;

    #[test]
    fn fields_of_a_line() {
        for (line, separator, expected) in [
            ("ann,reds", ',', vec!["ann", "reds"]),
            (" ann ; the reds ", ';', vec!["ann", "the reds"]),
            (r#""ann","reds, the ""best""""#, ',', vec!["ann", r#"reds, the "best""#]),
            ("ann,", ',', vec!["ann", ""]),
            ("ann", ',', vec!["ann"]),
            (r#"ann,"","#, ',', vec!["ann", "", ""]),
            (r#""ann"#, ',', vec!["ann"]),
        ] {
            assert_eq!(fields(line, separator), expected, "{line}");
        }
    }
}
