//! The peer of a connection, and limits on concurrent uses by key.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Peer {
    /// Its address; none if the request did not come over a network.
    pub address: Option<IpAddr>,
    /// Whether the connection is one of the last, which are reserved for clients with a token.
    pub reserved: bool,
}

/// The unit of limits by address: an IPv4 address, or the /64 network of an IPv6 address.
pub fn address_block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

/// A limit on concurrent uses by key.
pub struct ConcurrencyLimit<K>(Arc<Mutex<HashMap<K, usize>>>);

impl<K> Default for ConcurrencyLimit<K> {
    fn default() -> Self {
        ConcurrencyLimit(Arc::default())
    }
}

impl<K: Hash + Eq + Clone> ConcurrencyLimit<K> {
    /// A permit for one more use; none if the key has `most` already.
    pub fn take(&self, key: K, most: usize) -> Option<Permit<K>> {
        let mut counts = self.0.lock();
        let count = counts.get(&key).copied().unwrap_or(0);
        if count >= most {
            return None;
        }
        counts.insert(key.clone(), count + 1);
        Some(Permit { counts: self.0.clone(), key })
    }
}

/// One use; dropping it frees its place.
pub struct Permit<K: Hash + Eq> {
    counts: Arc<Mutex<HashMap<K, usize>>>,
    key: K,
}

impl<K: Hash + Eq> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropping_a_permit_frees_its_place() {
        let limit = ConcurrencyLimit::default();
        let first = limit.take("ann", 2).expect("a place");
        let _second = limit.take("ann", 2).expect("a place");
        assert!(limit.take("ann", 2).is_none() && limit.take("bob", 2).is_some());
        drop(first);
        assert!(limit.take("ann", 2).is_some());
    }

    #[test]
    fn a_block_is_one_ipv4_address_or_an_ipv6_network() {
        let of = |text: &str| address_block(text.parse().expect("an address"));
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2:ffff::"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }
}
