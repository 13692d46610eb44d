//! The referee's time: monotonic, in microseconds, without the time in which the process stalled.

use referee::Micros;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::time::Instant;

/// Interval of the stall detector.
const INTERVAL: Duration = Duration::from_millis(25);
/// A longer interval is a stall: the process or the machine was stopped. A shorter one may be a busy machine.
const STALL: Duration = Duration::from_millis(125);

/// The clock of the referee.
pub struct Timekeeper {
    epoch: Instant,
    last_beat: AtomicU64,
    stalls: AtomicU64,
}

impl Default for Timekeeper {
    fn default() -> Self {
        Timekeeper { epoch: Instant::now(), last_beat: AtomicU64::new(0), stalls: AtomicU64::new(0) }
    }
}

impl Timekeeper {
    /// The time since the start, without stalls. The first call after a stall detects it.
    pub fn now(&self) -> Micros {
        let raw = self.epoch.elapsed().as_micros() as u64;
        let last = self.last_beat.load(Relaxed);
        if raw.saturating_sub(last) > STALL.as_micros() as u64 {
            let stall = raw - last - INTERVAL.as_micros() as u64;
            if self.last_beat.compare_exchange(last, raw, Relaxed, Relaxed).is_ok() {
                self.stalls.fetch_add(stall, Relaxed);
                tracing::warn!(seconds = stall as f64 / 1e6, "the referee stalled; no player is charged for it");
            }
        }
        Micros(raw.saturating_sub(self.stalls.load(Relaxed)))
    }

    /// The total of all stalls.
    pub fn stalls(&self) -> Micros {
        Micros(self.stalls.load(Relaxed))
    }

    /// The time since the start, with stalls.
    pub fn runs_for(&self) -> Duration {
        self.epoch.elapsed()
    }

    /// Detects stalls, for ever.
    pub async fn beat(&self) {
        loop {
            tokio::time::sleep(INTERVAL).await;
            self.now();
            self.last_beat.store(self.epoch.elapsed().as_micros() as u64, Relaxed);
        }
    }

    /// The instant of a moment of the referee's time, for timers.
    pub fn instant(&self, at: Micros) -> Instant {
        self.epoch + Duration::from_micros(at.0.saturating_add(self.stalls().0))
    }
}

/// Maps the referee's time to the time of a match or tournament, which is `base` at the referee's `origin`.
#[derive(Clone, Copy, Debug)]
pub struct Timeline {
    /// The mapped time at the origin.
    pub base: Micros,
    /// The referee's time at the creation, resumption or end of the last pause.
    pub origin: Micros,
}

impl Timeline {
    /// The mapped time; before the origin, the base.
    pub fn own(self, at: Micros) -> Micros {
        self.base + at.since(self.origin)
    }

    /// The referee's time of a mapped time.
    pub fn of_referee(self, at: Micros) -> Micros {
        self.origin + at.since(self.base)
    }

    /// The same with a pause between these two moments of the referee's time.
    pub fn paused(self, from: Micros, until: Micros) -> Timeline {
        Timeline { base: self.own(from), origin: until }
    }
}
