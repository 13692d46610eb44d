//! The game that the page features.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The game that the operator wants featured, until the referee stops; 0 for none.
#[derive(Default)]
pub struct Pinned(AtomicU64);

impl Pinned {
    /// Which, if any.
    pub fn game(&self) -> Option<u64> {
        Some(self.0.load(Relaxed)).filter(|game| *game != 0)
    }

    /// Features this one, or none.
    pub fn set(&self, game: Option<u64>) {
        self.0.store(game.unwrap_or(0), Relaxed);
    }
}
