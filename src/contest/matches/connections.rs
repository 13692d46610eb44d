//! When each bot was connected lately, and how its connections ended, for its owner. In memory, and no more than fits.

use super::Connection;
use protocol::{About, ConnectionRecord, Transport};
use runtime::{rfc3339, wall_clock_ms};
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many connections of one bot are kept, the latest.
const EACH: usize = 20;
/// Of how many bots they are kept: who came last longest ago goes first.
const BOTS: usize = 2_000;
/// Of how many bots it is known who spoke for them.
const SPEAKERS: usize = 8_192;

struct Kept {
    session: u64,
    address: Option<IpAddr>,
    link: Transport,
    version: Option<String>,
    began_ms: i64,
    ended: Option<(i64, &'static str)>,
}

/// The latest connections of the bots.
#[derive(Default)]
pub struct Connections {
    bots: Mutex<BTreeMap<String, VecDeque<Kept>>>,
    /// From where somebody has spoken for a bot that no token guards and that has not come itself.
    speakers: Mutex<BTreeMap<String, IpAddr>>,
}

impl Connections {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, VecDeque<Kept>>> {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A bot has come.
    pub fn began(&self, name: &str, connection: &Connection, about: &About, address: Option<IpAddr>) {
        let (session, link, version) = (connection.session, connection.link, about.version.clone());
        let new = Kept { session, address, link, version, began_ms: wall_clock_ms(), ended: None };
        let mut bots = self.lock();
        if !bots.contains_key(name) && bots.len() >= BOTS {
            let latest = |(_, kept): &(&String, &VecDeque<Kept>)| kept.back().map(|last| last.session);
            let oldest = bots.iter().min_by_key(latest).map(|(name, _)| name.clone());
            oldest.and_then(|oldest| bots.remove(&oldest));
        }
        let kept = bots.entry(name.into()).or_default();
        if kept.len() == EACH {
            kept.pop_front();
        }
        kept.push_back(new);
    }

    /// A connection is over: the word says how.
    pub fn ended(&self, name: &str, session: u64, how: &'static str) {
        let mut bots = self.lock();
        let of_bot = bots.get_mut(name).into_iter().flatten();
        if let Some(kept) = of_bot.filter(|kept| kept.session == session && kept.ended.is_none()).last() {
            kept.ended = Some((wall_clock_ms(), how));
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
        let of_itself = self.lock().get(name).and_then(|kept| kept.back()?.address);
        of_itself.or_else(|| self.speakers().get(name).copied())
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
            ended: kept.ended.map(|(ms, _)| rfc3339(ms)),
            how: kept.ended.map(|(_, how)| how.into()),
        };
        self.lock().get(name).into_iter().flatten().rev().map(record).collect()
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
        for number in 0..BOTS as u64 {
            come(&connections, &format!("bot{number}"), 31 + number);
        }
        assert!(connections.of("ann").is_empty() && connections.lock().len() == BOTS, "who came longest ago is forgotten");
        assert_eq!(connections.of("bot0").len(), 1);
    }
}
