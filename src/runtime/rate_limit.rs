//! Leaky buckets by key: each fills by what its key is charged, and drains at a constant rate.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// With so many keys, those whose buckets are empty are forgotten, and again whenever there are twice as many as were left.
const MANY: usize = 4_096;

/// A bucket: what was in it at a moment.
type Bucket = (f64, Instant);

/// A limit on what each key may cost: so much at once, and so much a second for ever.
pub struct RateLimit<K> {
    burst: f64,
    per_second: f64,
    /// The buckets, and how many they may be before the empty ones go.
    buckets: Mutex<(HashMap<K, Bucket>, usize)>,
}

impl<K: Hash + Eq> RateLimit<K> {
    /// All buckets are empty.
    pub fn new(burst: f64, per_second: f64) -> RateLimit<K> {
        RateLimit { burst, per_second, buckets: Mutex::new((HashMap::new(), MANY)) }
    }

    /// What is in a bucket now. What was credited does not drain.
    fn level(&self, &(level, at): &Bucket) -> f64 {
        (level - at.elapsed().as_secs_f64() * self.per_second).max(level.min(0.0))
    }

    /// Charges a cost, even if it is more than is left; a negative one is a credit. Says whether no more has been used than there is.
    pub fn charge(&self, key: K, cost: f64) -> bool {
        let (buckets, many) = &mut *self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= *many && !buckets.contains_key(&key) {
            buckets.retain(|_, bucket| self.level(bucket) != 0.0);
            *many = MANY.max(2 * buckets.len());
        }
        let bucket = buckets.entry(key).or_insert_with(|| (0.0, Instant::now()));
        *bucket = (self.level(bucket) + cost, Instant::now());
        bucket.0 <= self.burst
    }

    /// How long until a key that has used all there is has something left; none if it has now.
    pub fn exhausted_for(&self, key: &K) -> Option<Duration> {
        let over = self.level(self.buckets.lock().unwrap_or_else(PoisonError::into_inner).0.get(key)?) - self.burst;
        (over >= 0.0).then(|| Duration::from_secs_f64(over / self.per_second))
    }

    /// Charges one, if anything is left; says whether that is so.
    pub fn admit(&self, key: K) -> bool {
        let is_left = self.exhausted_for(&key).is_none();
        if is_left {
            self.charge(key, 1.0);
        }
        is_left
    }
}

#[cfg(test)]
#[tokio::test(start_paused = true)]
async fn a_bucket_drains_and_is_then_forgotten() {
    let limit = RateLimit::new(2.0, 0.5);
    assert!(limit.charge(0, 1.0) && limit.exhausted_for(&0).is_none());
    assert!(!limit.charge(0, 2.0) && !limit.admit(0));
    assert_eq!((limit.exhausted_for(&0), limit.exhausted_for(&1)), (Some(Duration::from_secs(2)), None));
    tokio::time::advance(Duration::from_secs(3)).await;
    assert!(limit.admit(0) && !limit.admit(0));
    assert!(limit.charge(1, -3.0));
    tokio::time::advance(Duration::from_secs(60)).await;
    assert!(limit.charge(1, 5.0), "a credit is kept");
    for round in 1..20 {
        (0..5_000).for_each(|key| assert!(limit.admit(5_000 * round + key)));
        tokio::time::advance(Duration::from_secs(60)).await;
    }
    let remembered = limit.buckets.lock().expect("no panic").0.len();
    assert!(remembered <= 2 * 5_000, "{remembered}");
}
