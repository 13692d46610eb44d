//! Runtime of a server process: time, thread pools with cancellation, memory limits, counters, listeners, and its life cycle.

mod caught;
mod checkpoint;
mod commands;
pub mod counters;
mod descriptors;
mod duration;
mod life;
mod log_sampler;
pub mod memory;
pub mod net;
mod peer;
mod rate_limit;
mod shared_rng;
mod single_flight;
mod space;
mod steps;
pub mod system;
mod wall_clock;
pub mod work;

pub use caught::{caught, caught_by, panicked};
pub use checkpoint::Checkpoint;
pub use commands::Commands;
pub use counters::Counters;
pub use descriptors::allowed_connections;
pub use duration::{NoDuration, parse_duration};
pub use life::Life;
pub use log_sampler::LogSampler;
pub use message::clipped;
pub use peer::{ConcurrencyLimit, Peer, Permit, address_block};
pub use rate_limit::RateLimit;
pub use shared_rng::SharedRng;
pub use single_flight::SingleFlight;
pub use space::Space;
pub use steps::StepTimes;
pub use wall_clock::{parse_rfc3339, rfc3339, wall_clock_ms};
