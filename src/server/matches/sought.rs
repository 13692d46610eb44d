//! What strangers may have open, and write: limits on the games that come of a `seek`.

use super::SeekId;
use crate::core::{BotName, Config, Error, Place, Quota, Tally, household};
use referee::Micros;
use rules::{BySide, Side};
use std::net::IpAddr;
use std::sync::Arc;

/// A bot that seeks a game.
#[derive(Clone, Debug)]
pub struct Seeker {
    /// Which.
    pub name: BotName,
    /// On which connection.
    pub session: u64,
    /// From where.
    pub address: Option<IpAddr>,
}

/// How many games that came of a seek may be open at one time.
#[derive(Clone, Copy, Debug)]
struct Most {
    of_bot: usize,
    of_pair: usize,
    of_address: usize,
}

/// The games that came of a seek, and what they have written.
pub struct SoughtGames {
    most: Most,
    by_bot: Tally<String>,
    by_pair: Tally<[String; 2]>,
    by_address: Tally<IpAddr>,
    quotas: Arc<Quotas>,
}

/// What has been written lately.
struct Quotas {
    of_bot: Quota<String>,
    of_address: Quota<IpAddr>,
}

/// A game's places among those that came of a seek, and who pays for what it writes.
pub struct Account {
    bot: String,
    address: Option<IpAddr>,
    quotas: Arc<Quotas>,
    _places: (Place<String>, Place<[String; 2]>, Option<Place<IpAddr>>),
}

/// How a match came to be, if a bot sought it.
#[derive(Default)]
pub struct Origin {
    /// How the first `state` tells each player that it sought this game.
    pub seeks: BySide<Option<SeekId>>,
    /// Who is held to account.
    pub account: Option<Account>,
}

impl SoughtGames {
    /// None yet.
    pub fn new(config: &Config) -> SoughtGames {
        let most = Most { of_bot: config.sought_per_bot, of_pair: config.sought_per_pair, of_address: config.sought_per_address };
        let quotas = Quotas { of_bot: Quota::new(config.quota_per_bot), of_address: Quota::new(config.quota_per_address) };
        SoughtGames { most, by_bot: Tally::default(), by_pair: Tally::default(), by_address: Tally::default(), quotas: Arc::new(quotas) }
    }

    /// Opens an account for one more game.
    ///
    /// # Errors
    /// When the bot or its address has as many games open, or has had as much written, as is allowed.
    pub fn open(&self, seeker: &Seeker, players: &BySide<BotName>, now: Micros) -> Result<Account, Error> {
        let (bot, address) = (seeker.name.to_string(), seeker.address.map(household));
        let over = |whose: String, mib, minutes| Err(Error::OverQuota { whose, mib, minutes });
        if let Some(minutes) = self.quotas.of_bot.full_for(&bot, now) {
            return over(bot, self.quotas.of_bot.mib(), minutes);
        }
        if let Some(address) = address
            && let Some(minutes) = self.quotas.of_address.full_for(&address, now)
        {
            return over("your address".into(), self.quotas.of_address.mib(), minutes);
        }
        let many = |whose: String, most| Error::TooManySought { whose, most };
        let mut pair = Side::BOTH.map(|side| players[side].to_string());
        pair.sort();
        let words = format!("{} and {}'s", pair[0], pair[1]);
        let of_pair = self.by_pair.take(pair, self.most.of_pair).ok_or_else(|| many(words, self.most.of_pair))?;
        let of_bot = self.by_bot.take(bot.clone(), self.most.of_bot).ok_or_else(|| many(format!("{bot}'s"), self.most.of_bot))?;
        let full = || many("your address's".into(), self.most.of_address);
        let of_address = address.map(|address| self.by_address.take(address, self.most.of_address).ok_or_else(full)).transpose()?;
        Ok(Account { bot, address, quotas: self.quotas.clone(), _places: (of_bot, of_pair, of_address) })
    }
}

impl Account {
    /// The game has written so many bytes.
    pub fn charge(&self, bytes: usize, now: Micros) {
        self.quotas.of_bot.add(self.bot.clone(), bytes, now);
        if let Some(address) = self.address {
            self.quotas.of_address.add(address, bytes, now);
        }
    }
}
