//! Where a storage comes from.

use super::Storage;
use super::memory::MemoryStorage;
use std::sync::Arc;

/// Storage in memory: for simulations, and for matches that nobody wants to keep.
pub fn in_memory() -> Arc<dyn Storage> {
    Arc::new(MemoryStorage::default())
}
