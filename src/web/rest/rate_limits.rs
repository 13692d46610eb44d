//! How much each token and each address may ask for.

use crate::Error;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use runtime::household;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// After so many requests, whoever has been quiet for long is forgotten.
const SWEEP: u32 = 4_096;

/// So many bots may be entered, or rehearsals told, from one address without a token, behind which a whole class may be; and then a few a minute.
const ENTRIES_AT_ONCE: NonZeroU32 = NonZeroU32::new(128).expect("not zero");
const ENTRIES_A_MINUTE: NonZeroU32 = NonZeroU32::new(8).expect("not zero");

/// How much each has asked for lately.
pub struct RateLimits {
    by_token: DefaultKeyedRateLimiter<[u8; 32]>,
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    /// The bots that an address without a token enters, and whose rehearsals it tells.
    entries: DefaultKeyedRateLimiter<IpAddr>,
    since_sweep: AtomicU32,
}

impl RateLimits {
    /// This number of requests a second, and ten times as many at once.
    pub fn new(by_token: NonZeroU32, by_address: NonZeroU32) -> RateLimits {
        let quota = |rate: NonZeroU32| Quota::per_second(rate).allow_burst(rate.saturating_mul(NonZeroU32::MIN.saturating_add(9)));
        RateLimits {
            by_token: RateLimiter::keyed(quota(by_token)),
            by_address: RateLimiter::keyed(quota(by_address)),
            entries: RateLimiter::keyed(Quota::per_minute(ENTRIES_A_MINUTE).allow_burst(ENTRIES_AT_ONCE)),
            since_sweep: AtomicU32::new(0),
        }
    }

    /// Lets one request more through.
    ///
    /// # Errors
    /// When the token or the address has made too many lately.
    pub fn admit(&self, token: Option<[u8; 32]>, address: Option<IpAddr>) -> Result<(), Error> {
        if self.since_sweep.fetch_add(1, Relaxed) >= SWEEP {
            self.since_sweep.store(0, Relaxed);
            self.by_token.retain_recent();
            self.by_address.retain_recent();
            self.entries.retain_recent();
        }
        if token.is_some_and(|token| self.by_token.check_key(&token).is_err()) {
            return Err(Error::TooManyRequests { of: "token" });
        }
        if address.is_some_and(|address| self.by_address.check_key(&household(address)).is_err()) {
            return Err(Error::TooManyRequests { of: "address" });
        }
        Ok(())
    }

    /// Lets an address enter one more bot without a token.
    ///
    /// # Errors
    /// When it has entered too many lately.
    pub fn admit_entry(&self, address: IpAddr) -> Result<(), Error> {
        let most = ENTRIES_AT_ONCE.get();
        self.entries.check_key(&household(address)).map_err(|_| Error::TooManyEntries { most, a_minute: ENTRIES_A_MINUTE.get() })
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
