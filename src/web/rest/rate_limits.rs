//! How much each token and each address may ask for.

use crate::Error;
use runtime::{RateLimit, address_block};
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;

/// So many bots may be entered, or rehearsals told, from one address without a token, behind which a whole class may be; and then a few a minute.
const ENTRIES_AT_ONCE: u32 = 128;
const ENTRIES_A_MINUTE: u32 = 8;

/// How much each has asked for lately.
pub struct RateLimits {
    by_token: RateLimit<[u8; 32]>,
    by_address: RateLimit<IpAddr>,
    /// The bots that an address without a token enters, and whose rehearsals it tells.
    entries: RateLimit<IpAddr>,
}

/// So many a second, and ten times as many at once.
fn limit<K: Hash + Eq>(rate: NonZeroU32) -> RateLimit<K> {
    let rate = f64::from(rate.get());
    RateLimit::new(10.0 * rate, rate)
}

impl RateLimits {
    /// These numbers of requests a second.
    pub fn new(by_token: NonZeroU32, by_address: NonZeroU32) -> RateLimits {
        let entries = RateLimit::new(ENTRIES_AT_ONCE.into(), f64::from(ENTRIES_A_MINUTE) / 60.0);
        RateLimits { by_token: limit(by_token), by_address: limit(by_address), entries }
    }

    /// Lets one request more through.
    ///
    /// # Errors
    /// When the token or the address has made too many lately.
    pub fn admit(&self, token: Option<[u8; 32]>, address: Option<IpAddr>) -> Result<(), Error> {
        if token.is_some_and(|token| !self.by_token.admit(token)) {
            return Err(Error::TooManyRequests { of: "token" });
        }
        if address.is_some_and(|address| !self.by_address.admit(address_block(address))) {
            return Err(Error::TooManyRequests { of: "address" });
        }
        Ok(())
    }

    /// Lets an address enter one more bot without a token.
    ///
    /// # Errors
    /// When it has entered too many lately.
    pub fn admit_entry(&self, address: IpAddr) -> Result<(), Error> {
        let too_many = Error::TooManyEntries { most: ENTRIES_AT_ONCE, a_minute: ENTRIES_A_MINUTE };
        if self.entries.admit(address_block(address)) { Ok(()) } else { Err(too_many) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_from_one_stops_nobody_else() {
        let few = NonZeroU32::new(2).expect("not zero");
        let limits = RateLimits::new(few, NonZeroU32::new(30).expect("not zero"));
        let address = Some(IpAddr::from([10, 0, 0, 1]));
        let refused = (0..100).find_map(|_| limits.admit(Some([1; 32]), address).err());
        assert_eq!(refused, Some(Error::TooManyRequests { of: "token" }));
        assert_eq!(limits.admit(Some([2; 32]), address), Ok(()));
        let refused = (0..1_000).find_map(|_| limits.admit(None, address).err());
        assert_eq!(refused, Some(Error::TooManyRequests { of: "address" }));
        assert_eq!(limits.admit(None, Some(IpAddr::from([10, 0, 0, 2]))), Ok(()));
        let entered = (0..1_000).take_while(|_| limits.admit_entry(IpAddr::from([10, 0, 0, 1])).is_ok()).count();
        assert!((128..140).contains(&entered), "{entered}");
        assert_eq!(limits.admit_entry(IpAddr::from([10, 0, 0, 2])), Ok(()));
    }
}
