//! The latest connections of each bot and how they ended, in memory, bounded.

use super::Connection;
use lru::LruCache;
use parking_lot::Mutex;
use protocol::{About, ConnectionRecord, Transport};
use runtime::{address_block, rfc3339, wall_clock_ms};
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::time::Duration;
use tokio::time::Instant;

/// The most connections of one bot.
const EACH: usize = 20;
/// The most bots; the least recently connected is evicted first.
const BOTS: NonZeroUsize = NonZeroUsize::new(2_000).expect("not zero");
/// The most stored addresses of entered bots.
const ENTRANTS: usize = 8_192;
/// How long the address of a bot without a token is remembered after its last connection.
const ADDRESS_LIFETIME: Duration = Duration::from_secs(600);
/// The time in which a line-protocol bot, which plays one game per connection, should reconnect.
const BETWEEN_GAMES: Duration = Duration::from_secs(60);

/// How a line-protocol connection ends after its game.
pub const GAME_OVER: &str = "its game is over";

struct BotConnections {
    session: u64,
    address: Option<IpAddr>,
    link: Transport,
    is_guest: bool,
    version: Option<String>,
    began_ms: i64,
    ended: Option<EndedMatch>,
}

struct EndedMatch {
    ms: i64,
    at: Instant,
    how: &'static str,
}

pub struct ConnectionHistory {
    bots: Mutex<LruCache<String, VecDeque<BotConnections>>>,
    /// The address from which a bot without a token was entered, until its first connection.
    entered_from: Mutex<BTreeMap<String, IpAddr>>,
    /// Refused connections of a name without its token, since its last connection.
    turned_away: Mutex<LruCache<String, u32>>,
}

impl Default for ConnectionHistory {
    fn default() -> Self {
        ConnectionHistory {
            bots: Mutex::new(LruCache::new(BOTS)),
            entered_from: Mutex::default(),
            turned_away: Mutex::new(LruCache::new(BOTS)),
        }
    }
}

impl ConnectionHistory {
    pub fn began(&self, name: &str, connection: &Connection, about: &About, address: Option<IpAddr>) {
        let (session, link, is_guest, version) = (connection.session, connection.link, connection.is_guest, about.version.clone());
        let new = BotConnections { session, address, link, is_guest, version, began_ms: wall_clock_ms(), ended: None };
        self.turned_away.lock().pop(name);
        if !is_guest && address.is_some() {
            self.entered_from.lock().remove(name);
        }
        let mut bots = self.bots.lock();
        // New names do not evict connected bots.
        let is_full = bots.len() == BOTS.get() && !bots.contains(name);
        for _ in 0..if is_full { BOTS.get() } else { 0 } {
            match bots.pop_lru() {
                Some((name, records)) if records.iter().any(|record| record.ended.is_none()) => drop(bots.push(name, records)),
                _ => break,
            }
        }
        let records = bots.get_or_insert_mut_ref(name, VecDeque::new);
        if records.len() == EACH {
            // Guests are evicted first, so that the bot's home stays known.
            let oldest = records.iter().position(|record| record.is_guest).unwrap_or(0);
            records.remove(oldest);
        }
        records.push_back(new);
    }

    pub fn turned_away(&self, name: &str) {
        *self.turned_away.lock().get_or_insert_mut_ref(name, || 0) += 1;
    }

    /// Refused connections since its last connection.
    pub fn times_turned_away(&self, name: &str) -> u32 {
        self.turned_away.lock().peek(name).copied().unwrap_or_default()
    }

    pub fn ended(&self, name: &str, session: u64, how: &'static str) {
        let mut bots = self.bots.lock();
        let of_bot = bots.get_mut(name).into_iter().flatten();
        if let Some(record) = of_bot.filter(|record| record.session == session && record.ended.is_none()).last() {
            record.ended = Some(EndedMatch { ms: wall_clock_ms(), at: Instant::now(), how });
        }
    }

    /// The bots whose last connection used the line protocol: they may be between two games.
    pub fn by_line(&self) -> Vec<String> {
        let bots = self.bots.lock();
        let last_by_line = |records: &VecDeque<BotConnections>| records.back().is_some_and(|last| last.link == Transport::Line);
        bots.iter().filter(|(_, records)| last_by_line(records)).map(|(name, _)| name.clone()).collect()
    }

    /// The last address of a bot without a token, or else the address from which it was first entered.
    pub fn last_address(&self, name: &str) -> Option<IpAddr> {
        let own = self.bots.lock().peek(name).and_then(|records| records.iter().rfind(|record| !record.is_guest)?.address);
        own.or_else(|| self.entered_from.lock().get(name).copied())
    }

    /// Whether the home of this bot without a token is another address.
    pub fn is_guest(&self, name: &str, address: Option<IpAddr>) -> bool {
        self.is_elsewhere(name, address, ADDRESS_LIFETIME, |_| true)
    }

