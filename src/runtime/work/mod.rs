//! CPU-bound work: thread pools of low priority with bounded queues, and a budget with cancellation for each piece of work.

mod cancellation;
mod error;
mod pool;

pub use cancellation::{Budget, CancellationBudget, Limit, Share, Spent};
pub use error::WorkError;
pub(crate) use pool::{Answer, AnyResult};
pub use pool::{Stop, ThreadPool, WorkOwner, Working};
