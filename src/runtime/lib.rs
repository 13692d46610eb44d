//! Runtime of a server process: time, thread pools with cancellation, memory limits, counters, listeners, and its life cycle.

mod checkpoint;
mod commands;
pub mod counters;
mod descriptors;
mod disk_space;
mod duration;
mod lifecycle;
mod log_sampler;
pub mod memory;
pub mod net;
mod panics;
mod peer;
mod poll_times;
mod rate_limit;
mod shared_rng;
mod single_flight;
pub mod system;
mod wall_clock;
pub mod work;

pub use checkpoint::Checkpoint;
pub use commands::Commands;
pub use counters::Counters;
pub use descriptors::allowed_connections;
pub use disk_space::Space;
pub use duration::{NoAge, NoDuration, parse_age, parse_duration};
pub use lifecycle::Lifecycle;
pub use log_sampler::LogSampler;
pub use message::clipped;
pub use panics::{caught, caught_by, panicked};
pub use peer::{ConcurrencyLimit, Peer, Permit, address_block};
pub use poll_times::StepTimes;
pub use rate_limit::RateLimit;
pub use shared_rng::SharedRng;
pub use single_flight::SingleFlight;
pub use wall_clock::{parse_rfc3339, rfc3339, wall_clock_ms};
