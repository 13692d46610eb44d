//! The lobby: which bots are connected, and which of them offer to play.

use super::Connection;
use super::connections::Connections;
use crate::{BotName, Error, Look};
use protocol::About;
use referee::TimeControl;
use rules::{Game, Side};
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A connected bot.
#[derive(Clone)]
pub struct Presence {
    /// The way to it.
    pub connection: Connection,
    /// What it says of itself.
    pub about: About,
    /// What it offers, if it does.
    pub seeking: Option<Offer>,
    /// How the bot is told from another that comes under the same name.
    pub claim: Claim,
}

/// What tells a bot from another that comes under the same name.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Whether it has shown a token for the name: no other can come without one.
    pub guarded: bool,
    /// The secret for coming back, which its `welcome` gave; none by line protocol.
    pub back: Option<String>,
    /// Where it came from.
    pub address: Option<IpAddr>,
}

/// A bot offers to play one game.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The game.
    pub game: Game,
    /// The time control.
    pub time: TimeControl,
    /// The side that the bot would have; none if that is all the same to it.
    pub side: Option<Side>,
    /// How the first `state` will tell the bot that the game is the one it sought.
    pub seek: Option<SeekId>,
}

impl Offer {
    /// Whether a match can come of the two: the same game and time, and not both at the same side.
    fn goes_with(&self, other: &Offer) -> bool {
        (self.game, self.time) == (other.game, other.time) && (self.side.is_none() || self.side != other.side)
    }
}

/// The mark that a connection gave its `seek`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekId {
    /// The connection: the bot's next one knows nothing of it.
    pub session: u64,
    /// The mark.
    pub id: String,
}

/// Who is connected.
#[derive(Default)]
pub struct Lobby {
    bots: Mutex<BTreeMap<String, Presence>>,
    looks: Mutex<BTreeMap<Look, BTreeMap<String, usize>>>,
    /// The names that have a token, by what they look like.
    guarded: Mutex<BTreeMap<Look, BTreeSet<String>>>,
    /// When they were connected.
    pub connections: Connections,
    /// For whoever looks at all of them; none while that is out of date.
    present: Mutex<Option<Arc<Present>>>,
}

/// Who is connected, for whoever looks at all of them.
#[derive(Debug, Default)]
pub struct Present {
    /// Their names, and the games that each of them plays.
    pub games: BTreeMap<String, Vec<String>>,
    /// The version of each that says one.
    pub versions: BTreeMap<String, String>,
    /// Those who play from the usual start alone: also who came by the line protocol last, and may be between two games.
    pub without_openings: BTreeSet<String>,
}

impl Present {
    /// Whether a bot is there and plays this game.
    pub fn plays(&self, name: &str, game: Game) -> bool {
        self.games.get(name).is_some_and(|games| games.iter().any(|played| played == game.name()))
    }

    /// Refuses a bot that is there and does not play this game.
    pub fn must_play(&self, name: &str, game: Game) -> Result<(), Error> {
        match self.games.get(name) {
            Some(games) if !self.plays(name, game) => {
                Err(Error::PlaysOtherGames { name: name.into(), plays: games.join(", "), game: game.name() })
            }
            _ => Ok(()),
        }
    }
}

impl Lobby {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Presence>> {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A bot comes in; an older connection of the same bot is given back, to be closed.
    pub fn enter(&self, name: &BotName, presence: Presence) -> Option<Connection> {
        // Where a token guards the name, the address tells nothing.
        let address = presence.claim.address.filter(|_| !presence.claim.guarded);
        self.connections.began(name, &presence.connection, &presence.about, address);
        let older = self.lock().insert(name.to_string(), presence).map(|older| older.connection);
        if older.is_none() {
            self.hold(name);
        }
        self.forget_present();
        older
    }

    /// A connection is gone, as the word says; nothing else happens if the bot has a newer one. Says whether the bot left.
    pub fn leave(&self, name: &BotName, session: u64, how: &'static str) -> bool {
        self.connections.ended(name, session, how);
        let mut bots = self.lock();
        let is_it = bots.get(&**name).is_some_and(|presence| presence.connection.session == session);
        if is_it {
            bots.remove(&**name);
            self.release(name);
        }
        drop(bots);
        self.forget_present();
        is_it
    }

