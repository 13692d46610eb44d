//! Work that takes a processor, away from the threads that answer: a fixed number of threads at low priority, a queue with an end, and
//! for every piece of work a leash that ends it when nobody waits any more.

mod error;
mod leash;
mod pool;

pub use error::WorkError;
pub use leash::{Budget, Leash, Limit, Share, Spent};
pub use pool::{Asker, Pool, Stop, Working};
