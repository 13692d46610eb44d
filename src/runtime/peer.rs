//! Where a connection comes from, and how much of something each may have at one time.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// Where a request comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Peer {
    /// The address of whoever asks; nowhere in particular if it did not come over a network.
    pub address: Option<IpAddr>,
    /// Whether the connection is one of the last, which are kept for whoever shows a token.
    pub reserved: bool,
}

/// Whom a limit by address holds to account: in IPv6 a household has 2^64 addresses, which count as one.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

/// How many of something each has open. A place is given back when it is dropped.
pub struct ConcurrencyLimit<K>(Arc<Mutex<HashMap<K, usize>>>);

impl<K> Default for ConcurrencyLimit<K> {
    fn default() -> Self {
        ConcurrencyLimit(Arc::default())
    }
}

impl<K: Hash + Eq + Clone> ConcurrencyLimit<K> {
    /// One more for this one; none if it has so many already.
    pub fn take(&self, key: K, most: usize) -> Option<Permit<K>> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.get(&key).copied().unwrap_or(0);
        if count >= most {
            return None;
        }
        open.insert(key.clone(), count + 1);
        Some(Permit { tally: self.0.clone(), key })
    }
}

/// One of what somebody has open.
pub struct Permit<K: Hash + Eq> {
    tally: Arc<Mutex<HashMap<K, usize>>>,
    key: K,
}

impl<K: Hash + Eq> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut open = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_given_back() {
        let tally = ConcurrencyLimit::default();
        let first = tally.take("ann", 2).expect("a place");
        let _second = tally.take("ann", 2).expect("a place");
        assert!(tally.take("ann", 2).is_none() && tally.take("bob", 2).is_some());
        drop(first);
        assert!(tally.take("ann", 2).is_some());
    }

    #[test]
    fn a_household_is_one_address_or_a_network_of_ipv6() {
        let of = |text: &str| household(text.parse().expect("an address"));
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2:ffff::"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }
}
