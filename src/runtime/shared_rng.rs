//! Random numbers of the process (ChaCha8), shared by its threads.

use parking_lot::Mutex;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A shared generator: the same seed gives the same numbers in the same order.
pub struct SharedRng(Mutex<ChaCha8Rng>);

impl SharedRng {
    /// From a seed, by default one of the operating system.
    pub fn new(seed: Option<u64>) -> SharedRng {
        let seed = seed.unwrap_or_else(|| getrandom::u64().unwrap_or_default());
        SharedRng(Mutex::new(ChaCha8Rng::seed_from_u64(seed)))
    }

    pub fn random_bool(&self) -> bool {
        self.0.lock().random()
    }

    pub fn draw(&self) -> u64 {
        self.0.lock().random()
    }
}
