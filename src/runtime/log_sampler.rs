//! Log lines that anybody causes by connecting, sampled by a token bucket: the next line that is written counts those that were not.

use crate::RateLimit;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// So many lines are written at once, and so many a second for ever: about 100 MB a day at most.
const BURST: f64 = 500.0;
const PER_SECOND: f64 = 10.0;

/// Says which lines are written.
pub struct LogSampler {
    limit: RateLimit<()>,
    unlogged: AtomicU64,
}

impl Default for LogSampler {
    fn default() -> Self {
        LogSampler { limit: RateLimit::new(BURST, PER_SECOND), unlogged: AtomicU64::new(0) }
    }
}

impl LogSampler {
    /// How many lines were not written before this one; none if this one is not to be written either.
    pub fn admit(&self) -> Option<u64> {
        if self.limit.admit(()) {
            return Some(self.unlogged.swap(0, Relaxed));
        }
        self.unlogged.fetch_add(1, Relaxed);
        None
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
