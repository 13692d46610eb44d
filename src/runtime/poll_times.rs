//! Durations of polls on the event loop: all tasks share one thread, so the longest poll is the longest delay of a frame.

use prometheus_client::metrics::histogram::Histogram;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The buckets of the histogram, in seconds.
const BOUNDS: [f64; 12] = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 1.0, 10.0];
/// A new longest poll above this is logged.
const LONG: Duration = Duration::from_millis(20);

#[derive(Clone)]
pub struct StepTimes {
    histogram: Histogram,
    longest: Arc<AtomicU64>,
}

impl Default for StepTimes {
    fn default() -> StepTimes {
        StepTimes { histogram: Histogram::new(BOUNDS), longest: Arc::default() }
    }
}

impl StepTimes {
    /// Their histogram, in seconds.
    pub fn histogram(&self) -> Histogram {
        self.histogram.clone()
    }

    pub fn longest(&self) -> Duration {
        Duration::from_nanos(self.longest.load(Relaxed))
    }

    /// Wraps a task so that its polls are measured. It is boxed, so that what runs a task is compiled once, not for every task.
    pub fn count<T>(&self, mut task: Pin<Box<dyn Future<Output = T> + Send>>) -> impl Future<Output = T> + use<T> {
        let steps = self.clone();
        std::future::poll_fn(move |context| {
            let began = Instant::now();
            let polled = task.as_mut().poll(context);
            steps.note(began.elapsed());
            polled
        })
    }

    fn note(&self, step: Duration) {
        self.histogram.observe(step.as_secs_f64());
        let nanos = step.as_nanos() as u64;
        if nanos > self.longest.fetch_max(nanos, Relaxed) && step > LONG {
            tracing::warn!(milliseconds = step.as_millis() as u64, "the longest step on the referee's thread so far");
        }
    }
}
