//! The register of connected bots and their open seeks.

use super::Connection;
use super::connection_history::ConnectionHistory;
use crate::{BotName, ConfusableSkeleton, Error};
use parking_lot::Mutex;
use protocol::About;
use referee::TimeControl;
use rules::{Game, Side};
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::ops::Bound;
use std::sync::Arc;

#[derive(Clone)]
pub struct Presence {
    pub connection: Connection,
    pub about: About,
    pub seeking: Option<OpenSeek>,
    pub claim: NameClaim,
}

/// How a bot proves its claim to a name.
#[derive(Clone, Debug)]
pub struct NameClaim {
    /// Whether it has shown the token of its name. Then no bot can use the name without the token.
    pub has_token: bool,
    /// The resume token of its `welcome`; none by line protocol.
    pub resume_token: Option<String>,
    pub address: Option<IpAddr>,
}

#[derive(Clone, Debug)]
pub struct OpenSeek {
    pub game: Game,
    pub time: TimeControl,
    /// The wanted side; none for either.
    pub side: Option<Side>,
    /// The id of the seek, which the first `state` of the game repeats.
    pub seek: Option<SeekId>,
}

impl OpenSeek {
    /// Whether two seeks match: the same game and time control, and not the same side.
    fn matches(&self, other: &OpenSeek) -> bool {
        (self.game, self.time) == (other.game, other.time) && (self.side.is_none() || self.side != other.side)
    }
}

/// The id that a bot gave its `seek`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekId {
    pub session: u64,
    pub id: String,
}

#[derive(Default)]
pub struct ConnectedBots {
    bots: Mutex<BTreeMap<String, Presence>>,
    /// Names in use with their use counts, by skeleton.
    in_use: Mutex<BTreeMap<ConfusableSkeleton, BTreeMap<String, usize>>>,
    /// Names with a token, by skeleton.
    protected: Mutex<BTreeMap<ConfusableSkeleton, BTreeSet<String>>>,
    pub history: ConnectionHistory,
    /// The cached snapshot; none after a change.
    snapshot: Mutex<Option<Arc<BotSnapshot>>>,
}

#[derive(Debug, Default)]
pub struct BotSnapshot {
    /// Their names, and the games that each of them plays.
    pub games: BTreeMap<String, Vec<String>>,
    pub versions: BTreeMap<String, String>,
    /// Bots that play only from the start position, and bots whose last connection used the line protocol.
    pub without_openings: BTreeSet<String>,
}

impl BotSnapshot {
    pub fn plays(&self, name: &str, game: Game) -> bool {
        self.games.get(name).is_some_and(|games| games.iter().any(|played| played == game.name()))
    }

    /// Refuses a connected bot that does not play this game.
    pub fn must_play(&self, name: &str, game: Game) -> Result<(), Error> {
        match self.games.get(name) {
            Some(games) if !self.plays(name, game) => {
                Err(Error::PlaysOtherGames { name: name.into(), plays: games.join(", "), game: game.name() })
            }
            _ => Ok(()),
        }
    }
}

impl ConnectedBots {
    /// Adds a bot. Returns its previous connection, for the caller to close.
    pub fn enter(&self, name: &BotName, presence: Presence) -> Option<Connection> {
        // The address identifies only bots without a token.
        let address = presence.claim.address.filter(|_| !presence.claim.has_token);
        self.history.began(name, &presence.connection, &presence.about, address);
        let older = self.bots.lock().insert(name.to_string(), presence).map(|older| older.connection);
        if older.is_none() {
            self.hold(name);
        }
        *self.snapshot.lock() = None;
        older
    }

    /// Removes a closed connection; `false` if a newer one has replaced it.
    pub fn leave(&self, name: &BotName, session: u64, how: &'static str) -> bool {
        self.history.ended(name, session, how);
        let mut bots = self.bots.lock();
        let is_it = bots.get(&**name).is_some_and(|presence| presence.connection.session == session);
        if is_it {
            bots.remove(&**name);
            self.release(name);
        }
        drop(bots);
        *self.snapshot.lock() = None;
        is_it
    }

