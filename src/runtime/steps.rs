//! How long the referee's thread is held: the time of each step that a task takes between two waits.
//!
//! All tasks share one thread, so that the longest step of any of them is what a frame may have to wait before it is seen.

use prometheus_client::metrics::histogram::Histogram;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

/// The bounds of the histogram, in seconds.
const BOUNDS: [f64; 12] = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 1.0, 10.0];
/// A step that is longer than this is told in the log, once a second at most.
const LONG: Duration = Duration::from_millis(20);

/// The steps so far.
#[derive(Clone)]
pub struct StepTimes(Arc<Inner>);

struct Inner {
    histogram: Histogram,
    longest: AtomicU64,
}

impl Default for StepTimes {
    fn default() -> StepTimes {
        StepTimes(Arc::new(Inner { histogram: Histogram::new(BOUNDS), longest: AtomicU64::new(0) }))
    }
}

impl StepTimes {
    /// The histogram of their lengths, in seconds.
    pub fn histogram(&self) -> Histogram {
        self.0.histogram.clone()
    }

    /// The longest so far.
    pub fn longest(&self) -> Duration {
        Duration::from_nanos(self.0.longest.load(Relaxed))
    }

    /// A task whose steps are counted.
    pub fn count<F: Future>(&self, task: F) -> Timed<F> {
        Timed { steps: self.clone(), task: Box::pin(task) }
    }

    fn note(&self, step: Duration) {
        self.0.histogram.observe(step.as_secs_f64());
        let nanos = step.as_nanos() as u64;
        if nanos > self.0.longest.fetch_max(nanos, Relaxed) && step > LONG {
            tracing::warn!(milliseconds = step.as_millis() as u64, "the longest step on the referee's thread so far");
        }
    }
}

/// A task whose steps are counted.
pub struct Timed<F> {
    steps: StepTimes,
    task: Pin<Box<F>>,
}

impl<F: Future> Future for Timed<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<F::Output> {
        let began = Instant::now();
        let polled = self.task.as_mut().poll(context);
        self.steps.note(began.elapsed());
        polled
    }
}
