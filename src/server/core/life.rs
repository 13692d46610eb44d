//! The life of the process: what ends it, and what must come to its end before it does.

use super::storage::Fault;
use super::{Error, StepTimes};
use std::future::Future;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The life of the process.
pub struct Life {
    /// Ends everything.
    pub stop: CancellationToken,
    /// How long its steps take.
    pub steps: StepTimes,
    tasks: TaskTracker,
    ready: AtomicBool,
    failure: OnceLock<Error>,
}

impl Life {
    /// A life that ends when `stop` is cancelled.
    pub fn new(stop: CancellationToken) -> Life {
        Life { stop, steps: StepTimes::default(), tasks: TaskTracker::new(), ready: AtomicBool::new(false), failure: OnceLock::new() }
    }

    /// Runs a task beside all others. It should end soon after `stop` is cancelled.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(self.steps.count(task));
    }

    /// Runs a task until it ends or everything does.
    pub fn spawn_until_stopped(&self, task: impl Future<Output = ()> + Send + 'static) {
        let stop = self.stop.clone();
        self.spawn(async move {
            tokio::select! {
                () = task => {}
                () = stop.cancelled() => {}
            }
        });
    }

    /// A task that somebody else runs, but which has to come to its end as well.
    pub fn track<F: Future>(&self, task: F) -> impl Future<Output = F::Output> + use<F> {
        self.tasks.track_future(self.steps.count(task))
    }

    /// Whether everything is coming to its end.
    pub fn is_stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// What was going on at the last stop goes on again.
    pub fn set_ready(&self) {
        self.ready.store(true, Relaxed);
    }

    /// Whether matches can be played, as far as that is not the storage's concern.
    pub fn is_ready(&self) -> bool {
        self.ready.load(Relaxed) && !self.is_stopping()
    }

    /// What is kept is damaged: nothing can be promised any more, so the referee stops. What was promised is in storage.
    pub fn fail(&self, error: &Error) {
        // A node that has lost its term says so itself, and goes on without it.
        if !matches!(error, Error::Storage(error) if error.fault == Fault::Superseded) {
            tracing::error!(%error, "the referee cannot go on and stops");
            let _ = self.failure.set(error.clone());
        }
        self.stop.cancel();
    }

    /// Why everything had to end, if it had to.
    pub fn failure(&self) -> Option<Error> {
        self.failure.get().cloned()
    }

    /// Waits until every task has ended, but no longer than this; says whether they all have.
    pub async fn ended(&self, patience: Duration) -> bool {
        self.tasks.close();
        tokio::time::timeout(patience, self.tasks.wait()).await.is_ok()
    }
}
