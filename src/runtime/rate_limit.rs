//! Rate limits: a leaky bucket for each key, which charges fill and time drains at a constant rate.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;
use tokio::time::Instant;

/// The number of buckets at which empty ones are first evicted; then whenever the number has doubled.
const MANY: usize = 4_096;

/// The level of a bucket at a moment.
type TokenBucket = (f64, Instant);

/// A limit on the costs of each key: `burst` in one moment, and `per_second` on average.
pub struct RateLimit<K> {
    burst: f64,
    per_second: f64,
    /// The buckets, and the number at which empty ones are evicted.
    buckets: Mutex<(HashMap<K, TokenBucket>, usize)>,
}

impl<K: Hash + Eq> RateLimit<K> {
    pub fn new(burst: f64, per_second: f64) -> RateLimit<K> {
        RateLimit { burst, per_second, buckets: Mutex::new((HashMap::new(), MANY)) }
    }

    /// The present level of a bucket. Credit does not drain.
    fn level(&self, &(level, at): &TokenBucket) -> f64 {
        (level - at.elapsed().as_secs_f64() * self.per_second).max(level.min(0.0))
    }

    /// Charges a cost, even beyond the limit; a negative cost is a credit. Returns whether the key is within its limit.
    pub fn charge(&self, key: K, cost: f64) -> bool {
        let (buckets, many) = &mut *self.buckets.lock();
        if buckets.len() >= *many && !buckets.contains_key(&key) {
            buckets.retain(|_, bucket| self.level(bucket) != 0.0);
            *many = MANY.max(2 * buckets.len());
        }
        let bucket = buckets.entry(key).or_insert_with(|| (0.0, Instant::now()));
        *bucket = (self.level(bucket) + cost, Instant::now());
        bucket.0 <= self.burst
    }

    /// How long until a key at its limit is below it again; none if it is below now.
    pub fn exhausted_for(&self, key: &K) -> Option<Duration> {
        let over = self.level(self.buckets.lock().0.get(key)?) - self.burst;
        (over >= 0.0).then(|| Duration::from_secs_f64(over / self.per_second))
    }

    /// Charges one if the key is below its limit; returns whether it was.
    pub fn admit(&self, key: K) -> bool {
        let is_below = self.exhausted_for(&key).is_none();
        if is_below {
            self.charge(key, 1.0);
        }
        is_below
    }
}

#[cfg(test)]
#[tokio::test(start_paused = true)]
async fn a_bucket_drains_and_is_then_evicted() {
    let limit = RateLimit::new(2.0, 0.5);
    assert!(limit.charge(0, 1.0) && limit.exhausted_for(&0).is_none());
    assert!(!limit.charge(0, 2.0) && !limit.admit(0));
    assert_eq!((limit.exhausted_for(&0), limit.exhausted_for(&1)), (Some(Duration::from_secs(2)), None));
    tokio::time::advance(Duration::from_secs(3)).await;
    assert!(limit.admit(0) && !limit.admit(0));
    assert!(limit.charge(1, -3.0));
    tokio::time::advance(Duration::from_secs(60)).await;
    assert!(limit.charge(1, 5.0), "credit does not drain");
    for round in 1..20 {
        (0..5_000).for_each(|key| assert!(limit.admit(5_000 * round + key)));
        tokio::time::advance(Duration::from_secs(60)).await;
    }
    let remembered = limit.buckets.lock().0.len();
    assert!(remembered <= 2 * 5_000, "{remembered}");
}
