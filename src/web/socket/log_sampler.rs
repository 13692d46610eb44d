//! Log lines that anybody causes by connecting, sampled by a token bucket: the next line that is written counts those that were not.

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// So many lines are written at once, and so many a second for ever: about 100 MB a day at most.
const BURST: NonZeroU32 = NonZeroU32::new(500).expect("not zero");
const PER_SECOND: NonZeroU32 = NonZeroU32::new(10).expect("not zero");

/// Says which lines are written.
pub struct LogSampler {
    bucket: DefaultDirectRateLimiter,
    unlogged: AtomicU64,
}

impl Default for LogSampler {
    fn default() -> Self {
        LogSampler { bucket: RateLimiter::direct(Quota::per_second(PER_SECOND).allow_burst(BURST)), unlogged: AtomicU64::new(0) }
    }
}

impl LogSampler {
    /// How many lines were not written before this one; none if this one is not to be written either.
    pub fn admit(&self) -> Option<u64> {
        match self.bucket.check() {
            Ok(()) => Some(self.unlogged.swap(0, Relaxed)),
            Err(_) => {
                self.unlogged.fetch_add(1, Relaxed);
                None
            }
        }
    }
}

#[cfg(test)]
#[test]
fn every_line_is_written_or_counted() {
    const LINES: u64 = 100_000;
    let sampler = LogSampler::default();
    let admitted: Vec<u64> = (0..LINES).filter_map(|_| sampler.admit()).collect();
    let unlogged = admitted.iter().sum::<u64>() + sampler.unlogged.load(Relaxed);
    assert_eq!(admitted.len() as u64 + unlogged, LINES);
    assert!((500..2_000).contains(&admitted.len()), "{}", admitted.len());
}