    /// Reserves the skeleton of a name; a use count, which `release` decrements.
    pub fn hold(&self, name: &BotName) {
        *self.in_use.lock().entry(name.skeleton()).or_default().entry(name.to_string()).or_default() += 1;
    }

    /// Decrements the use count of a name.
    pub fn release(&self, name: &BotName) {
        let (skeleton, mut in_use) = (name.skeleton(), self.in_use.lock());
        let Some(names) = in_use.get_mut(&skeleton) else { return };
        if let Some(count) = names.get_mut(&**name) {
            *count -= 1;
        }
        names.retain(|_, count| *count > 0);
        if names.is_empty() {
            in_use.remove(&skeleton);
        }
    }

    /// Sets the names that have a token, whose skeletons are reserved.
    pub fn protect_names(&self, names: BTreeMap<ConfusableSkeleton, BTreeSet<String>>) {
        *self.protected.lock() = names;
    }

    /// A different name, in use or with a token, that is confusable with this one.
    pub fn confusable_with(&self, name: &BotName) -> Option<String> {
        let skeleton = name.skeleton();
        let in_use = self.in_use.lock().get(&skeleton).and_then(|names| names.keys().find(|other| ***other != **name).cloned());
        in_use.or_else(|| self.protected.lock().get(&skeleton)?.iter().find(|other| ***other != **name).cloned())
    }

    pub fn presence(&self, name: &str) -> Option<Presence> {
        self.bots.lock().get(name).cloned()
    }

    pub fn connection(&self, name: &str) -> Option<Connection> {
        self.bots.lock().get(name).map(|presence| presence.connection.clone())
    }

    /// A page of connected bots after a name, in order of names, optionally of one game.
    pub fn page(&self, after: &str, game: Option<Game>, limit: usize) -> Vec<(String, Presence)> {
        let later = (Bound::Excluded(after), Bound::Unbounded);
        let plays = |presence: &Presence| game.is_none_or(|game| presence.about.games.iter().any(|name| name == game.name()));
        let bots = self.bots.lock();
        let page = bots.range::<str, _>(later).filter(|(_, presence)| plays(presence)).take(limit);
        page.map(|(name, presence)| (name.clone(), presence.clone())).collect()
    }

    pub fn snapshot(&self) -> Arc<BotSnapshot> {
        let take = || {
            let bots = self.bots.lock();
            let without = bots.iter().filter(|(_, presence)| !presence.about.openings);
            let without_openings = without.map(|(name, _)| name.clone()).chain(self.history.by_line()).collect();
            let games = bots.iter().map(|(name, presence)| (name.clone(), presence.about.games.clone())).collect();
            let versions = bots.iter().filter_map(|(name, presence)| Some((name.clone(), presence.about.version.clone()?))).collect();
            Arc::new(BotSnapshot { games, versions, without_openings })
        };
        self.snapshot.lock().get_or_insert_with(take).clone()
    }

    pub fn count(&self) -> usize {
        self.bots.lock().len()
    }

    pub fn unseek(&self, name: &BotName) {
        if let Some(presence) = self.bots.lock().get_mut(&**name) {
            presence.seeking = None;
        }
    }

    /// Accepts a matching seek of another bot, or opens this one.
    pub fn match_or_open(&self, name: &BotName, offer: &OpenSeek) -> Option<(String, OpenSeek)> {
        let mut bots = self.bots.lock();
        for (partner, presence) in bots.iter_mut().filter(|(other, _)| **other != **name) {
            if let Some(theirs) = presence.seeking.take_if(|theirs| offer.matches(theirs)) {
                return Some((partner.clone(), theirs));
            }
        }
        if let Some(presence) = bots.get_mut(&**name) {
            presence.seeking = Some(offer.clone());
        }
        None
    }
}
