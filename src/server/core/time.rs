//! The referee's own time: monotonic, in microseconds, and standing still while the referee does.

use referee::Micros;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::time::Instant;

/// How often the referee feels its own pulse.
const BEAT: Duration = Duration::from_millis(25);
/// A pulse that comes later than this after the last one means that the referee stood still: it was stopped, or its machine was.
/// Below it, a busy machine is nobody's excuse.
const LATE: Duration = Duration::from_millis(125);

/// Tells the referee's time.
pub struct Timekeeper {
    epoch: Instant,
    last_beat: AtomicU64,
    stood_still: AtomicU64,
}

impl Default for Timekeeper {
    fn default() -> Self {
        Timekeeper { epoch: Instant::now(), last_beat: AtomicU64::new(0), stood_still: AtomicU64::new(0) }
    }
}

impl Timekeeper {
    /// The time since the referee started, less the time in which it stood still. Whoever asks first after a standstill finds it.
    pub fn now(&self) -> Micros {
        let raw = self.epoch.elapsed().as_micros() as u64;
        let last = self.last_beat.load(Relaxed);
        if raw.saturating_sub(last) > LATE.as_micros() as u64 {
            let still = raw - last - BEAT.as_micros() as u64;
            if self.last_beat.compare_exchange(last, raw, Relaxed, Relaxed).is_ok() {
                self.stood_still.fetch_add(still, Relaxed);
                tracing::warn!(seconds = still as f64 / 1e6, "the referee stood still; no player is charged for it");
            }
        }
        Micros(raw.saturating_sub(self.stood_still.load(Relaxed)))
    }

    /// For how long the referee has stood still in all.
    pub fn stood_still(&self) -> Micros {
        Micros(self.stood_still.load(Relaxed))
    }

    /// For how long the referee runs, with all its standstills.
    pub fn runs_for(&self) -> Duration {
        self.epoch.elapsed()
    }

    /// Feels the pulse for ever.
    pub async fn beat(&self) {
        loop {
            tokio::time::sleep(BEAT).await;
            self.now();
            self.last_beat.store(self.epoch.elapsed().as_micros() as u64, Relaxed);
        }
    }

    /// The moment that the timers know for a moment of the referee's time.
    pub fn instant(&self, at: Micros) -> Instant {
        self.epoch + Duration::from_micros(at.0.saturating_add(self.stood_still().0))
    }
}

/// The wall clock, in milliseconds since 1970: for people, and for the days of a ladder.
pub fn wall_clock_ms() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

/// A moment of the wall clock in RFC 3339.
pub fn rfc3339(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).map_or_else(|_| String::new(), |moment| moment.to_string())
}

/// Milliseconds since 1970, of a moment in RFC 3339.
pub fn parse_rfc3339(text: &str) -> Option<i64> {
    text.parse::<jiff::Timestamp>().ok().map(|moment| moment.as_millisecond())
}

/// How one thing's own time follows from the referee's: it goes on from `base` at the referee's `origin`.
#[derive(Clone, Copy, Debug)]
pub struct Timeline {
    /// Its own time at the origin.
    pub base: Micros,
    /// The referee's time at which it was made, resumed, or went on after standing still.
    pub origin: Micros,
}

impl Timeline {
    /// Its own time at a moment of the referee's. What is before the origin is the base: its time stood still then.
    pub fn own(self, at: Micros) -> Micros {
        self.base + at.since(self.origin)
    }

    /// The referee's time at a moment of its own.
    pub fn of_referee(self, at: Micros) -> Micros {
        self.origin + at.since(self.base)
    }

    /// The same time, standing still between these two moments of the referee's.
    pub fn standing_still(self, from: Micros, until: Micros) -> Timeline {
        Timeline { base: self.own(from), origin: until }
    }
}
