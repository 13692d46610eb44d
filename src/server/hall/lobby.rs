//! The lobby: which bots are connected, and which of them offer to play.

use super::{Hall, Link, Proposal};
use crate::Error;
use crate::app::App;
use protocol::{About, Seek};
use referee::{Terms, TimeControl};
use rules::{BySide, Knights, Position};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The name of a bot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BotName(String);

impl FromStr for BotName {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let edge = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let inside = |c: char| c.is_alphanumeric() || " _-.'".contains(c);
        if edge(name.chars().next()) && edge(name.chars().last()) && name.chars().all(inside) && name.chars().count() <= 40 {
            Ok(BotName(name.into()))
        } else {
            Err(Error::BadName { name: name.chars().take(60).collect() })
        }
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::ops::Deref for BotName {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

/// A connected bot.
#[derive(Clone)]
pub struct Presence {
    /// The way to it.
    pub link: Link,
    /// What it says of itself.
    pub about: About,
    /// The time control it offers to play at, if it does.
    pub seeking: Option<TimeControl>,
}

/// Who is connected.
#[derive(Default)]
pub struct Lobby {
    bots: Mutex<BTreeMap<String, Presence>>,
}

impl Lobby {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Presence>> {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A bot comes in; an older connection of the same bot is given back, to be closed.
    pub fn enter(&self, name: &BotName, presence: Presence) -> Option<Link> {
        self.lock().insert(name.to_string(), presence).map(|older| older.link)
    }

    /// A connection is gone; nothing happens if the bot has a newer one. Says whether the bot left.
    pub fn leave(&self, name: &BotName, session: u64) -> bool {
        let mut bots = self.lock();
        let is_it = bots.get(&**name).is_some_and(|presence| presence.link.session == session);
        if is_it {
            bots.remove(&**name);
        }
        is_it
    }

    /// The way to a bot, if it is connected.
    pub fn link(&self, name: &str) -> Option<Link> {
        self.lock().get(name).map(|presence| presence.link.clone())
    }

    /// Everybody who is connected, by name.
    pub fn list(&self) -> Vec<(String, Presence)> {
        self.lock().iter().map(|(name, presence)| (name.clone(), presence.clone())).collect()
    }

    /// The bot offers to play no longer.
    pub fn unseek(&self, name: &BotName) {
        if let Some(presence) = self.lock().get_mut(&**name) {
            presence.seeking = None;
        }
    }

    /// Takes somebody else who offers to play at this time control, or notes that this bot does.
    fn partner_or_wait(&self, name: &BotName, time: TimeControl) -> Option<BotName> {
        let mut bots = self.lock();
        let partner = bots.iter_mut().find(|(other, presence)| **other != **name && presence.seeking == Some(time));
        if let Some((partner, presence)) = partner {
            presence.seeking = None;
            return Some(BotName(partner.clone()));
        }
        if let Some(presence) = bots.get_mut(&**name) {
            presence.seeking = Some(time);
        }
        None
    }

    /// A bot offers to play. Says whether a match came of it at once.
    pub async fn seek(app: &Arc<App>, name: &BotName, seek: Seek) -> Result<bool, Error> {
        let time = match &seek.time {
            None => app.config.time,
            Some(text) => text.parse().map_err(|error| Error::BadRequest(format!("`time`: {error}")))?,
        };
        let partner = match seek.opponent {
            None => app.lobby.partner_or_wait(name, time),
            Some(opponent) => {
                let opponent: BotName = opponent.parse()?;
                if app.lobby.link(&opponent).is_none() {
                    return Err(Error::BotOffline { name: opponent.to_string() });
                }
                Some(opponent)
            }
        };
        let Some(partner) = partner else { return Ok(false) };
        let players =
            if app.toss() { BySide { white: name.clone(), black: partner } } else { BySide { white: partner, black: name.clone() } };
        // Whoever plays for practice is told what was wrong, and plays on.
        let terms = Terms { strikes: app.config.practice_strikes, ..Hall::terms(app, time) };
        Hall::create(app, Proposal { players, position: Knights::start(), terms }).await?;
        Ok(true)
    }
}
