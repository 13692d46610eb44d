//! The referee's clock: monotonic microseconds, without stalls of the process.

use referee::Micros;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::time::Instant;

/// Interval of the stall detector.
const INTERVAL: Duration = Duration::from_millis(25);
/// A longer interval is a stall (the process or the machine was stopped), a shorter one may be load.
const STALL: Duration = Duration::from_millis(125);

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
    /// The time since the start, without stalls. Detects a stall on the first call after it.
    pub fn now(&self) -> Micros {
        let raw = self.epoch.elapsed().as_micros() as u64;
        let last = self.last_beat.load(Relaxed);
        if raw.saturating_sub(last) > STALL.as_micros() as u64 {
            let stall = raw - last - INTERVAL.as_micros() as u64;
            if self.last_beat.compare_exchange(last, raw, Relaxed, Relaxed).is_ok() {
                self.stalls.fetch_add(stall, Relaxed);
            }
        }
        Micros(raw.saturating_sub(self.stalls.load(Relaxed)))
    }

    pub fn stalls(&self) -> Micros {
        Micros(self.stalls.load(Relaxed))
    }

    /// The time since the start, with stalls.
    pub fn runs_for(&self) -> Duration {
        self.epoch.elapsed()
    }

    /// Detects and logs stalls, forever. The start is not a stall.
    pub async fn detect_stalls(&self) {
        self.each_stall(|seconds| tracing::warn!(seconds, "the referee stalled; no player is charged for it")).await;
    }

    async fn each_stall(&self, log: impl Fn(f64)) {
        self.now();
        let mut logged = self.stalls();
        loop {
            tokio::time::sleep(INTERVAL).await;
            self.now();
            let stalls = self.stalls();
            if stalls > logged {
                log(stalls.since(logged).0 as f64 / 1e6);
                logged = stalls;
            }
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
    /// The origin in the referee's time: creation, resumption, or end of the last pause.
    pub origin: Micros,
}

impl Timeline {
    /// The mapped time; before the origin, the base.
    pub fn own(self, at: Micros) -> Micros {
        self.base + at.since(self.origin)
    }

    pub fn of_referee(self, at: Micros) -> Micros {
        self.origin + at.since(self.base)
    }

    /// This timeline with a pause between two moments of the referee's time.
    pub fn paused(self, from: Micros, until: Micros) -> Timeline {
        Timeline { base: self.own(from), origin: until }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use tokio::time::{advance, sleep};

    #[tokio::test(start_paused = true)]
    async fn a_stall_is_logged_once_and_a_long_start_never() {
        let (time, logged) = (Timekeeper::default(), Cell::new(0));
        for _ in 0..5 {
            advance(STALL * 2).await;
            time.now();
        }
        let stalling = async {
            sleep(STALL).await;
            assert_eq!(logged.get(), 0, "a start is no stall");
            advance(STALL * 80).await;
            time.now();
            sleep(STALL).await;
            assert_eq!(logged.get(), 1);
        };
        tokio::select! {
            () = stalling => {}
            () = time.each_stall(|_| logged.set(logged.get() + 1)) => {}
        }
    }
}
