//! Why a thread pool does no work.

/// Why a [`Pool`](super::Pool) takes no work, or gives no result.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("work")]
pub enum WorkError {
    /// The pool is closed: the process is stopping.
    Stopping,
    /// The queue is full.
    Busy {
        /// How many may wait.
        waiting: usize,
    },
    /// The part of the queue that one client may fill is full.
    TooMuchWork {
        /// How many of one client may wait.
        most: usize,
    },
    /// The work panicked.
    Panicked(String),
    /// The system gives no thread.
    NoThread(String),
}
