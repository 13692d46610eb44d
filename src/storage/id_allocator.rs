//! ID allocator. Numbers of matches and tournaments are consecutive and never reused; job numbers are random.

use super::{Change, StorageError, StorageFuture};
use crate::StorageFailure;
use futures_util::FutureExt;
use std::future::ready;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[derive(Default)]
pub struct IdAllocator {
    matches: AtomicU64,
    tournaments: AtomicU64,
}

impl IdAllocator {
    /// Continues after the highest stored numbers.
    pub fn after((last_match, last_tournament): (u64, u64)) -> IdAllocator {
        IdAllocator { matches: AtomicU64::new(last_match), tournaments: AtomicU64::new(last_tournament) }
    }

    pub fn note(&self, changes: &[Change]) {
        for change in changes {
            match change {
                Change::Match(row) => _ = self.matches.fetch_max(row.match_id, Relaxed),
                Change::Tournament(row) => _ = self.tournaments.fetch_max(row.id, Relaxed),
                _ => {}
            }
        }
    }

    /// Allocates `count` match numbers; returns the first.
    pub fn match_ids(&self, count: u64) -> u64 {
        self.matches.fetch_add(count, Relaxed) + 1
    }

    pub fn tournament_id(&self) -> u64 {
        self.tournaments.fetch_add(1, Relaxed) + 1
    }

    /// An unguessable job number.
    pub fn job_id(&self) -> StorageFuture<'static, u64> {
        let random = getrandom::u64().map_err(|error| StorageError::unavailable(StorageFailure::NoRandomBytes, error));
        ready(random.map(|random| random >> 1)).boxed()
    }
}
