//! Work that takes a processor, away from the threads that answer: a fixed number of threads at low priority, a queue with an end, and
//! for every piece of work a cancellation that ends it when nobody waits any more.

mod cancellation;
mod error;
mod pool;

pub use cancellation::{Budget, CancellationBudget, Limit, Share, Spent};
pub use error::WorkError;
pub use pool::{Asker, Pool, Stop, Working};
