//! When each bot was connected lately, and how its connections ended, for its owner. In memory, and no more than fits.

use super::Connection;
use lru::LruCache;
use protocol::{About, ConnectionRecord, Transport};
use runtime::household;
use runtime::{rfc3339, wall_clock_ms};
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How many connections of one bot are kept, the latest.
const EACH: usize = 20;
/// Of how many bots they are kept: who came last longest ago goes first.
const BOTS: NonZeroUsize = NonZeroUsize::new(2_000).expect("not zero");
/// Of how many bots it is known who spoke for them.
const SPEAKERS: usize = 8_192;
/// For how long after its last connection the address of a bot that no token guards is its home.
const HOME_FOR: Duration = Duration::from_secs(600);
/// For how long after its last connection by line protocol, which plays one game, a bot is about to come for its next.
const BETWEEN_GAMES: Duration = Duration::from_secs(60);

/// How a connection by line protocol ends that has had its game.
pub const GAME_OVER: &str = "its game is over";

struct Kept {
    session: u64,
    address: Option<IpAddr>,
    link: Transport,
    is_guest: bool,
    version: Option<String>,
    began_ms: i64,
    ended: Option<Ended>,
}

struct Ended {
    ms: i64,
    at: Instant,
    how: &'static str,
}

/// The latest connections of the bots.
pub struct Connections {
    bots: Mutex<LruCache<String, VecDeque<Kept>>>,
    /// From where somebody has spoken for a bot that no token guards and that has not come itself.
    speakers: Mutex<BTreeMap<String, IpAddr>>,
}

impl Default for Connections {
    fn default() -> Self {
        Connections { bots: Mutex::new(LruCache::new(BOTS)), speakers: Mutex::default() }
    }
}

impl Connections {
    fn lock(&self) -> MutexGuard<'_, LruCache<String, VecDeque<Kept>>> {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A bot has come.
    pub fn began(&self, name: &str, connection: &Connection, about: &About, address: Option<IpAddr>) {
        let (session, link, is_guest, version) = (connection.session, connection.link, connection.is_guest, about.version.clone());
        let new = Kept { session, address, link, is_guest, version, began_ms: wall_clock_ms(), ended: None };
        let mut bots = self.lock();
        // However many come under new names, it is known where those are at home that are connected.
        let is_full = bots.len() == BOTS.get() && !bots.contains(name);
        for _ in 0..if is_full { BOTS.get() } else { 0 } {
            match bots.pop_lru() {
                Some((name, kept)) if kept.iter().any(|kept| kept.ended.is_none()) => drop(bots.push(name, kept)),
                _ => break,
            }
        }
        let kept = bots.get_or_insert_mut_ref(name, VecDeque::new);
        if kept.len() == EACH {
            // However many guests come, it is known where the bot is at home.
            let oldest = kept.iter().position(|kept| kept.is_guest).unwrap_or(0);
            kept.remove(oldest);
        }
        kept.push_back(new);
    }

    /// A connection is over: the word says how.
    pub fn ended(&self, name: &str, session: u64, how: &'static str) {
        let mut bots = self.lock();
        let of_bot = bots.get_mut(name).into_iter().flatten();
        if let Some(kept) = of_bot.filter(|kept| kept.session == session && kept.ended.is_none()).last() {
            kept.ended = Some(Ended { ms: wall_clock_ms(), at: Instant::now(), how });
        }
    }

    /// Those who came by the line protocol last: they may be between two games, for which each time they connect anew.
    pub fn by_line(&self) -> Vec<String> {
        let bots = self.lock();
        let last_by_line = |kept: &VecDeque<Kept>| kept.back().is_some_and(|last| last.link == Transport::Line);
        bots.iter().filter(|(_, kept)| last_by_line(kept)).map(|(name, _)| name.clone()).collect()
    }

