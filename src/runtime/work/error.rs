//! Why a thread pool does no work.

/// Why a [`Pool`](super::Pool) takes no work, or gives no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorkError {
    /// The pool is closed: the process is stopping.
    #[error("the referee is stopping; try again in a moment")]
    Stopping,
    /// The queue is full.
    #[error("{waiting} requests wait already; try again in a moment")]
    Busy {
        /// How many may wait.
        waiting: usize,
    },
    /// The part of the queue that one client may fill is full.
    #[error("{most} questions from this address wait already, the most that one may have waiting; try again when one is answered")]
    TooMuchWork {
        /// How many of one client may wait.
        most: usize,
    },
    /// The work panicked.
    #[error("a panic: {0}")]
    Panicked(String),
    /// The system gives no thread.
    #[error("no thread for work: {0}")]
    NoThread(String),
}
