//! The life cycle of the process: readiness, shutdown, and the tasks that shutdown waits for.

use super::StepTimes;
use message::{Coded, Message};
use std::future::Future;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

#[derive(Default)]
pub struct Lifecycle {
    pub stop: CancellationToken,
    /// The durations of its tasks' polls.
    pub steps: StepTimes,
    tasks: TaskTracker,
    ready: AtomicBool,
    failure: OnceLock<Message>,
}

impl Lifecycle {
    /// A process that shuts down when `stop` is cancelled.
    pub fn new(stop: CancellationToken) -> Lifecycle {
        Lifecycle { stop, ..Lifecycle::default() }
    }

    /// Spawns a task, which should end soon after `stop` is cancelled.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(self.steps.count(Box::pin(task)));
    }

    /// Spawns a task that is dropped when `stop` is cancelled.
    pub fn spawn_until_stopped(&self, task: impl Future<Output = ()> + Send + 'static) {
        let stop = self.stop.clone();
        self.spawn(async move {
            stop.run_until_cancelled(task).await;
        });
    }

    /// Wraps a task that the caller spawns, so that shutdown waits for it.
    pub fn track<F: Future + Send + 'static>(&self, task: F) -> impl Future<Output = F::Output> + use<F> {
        self.tasks.track_future(self.steps.count(Box::pin(task)))
    }

    pub fn is_stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Notes that all state has been restored.
    pub fn set_ready(&self) {
        self.ready.store(true, Relaxed);
    }

    /// Whether matches can be played; storage is checked elsewhere.
    pub fn is_ready(&self) -> bool {
        self.ready.load(Relaxed) && !self.is_stopping()
    }

    /// Shuts down because storage is damaged: nothing more can be acknowledged.
    pub fn fail(&self, error: &impl Coded) {
        tracing::error!(%error, "the referee cannot continue and stops");
        let _ = self.failure.set(error.message());
        self.stop.cancel();
    }

    /// The failure that caused the shutdown, if one did.
    pub fn failure(&self) -> Option<Message> {
        self.failure.get().cloned()
    }

    /// Waits until every task has ended, for at most `timeout`; returns whether all have.
    pub async fn ended(&self, timeout: Duration) -> bool {
        self.tasks.close();
        tokio::time::timeout(timeout, self.tasks.wait()).await.is_ok()
    }
}
