//! Errors of thread pools.

use message::Message;

/// Why a [`ThreadPool`](super::ThreadPool) refuses work, or gives no result.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("work")]
pub enum WorkError {
    /// The pool is closed: the process is stopping.
    Stopping,
    Busy {
        waiting: usize,
    },
    /// The part of the queue that one client may fill is full.
    TooMuchWork {
        most: usize,
    },
    /// With the text of the panic, if it has one.
    Panicked {
        text: Option<String>,
    },
    /// The system cannot start a thread.
    NoThread {
        why: Message,
    },
}
