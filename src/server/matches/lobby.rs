//! The lobby: which bots are connected, and which of them offer to play.

use super::Connection;
use crate::core::BotName;
use protocol::About;
use referee::TimeControl;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A connected bot.
#[derive(Clone)]
pub struct Presence {
    /// The way to it.
    pub connection: Connection,
    /// What it says of itself.
    pub about: About,
    /// The time control it offers to play at, if it does.
    pub seeking: Option<TimeControl>,
}

/// Who is connected.
#[derive(Default)]
pub struct Lobby {
    bots: Mutex<BTreeMap<String, Presence>>,
    /// Their names, for whoever looks at all of them; none while that is out of date.
    names: Mutex<Option<Arc<BTreeSet<String>>>>,
}

impl Lobby {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Presence>> {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A bot comes in; an older connection of the same bot is given back, to be closed.
    pub fn enter(&self, name: &BotName, presence: Presence) -> Option<Connection> {
        self.forget_names();
        self.lock().insert(name.to_string(), presence).map(|older| older.connection)
    }

    /// A connection is gone; nothing happens if the bot has a newer one. Says whether the bot left.
    pub fn leave(&self, name: &BotName, session: u64) -> bool {
        self.forget_names();
        let mut bots = self.lock();
        let is_it = bots.get(&**name).is_some_and(|presence| presence.connection.session == session);
        if is_it {
            bots.remove(&**name);
        }
        is_it
    }

    /// The way to a bot, if it is connected.
    pub fn connection(&self, name: &str) -> Option<Connection> {
        self.lock().get(name).map(|presence| presence.connection.clone())
    }

    /// At most so many of those who are connected, by name, after this one.
    pub fn page(&self, after: &str, limit: usize) -> Vec<(String, Presence)> {
        let later = (Bound::Excluded(after), Bound::Unbounded);
        self.lock().range::<str, _>(later).take(limit).map(|(name, presence)| (name.clone(), presence.clone())).collect()
    }

    fn forget_names(&self) {
        *self.names.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The names of all who are connected.
    pub fn present(&self) -> Arc<BTreeSet<String>> {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.get_or_insert_with(|| Arc::new(self.lock().keys().cloned().collect())).clone()
    }

    /// How many are connected.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// The bot offers to play no longer.
    pub fn unseek(&self, name: &BotName) {
        if let Some(presence) = self.lock().get_mut(&**name) {
            presence.seeking = None;
        }
    }

    /// Takes somebody else who offers to play at this time control, or notes that this bot does.
    pub fn partner_or_wait(&self, name: &BotName, time: TimeControl) -> Option<String> {
        let mut bots = self.lock();
        let partner = bots.iter_mut().find(|(other, presence)| **other != **name && presence.seeking == Some(time));
        if let Some((partner, presence)) = partner {
            presence.seeking = None;
            return Some(partner.clone());
        }
        if let Some(presence) = bots.get_mut(&**name) {
            presence.seeking = Some(time);
        }
        None
    }
}
