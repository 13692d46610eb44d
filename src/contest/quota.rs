//! How much each may write to the disk in a day.

use referee::Micros;
use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};

const DAY_US: f64 = 86_400e6;
const MIB: f64 = 1_048_576.0;
/// With so many known, whoever has written nothing lately is forgotten.
const MANY: usize = 4_096;

/// What somebody has written and a day has not yet worn off, as of a moment.
struct Written {
    bytes: f64,
    at: Micros,
}

/// Buckets that fill with what is written, and are empty again after a day.
pub struct Quota<K> {
    mib: NonZeroU32,
    written: Mutex<HashMap<K, Written>>,
}

impl<K: Hash + Eq> Quota<K> {
    /// How many MiB a day for each.
    pub fn new(mib: NonZeroU32) -> Quota<K> {
        Quota { mib, written: Mutex::default() }
    }

    /// How many MiB a day allows.
    pub fn mib(&self) -> u32 {
        self.mib.get()
    }

    fn left(&self, written: &Written, now: Micros) -> f64 {
        (written.bytes - now.since(written.at).0 as f64 / DAY_US * f64::from(self.mib.get()) * MIB).max(0.0)
    }

    /// Somebody has written so many bytes.
    pub fn add(&self, key: K, bytes: usize, now: Micros) {
        let mut all = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MANY && !all.contains_key(&key) {
            all.retain(|_, written| self.left(written, now) > 0.0);
        }
        let written = all.entry(key).or_insert(Written { bytes: 0.0, at: now });
        *written = Written { bytes: self.left(written, now) + bytes as f64, at: now };
    }

    /// In how many minutes, from 1, somebody may write again; none if at once.
    pub fn full_for(&self, key: &K, now: Micros) -> Option<u64> {
        let all = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let most = f64::from(self.mib.get()) * MIB;
        let over = self.left(all.get(key)?, now) - most;
        (over >= 0.0).then(|| (over / most * DAY_US / 60e6).ceil().max(1.0) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_wears_off_in_a_day() {
        let quota = Quota::new(NonZeroU32::new(2).expect("not zero"));
        let hour = |hours: u64| Micros::from_secs(3_600 * hours);
        quota.add("ann", 1 << 20, hour(0));
        assert_eq!(quota.full_for(&"ann", hour(0)), None);
        quota.add("ann", 2 << 20, hour(0));
        assert_eq!(quota.full_for(&"ann", hour(0)), Some(720), "half of a day for the MiB too many");
        assert_eq!(quota.full_for(&"bob", hour(0)), None);
        assert_eq!(quota.full_for(&"ann", hour(13)), None);
        quota.add("ann", 2 << 20, hour(100));
        assert_eq!(quota.full_for(&"ann", hour(100)), Some(1));
    }
}
