//! The random number generator of a process, from one seed.

use parking_lot::Mutex;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A generator (ChaCha8): the same seed gives the same sequence.
pub struct Rng(Mutex<ChaCha8Rng>);

impl Rng {
    /// A generator from this seed, or from the system's entropy.
    pub fn new(seed: Option<u64>) -> Rng {
        let seed = seed.unwrap_or_else(|| getrandom::u64().unwrap_or_default());
        Rng(Mutex::new(ChaCha8Rng::seed_from_u64(seed)))
    }

    /// The next fair coin.
    pub fn coin(&self) -> bool {
        self.0.lock().random()
    }

    /// The next number, uniform.
    pub fn number(&self) -> u64 {
        self.0.lock().random()
    }
}