    /// Whether a line-protocol bot at another address has just ended a game, and will reconnect.
    pub fn is_between_games(&self, name: &str, address: Option<IpAddr>) -> bool {
        self.is_elsewhere(name, address, BETWEEN_GAMES, |record| record.ended.as_ref().is_none_or(|ended| ended.how == GAME_OVER))
    }

    /// Whether its last connection of this kind came from another address and ended less than `within` ago.
    fn is_elsewhere(&self, name: &str, address: Option<IpAddr>, within: Duration, such: impl Fn(&BotConnections) -> bool) -> bool {
        let bots = self.bots.lock();
        let home = bots.peek(name).and_then(|records| records.iter().rfind(|record| !record.is_guest && such(record)));
        home.is_some_and(|home| {
            let is_recent = home.ended.as_ref().is_none_or(|ended| ended.at.elapsed() < within);
            is_recent && home.address.is_some() && home.address.map(address_block) != address.map(address_block)
        })
    }

    /// Records the address from which a bot was entered; the first one counts.
    pub fn entered(&self, name: &str, address: IpAddr) {
        let mut addresses = self.entered_from.lock();
        addresses.entry(name.into()).or_insert(address);
        if addresses.len() > ENTRANTS {
            // The block with the most names loses one, so that a flood from one block evicts its own names.
            let mut names = BTreeMap::<IpAddr, Vec<&String>>::new();
            addresses.iter().for_each(|(name, &from)| names.entry(address_block(from)).or_default().push(name));
            if let Some(evicted) = names.into_values().max_by_key(Vec::len).and_then(|names| names.first().copied().cloned()) {
                addresses.remove(&evicted);
            }
        }
    }

    /// The latest connections of a bot, newest first.
    pub fn of(&self, name: &str) -> Vec<ConnectionRecord> {
        let record = |record: &BotConnections| ConnectionRecord {
            session: record.session,
            link: record.link,
            version: record.version.clone(),
            began: rfc3339(record.began_ms),
            ended: record.ended.as_ref().map(|ended| rfc3339(ended.ms)),
            how: record.ended.as_ref().map(|ended| ended.how.into()),
        };
        self.bots.lock().peek(name).into_iter().flatten().rev().map(record).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connect(history: &ConnectionHistory, name: &str, session: u64) {
        let (connection, _) = Connection::new(session, Transport::WebSocket);
        history.began(name, &connection, &About::named(name), None);
    }

    #[test]
    fn a_bot_that_was_turned_away_is_counted_until_it_connects() {
        let history = ConnectionHistory::default();
        (0..3).for_each(|_| history.turned_away("ann"));
        assert_eq!((history.times_turned_away("ann"), history.times_turned_away("bob")), (3, 0));
        connect(&history, "ann", 1);
        assert_eq!(history.times_turned_away("ann"), 0);
    }

    #[test]
    fn the_latest_connections_are_stored_and_connected_bots_are_not_evicted() {
        let history = ConnectionHistory::default();
        for session in 0..30 {
            connect(&history, "ann", session);
            history.ended("ann", session, "gone");
        }
        connect(&history, "ann", 30);
        let sessions: Vec<u64> = history.of("ann").iter().map(|record| record.session).collect();
        assert_eq!(sessions, (11..=30).rev().collect::<Vec<_>>());
        assert_eq!(history.of("ann").iter().map(|record| record.how.as_deref()).take(2).collect::<Vec<_>>(), [None, Some("gone")]);
        for number in 0..BOTS.get() as u64 {
            connect(&history, &format!("bot{number}"), 31 + number);
        }
        assert!(history.of("ann").is_empty() && history.bots.lock().len() == BOTS.get(), "of connected bots, the oldest is evicted");
        assert_eq!(history.of("bot0").len(), 1);
        for number in 0..20 {
            let name = format!("new{number}");
            connect(&history, &name, 10_000 + number);
            history.ended(&name, 10_000 + number, "gone");
        }
        assert!(history.of("bot0").is_empty() && history.of("bot1999").len() == 1, "all but one are connected");
        assert_eq!(history.bots.lock().len(), BOTS.get());
    }

    #[test]
    fn no_address_evicts_what_others_have_entered() {
        let (history, home, flood) = (ConnectionHistory::default(), IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        history.entered("ann", home);
        (0..ENTRANTS + 100).for_each(|number| history.entered(&format!("a{number}"), flood));
        history.entered("zoe", home);
        assert_eq!(["ann", "zoe"].map(|name| history.last_address(name)), [Some(home); 2]);
        assert_eq!(history.entered_from.lock().len(), ENTRANTS);
        let (connection, _) = Connection::new(1, Transport::WebSocket);
        history.began("ann", &connection, &About::named("ann"), Some(home));
        assert_eq!((history.last_address("ann"), history.entered_from.lock().contains_key("ann")), (Some(home), false));
    }
}
