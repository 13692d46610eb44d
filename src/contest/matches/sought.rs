//! What strangers may have open, and write: limits on the games that come of a `seek`.

use super::{Claim, Connection, SeekId};
use crate::Config;
use crate::{BotName, Error};
use rules::{BySide, Side};
use runtime::{ConcurrencyLimit, Permit, RateLimit, household};
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// A bot that seeks a game.
#[derive(Clone, Debug)]
pub struct Seeker {
    /// The bot that seeks.
    pub name: BotName,
    /// On which connection.
    pub session: u64,
    /// From where.
    pub address: Option<IpAddr>,
    /// Whether it has shown a token for its name.
    pub is_guarded: bool,
}

impl Seeker {
    /// A bot that is connected so.
    pub fn of(name: &BotName, connection: &Connection, claim: &Claim) -> Seeker {
        Seeker { name: name.clone(), session: connection.session, address: claim.address, is_guarded: claim.guarded }
    }
}

/// How many games that came of a seek may be open at one time.
#[derive(Clone, Copy, Debug)]
struct Most {
    of_bot: usize,
    of_pair: usize,
    of_address: usize,
    of_opponent: usize,
    mib_of_bot: NonZeroU32,
    mib_of_address: NonZeroU32,
}

/// The games that came of a seek, and what they have written.
pub struct SoughtGames {
    most: Most,
    by_bot: ConcurrencyLimit<String>,
    by_pair: ConcurrencyLimit<[String; 2]>,
    by_address: ConcurrencyLimit<IpAddr>,
    /// Of an address, against a bot: so that one stranger with many names does not have a house bot for himself.
    by_opponent: ConcurrencyLimit<(IpAddr, String)>,
    quotas: Arc<Quotas>,
}

/// What has been written lately.
struct Quotas {
    of_bot: RateLimit<String>,
    of_address: RateLimit<IpAddr>,
}

/// The places of a match among those that run.
pub type Places = Vec<Permit<Option<String>>>;

/// Of an address, of a bot, of two bots, and of an address against a bot.
type SoughtPlaces = (Option<Permit<IpAddr>>, Permit<String>, Permit<[String; 2]>, Option<Permit<(IpAddr, String)>>);

/// A game's places among those that came of a seek, and who pays for what it writes.
pub struct Account {
    bot: String,
    address: Option<IpAddr>,
    quotas: Arc<Quotas>,
    _places: SoughtPlaces,
}

/// How a match came to be, if a bot sought it.
#[derive(Default)]
pub struct Origin {
    /// How the first `state` tells each player that it sought this game.
    pub seeks: BySide<Option<SeekId>>,
    /// Who is held to account.
    pub account: Option<Account>,
    /// Its places; none for a match that is not limited.
    pub places: Places,
}

impl SoughtGames {
    /// None yet.
    pub fn new(config: &Config) -> SoughtGames {
        let most = Most {
            of_bot: config.sought_per_bot,
            of_pair: config.sought_per_pair,
            of_address: config.sought_per_address,
            of_opponent: config.sought_per_opponent,
            mib_of_bot: config.quota_per_bot,
            mib_of_address: config.quota_per_address,
        };
        let quotas = Quotas { of_bot: daily(most.mib_of_bot), of_address: daily(most.mib_of_address) };
        let (by_bot, by_pair, by_address, by_opponent) =
            (ConcurrencyLimit::default(), ConcurrencyLimit::default(), ConcurrencyLimit::default(), ConcurrencyLimit::default());
        SoughtGames { most, by_bot, by_pair, by_address, by_opponent, quotas: Arc::new(quotas) }
    }

    /// Opens an account for one more game.
    ///
    /// # Errors
    /// When the bot or its address has as many games open, or has had as much written, as is allowed.
    pub fn open(&self, seeker: &Seeker, players: &BySide<BotName>) -> Result<Account, Error> {
        let (bot, address) = (seeker.name.to_string(), seeker.address.map(household));
        let over = |whose: String, mib: NonZeroU32, full_for: Duration| {
            Err(Error::OverQuota { whose, mib: mib.get(), minutes: full_for.as_secs().div_ceil(60).max(1) })
        };
        if let Some(full_for) = self.quotas.of_bot.exhausted_for(&bot) {
            return over(bot, self.most.mib_of_bot, full_for);
        }
        if let Some(full_for) = address.and_then(|address| self.quotas.of_address.exhausted_for(&address)) {
            return over("your address".into(), self.most.mib_of_address, full_for);
        }
        let many = |whose: String, most| Error::TooManySought { whose, most };
        let mut pair = Side::BOTH.map(|side| players[side].to_string());
        pair.sort();
        let words = format!("seeks between {} and {}", pair[0], pair[1]);
        let of_pair = self.by_pair.take(pair, self.most.of_pair).ok_or_else(|| many(words, self.most.of_pair))?;
        let of_bot = self.by_bot.take(bot.clone(), self.most.of_bot).ok_or_else(|| many(format!("{bot}'s seeks"), self.most.of_bot))?;
        let full = || many("seeks from your address".into(), self.most.of_address);
        let of_address = address.map(|address| self.by_address.take(address, self.most.of_address).ok_or_else(full)).transpose()?;
        let opponent = if players.white == seeker.name { &players.black } else { &players.white };
        let many_against = || many(format!("seeks from your address against {opponent}"), self.most.of_opponent);
        let against = address.filter(|_| !seeker.is_guarded).map(|address| (address, opponent.to_string()));
        let of_opponent = against.map(|key| self.by_opponent.take(key, self.most.of_opponent).ok_or_else(many_against)).transpose()?;
        Ok(Account { bot, address, quotas: self.quotas.clone(), _places: (of_address, of_bot, of_pair, of_opponent) })
    }
}

impl Account {
    /// The game has written so many bytes.
    pub fn charge(&self, bytes: usize) {
        self.quotas.of_bot.charge(self.bot.clone(), bytes as f64);
        if let Some(address) = self.address {
            self.quotas.of_address.charge(address, bytes as f64);
        }
    }
}

/// So many MiB for each, which a day wears off.
fn daily<K: Hash + Eq>(mib: NonZeroU32) -> RateLimit<K> {
    let bytes = f64::from(mib.get()) * 1_048_576.0;
    RateLimit::new(bytes, bytes / 86_400.0)
}

#[test]
fn what_was_written_wears_off_in_a_day() {
    let quota = daily(NonZeroU32::new(2).expect("not zero"));
    quota.charge("ann", 1_048_576.0);
    assert_eq!(quota.exhausted_for(&"ann"), None);
    quota.charge("ann", 2_097_152.0);
    let full_for = quota.exhausted_for(&"ann").expect("a MiB too many").as_secs();
    assert!((12 * 3_600 - 60..=12 * 3_600).contains(&full_for), "half of a day, not {full_for} s");
}
