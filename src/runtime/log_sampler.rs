//! Rate limit of log lines that clients can cause: the next line that is written counts those that were dropped.

use crate::RateLimit;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Lines in a burst and per second: about 100 MB a day at most.
const BURST: f64 = 500.0;
const PER_SECOND: f64 = 10.0;

/// Decides which lines are written.
pub struct LogSampler {
    limit: RateLimit<()>,
    dropped: AtomicU64,
}

impl Default for LogSampler {
    fn default() -> Self {
        LogSampler { limit: RateLimit::new(BURST, PER_SECOND), dropped: AtomicU64::new(0) }
    }
}

impl LogSampler {
    /// The number of lines dropped before this one; none if this one is dropped too.
    pub fn admit(&self) -> Option<u64> {
        if self.limit.admit(()) {
            return Some(self.dropped.swap(0, Relaxed));
        }
        self.dropped.fetch_add(1, Relaxed);
        None
    }
}

#[cfg(test)]
#[test]
fn every_line_is_written_or_counted() {
    const LINES: u64 = 100_000;
    let sampler = LogSampler::default();
    let admitted: Vec<u64> = (0..LINES).filter_map(|_| sampler.admit()).collect();
    let dropped = admitted.iter().sum::<u64>() + sampler.dropped.load(Relaxed);
    assert_eq!(admitted.len() as u64 + dropped, LINES);
    assert!((500..2_000).contains(&admitted.len()), "{}", admitted.len());
}