    fn speakers(&self) -> MutexGuard<'_, BTreeMap<String, IpAddr>> {
        self.speakers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where a bot that no token guards came from last, if it has come lately; or else where it was first spoken for.
    pub fn last_address(&self, name: &str) -> Option<IpAddr> {
        let of_itself = self.lock().peek(name).and_then(|kept| kept.iter().rfind(|kept| !kept.is_guest)?.address);
        of_itself.or_else(|| self.speakers().get(name).copied())
    }

    /// Whether a client at this address, under the name of a bot that no token guards, is not at the bot's home.
    pub fn is_guest(&self, name: &str, address: Option<IpAddr>) -> bool {
        self.is_elsewhere(name, address, HOME_FOR, |_| true)
    }

    /// Whether the name belongs to a bot at another address that connects anew for each game, and has just ended one.
    pub fn is_between_games(&self, name: &str, address: Option<IpAddr>) -> bool {
        self.is_elsewhere(name, address, BETWEEN_GAMES, |kept| kept.ended.as_ref().is_none_or(|ended| ended.how == GAME_OVER))
    }

    /// Whether the last such connection from the bot's home came from another address, and ended less than so long ago.
    fn is_elsewhere(&self, name: &str, address: Option<IpAddr>, within: Duration, such: impl Fn(&Kept) -> bool) -> bool {
        let bots = self.lock();
        let home = bots.peek(name).and_then(|kept| kept.iter().rfind(|kept| !kept.is_guest && such(kept)));
        home.is_some_and(|home| {
            let is_recent = home.ended.as_ref().is_none_or(|ended| ended.at.elapsed() < within);
            is_recent && home.address.is_some() && home.address.map(household) != address.map(household)
        })
    }

    /// Somebody at this address has entered a bot, or told of it.
    pub fn spoken_for(&self, name: &str, address: IpAddr) {
        let mut speakers = self.speakers();
        if speakers.len() < SPEAKERS {
            speakers.entry(name.into()).or_insert(address);
        }
    }

    /// The latest connections of a bot, the newest first.
    pub fn of(&self, name: &str) -> Vec<ConnectionRecord> {
        let record = |kept: &Kept| ConnectionRecord {
            session: kept.session,
            link: kept.link,
            version: kept.version.clone(),
            began: rfc3339(kept.began_ms),
            ended: kept.ended.as_ref().map(|ended| rfc3339(ended.ms)),
            how: kept.ended.as_ref().map(|ended| ended.how.into()),
        };
        self.lock().peek(name).into_iter().flatten().rev().map(record).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn come(connections: &Connections, name: &str, session: u64) {
        let (connection, _) = Connection::new(session, Transport::WebSocket);
        connections.began(name, &connection, &About::named(name), None);
    }

    #[test]
    fn the_latest_of_each_are_kept_and_no_more() {
        let connections = Connections::default();
        for session in 0..30 {
            come(&connections, "ann", session);
            connections.ended("ann", session, "gone");
        }
        come(&connections, "ann", 30);
        let sessions: Vec<u64> = connections.of("ann").iter().map(|record| record.session).collect();
        assert_eq!(sessions, (11..=30).rev().collect::<Vec<_>>());
        assert_eq!(connections.of("ann").iter().map(|record| record.how.as_deref()).take(2).collect::<Vec<_>>(), [None, Some("gone")]);
        for number in 0..BOTS.get() as u64 {
            come(&connections, &format!("bot{number}"), 31 + number);
        }
        assert!(connections.of("ann").is_empty() && connections.lock().len() == BOTS.get(), "who came longest ago is forgotten");
        assert_eq!(connections.of("bot0").len(), 1);
    }

    #[test]
    fn strangers_under_new_names_do_not_displace_a_bot_that_is_connected() {
        let connections = Connections::default();
        come(&connections, "ann", 0);
        for number in 1..=2 * BOTS.get() as u64 {
            let name = format!("bot{number}");
            come(&connections, &name, number);
            connections.ended(&name, number, "gone");
        }
        assert_eq!(connections.of("ann").len(), 1);
        assert_eq!(connections.lock().len(), BOTS.get());
    }
}
