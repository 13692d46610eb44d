//! Whatever is drawn by lot, from one seed.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::{Mutex, PoisonError};

/// A source of lots: the same seed gives the same lots in the same order.
pub struct Lots(Mutex<ChaCha8Rng>);

impl Lots {
    /// From a seed, or from one that nobody knows.
    pub fn new(seed: Option<u64>) -> Lots {
        let seed = seed.unwrap_or_else(|| getrandom::u64().unwrap_or_default());
        Lots(Mutex::new(ChaCha8Rng::seed_from_u64(seed)))
    }

    /// Heads or tails.
    pub fn toss(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random()
    }

    /// A number.
    pub fn draw(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random()
    }
}