    fn looks(&self) -> MutexGuard<'_, BTreeMap<Look, BTreeMap<String, usize>>> {
        self.looks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody else may have a name that looks like this one, until it is released as often as it was held.
    pub fn hold(&self, name: &BotName) {
        *self.looks().entry(name.look()).or_default().entry(name.to_string()).or_default() += 1;
    }

    /// The name is held once less.
    pub fn release(&self, name: &BotName) {
        let (look, mut looks) = (name.look(), self.looks());
        if let Some(names) = looks.get_mut(&look)
            && let Some(count) = names.get_mut(&**name)
        {
            *count -= 1;
            if *count == 0 {
                names.remove(&**name);
            }
            if names.is_empty() {
                looks.remove(&look);
            }
        }
    }

    /// Nobody may have a name that looks like one of these, which have a token, whether their bots are there or not.
    pub fn guard(&self, names: BTreeMap<Look, BTreeSet<String>>) {
        *self.guarded.lock().unwrap_or_else(PoisonError::into_inner) = names;
    }

    /// Another name, which is held or has a token, that people take for this one.
    pub fn looks_like(&self, name: &BotName) -> Option<String> {
        let look = name.look();
        let held = self.looks().get(&look).and_then(|names| names.keys().find(|other| ***other != **name).cloned());
        let guarded = self.guarded.lock().unwrap_or_else(PoisonError::into_inner);
        held.or_else(|| guarded.get(&look)?.iter().find(|other| ***other != **name).cloned())
    }

    /// Who is connected under a name.
    pub fn presence(&self, name: &str) -> Option<Presence> {
        self.lock().get(name).cloned()
    }

    /// The way to a bot, if it is connected.
    pub fn connection(&self, name: &str) -> Option<Connection> {
        self.lock().get(name).map(|presence| presence.connection.clone())
    }

    /// At most so many of those who are connected, and play this game if one is named, by name, after this one.
    pub fn page(&self, after: &str, game: Option<Game>, limit: usize) -> Vec<(String, Presence)> {
        let later = (Bound::Excluded(after), Bound::Unbounded);
        let plays = |presence: &Presence| game.is_none_or(|game| presence.about.games.iter().any(|name| name == game.name()));
        let bots = self.lock();
        let page = bots.range::<str, _>(later).filter(|(_, presence)| plays(presence)).take(limit);
        page.map(|(name, presence)| (name.clone(), presence.clone())).collect()
    }

    /// To be called after a change: what another thread finds out before it would else be taken for true until the next.
    fn forget_present(&self) {
        *self.present.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Who is connected.
    pub fn present(&self) -> Arc<Present> {
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        let look = || {
            let bots = self.lock();
            let without = bots.iter().filter(|(_, presence)| !presence.about.openings);
            let without_openings = without.map(|(name, _)| name.clone()).chain(self.connections.by_line()).collect();
            let games = bots.iter().map(|(name, presence)| (name.clone(), presence.about.games.clone())).collect();
            let versions = bots.iter().filter_map(|(name, presence)| Some((name.clone(), presence.about.version.clone()?))).collect();
            Arc::new(Present { games, versions, without_openings })
        };
        present.get_or_insert_with(look).clone()
    }

    /// How many are connected.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// The bot offers to play no longer.
    pub fn unseek(&self, name: &BotName) {
        if let Some(presence) = self.lock().get_mut(&**name) {
            presence.seeking = None;
        }
    }

    /// Takes somebody else whose offer goes with this one, or notes that this bot offers to play.
    pub fn partner_or_wait(&self, name: &BotName, offer: &Offer) -> Option<(String, Offer)> {
        let mut bots = self.lock();
        let others = bots.iter_mut().filter(|(other, _)| **other != **name);
        for (partner, presence) in others {
            if let Some(theirs) = presence.seeking.take_if(|theirs| offer.goes_with(theirs)) {
                return Some((partner.clone(), theirs));
            }
        }
        if let Some(presence) = bots.get_mut(&**name) {
            presence.seeking = Some(offer.clone());
        }
        None
    }
}
