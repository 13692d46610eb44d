//! Limits on matches created by seeks: their number, and a quota of stored bytes.

use super::{Connection, NameClaim, SeekId};
use crate::{BotName, Config, Error, SeekOwner};
use rules::{BySide, Side};
use runtime::{ConcurrencyLimit, Permit, RateLimit, address_block};
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Seeker {
    pub name: BotName,
    pub session: u64,
    pub address: Option<IpAddr>,
    /// Whether it has shown a token for its name.
    pub has_token: bool,
}

impl Seeker {
    pub fn of(name: &BotName, connection: &Connection, claim: &NameClaim) -> Seeker {
        Seeker { name: name.clone(), session: connection.session, address: claim.address, has_token: claim.has_token }
    }
}

/// The key of a limit: an address, one or two bots, or an address with a bot. The last one prevents a client with many names from occupying
/// a bundled bot.
type Key = (Option<IpAddr>, Vec<String>);

/// The open matches that a seek began, and the quotas of stored bytes.
pub struct SeekLimits {
    config: Config,
    open: ConcurrencyLimit<Key>,
    quotas: Arc<Quotas>,
}

/// Quotas of stored bytes, which recover over time.
struct Quotas {
    of_bot: RateLimit<String>,
    of_address: RateLimit<IpAddr>,
}

/// A game's permits, and the bot and address charged for its stored bytes.
pub struct SeekPermit {
    bot: String,
    address: Option<IpAddr>,
    quotas: Arc<Quotas>,
    _permits: Vec<Permit<Key>>,
}

#[derive(Default)]
pub struct Origin {
    pub seeks: BySide<Option<SeekId>>,
    /// The account of the bot that made the seek.
    pub account: Option<SeekPermit>,
    /// Its permits among all matches and those of each player.
    pub permits: Vec<Permit<Option<String>>>,
}

impl SeekLimits {
    pub fn new(config: &Config) -> SeekLimits {
        let quotas = Quotas { of_bot: daily(config.quota_per_bot), of_address: daily(config.quota_per_address) };
        SeekLimits { config: config.clone(), open: ConcurrencyLimit::default(), quotas: Arc::new(quotas) }
    }

    /// Opens an account for one more game.
    pub fn open(&self, seeker: &Seeker, players: &BySide<BotName>) -> Result<SeekPermit, Error> {
        let (bot, address, config) = (seeker.name.to_string(), seeker.address.map(address_block), &self.config);
        let over = |whose, mib: NonZeroU32, full_for: Duration| {
            Err(Error::OverQuota { whose, mib: mib.get(), minutes: full_for.as_secs().div_ceil(60).max(1) })
        };
        if let Some(full_for) = self.quotas.of_bot.exhausted_for(&bot) {
            return over(SeekOwner::Bot { name: bot }, config.quota_per_bot, full_for);
        }
        if let Some(full_for) = address.and_then(|address| self.quotas.of_address.exhausted_for(&address)) {
            return over(SeekOwner::Address, config.quota_per_address, full_for);
        }
        let mut pair = Side::BOTH.map(|side| players[side].to_string());
        pair.sort();
        let opponent = if players.white == seeker.name { &players.black } else { &players.white }.to_string();
        let [first, second] = pair.clone();
        let between = SeekOwner::Pair { first, second };
        let against = SeekOwner::AddressAgainst { opponent: opponent.clone() };
        let from = address.map(|address| (Some(address), Vec::new()));
        let from_against = address.filter(|_| !seeker.has_token).map(|address| (Some(address), vec![opponent]));
        let mut permits = Vec::new();
        for (key, most, whose) in [
            (Some((None, pair.into())), config.seek_games_per_pair, between),
            (Some((None, vec![bot.clone()])), config.seek_games_per_bot, SeekOwner::Bot { name: bot.clone() }),
            (from, config.seek_games_per_address, SeekOwner::Address),
            (from_against, config.seek_games_per_opponent, against),
        ] {
            let Some(key) = key else { continue };
            permits.push(self.open.take(key, most).ok_or(Error::TooManySeeks { whose, most })?);
        }
        Ok(SeekPermit { bot, address, quotas: self.quotas.clone(), _permits: permits })
    }
}

impl SeekPermit {
    /// Charges bytes that the game has written.
    pub fn charge(&self, bytes: usize) {
        self.quotas.of_bot.charge(self.bot.clone(), bytes as f64);
        if let Some(address) = self.address {
            self.quotas.of_address.charge(address, bytes as f64);
        }
    }
}

/// A quota of this many MiB, which recovers in a day.
fn daily<K: Hash + Eq>(mib: NonZeroU32) -> RateLimit<K> {
    let bytes = f64::from(mib.get()) * 1_048_576.0;
    RateLimit::new(bytes, bytes / 86_400.0)
}

#[test]
fn a_quota_recovers_in_a_day() {
    let quota = daily(NonZeroU32::new(2).expect("not zero"));
    quota.charge("ann", 1_048_576.0);
    assert_eq!(quota.exhausted_for(&"ann"), None);
    quota.charge("ann", 2_097_152.0);
    let full_for = quota.exhausted_for(&"ann").expect("a MiB too many").as_secs();
    assert!((12 * 3_600 - 60..=12 * 3_600).contains(&full_for), "half of a day, not {full_for} s");
}
