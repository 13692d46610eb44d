//! The loaded tournaments: an LRU cache. Concurrent readers share one load. A tournament is reloaded only after its task has ended.

use super::TournamentHandle;
use super::handle::Suspension;
use crate::Error;
use futures_util::future::{BoxFuture, Shared};
use lru::LruCache;
use message::Message;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Limits of idle loaded tournaments: their number, and the total lines of their logs (a single one may exceed it). Above them, the least
/// recently used one is evicted.
pub const MAX_IDLE: usize = 64;
const MAX_IDLE_LINES: u64 = 500_000;

/// A load, shared by its concurrent readers.
pub type Loading = Shared<BoxFuture<'static, Result<Arc<TournamentHandle>, Error>>>;

enum CacheEntry {
    Loading(Loading),
    /// Open; or suspended, with the readable part of its log.
    Open(Arc<TournamentHandle>),
}

impl CacheEntry {
    fn suspension(&self) -> Option<&Suspension> {
        match self {
            CacheEntry::Open(handle) => handle.suspension(),
            CacheEntry::Loading(_) => None,
        }
    }
}

pub enum LoadState {
    Open(Arc<TournamentHandle>),
    Loading(Loading),
    /// Its task is about to end.
    Leaving(Arc<TournamentHandle>),
}

pub struct TournamentRegister(Mutex<LruCache<u64, CacheEntry>>);

impl Default for TournamentRegister {
    fn default() -> Self {
        TournamentRegister(Mutex::new(LruCache::unbounded()))
    }
}

impl TournamentRegister {
    /// Finds a tournament, or begins to load it.
    pub fn find(&self, id: u64, load: impl FnOnce() -> Result<Loading, Error>) -> Result<LoadState, Error> {
        let mut slots = self.0.lock();
        match slots.get(&id) {
            Some(CacheEntry::Open(handle)) if handle.is_leaving() => Ok(LoadState::Leaving(handle.clone())),
            Some(CacheEntry::Open(handle)) => Ok(LoadState::Open(handle.clone())),
            Some(CacheEntry::Loading(loading)) => Ok(LoadState::Loading(loading.clone())),
            None => {
                let loading = load()?;
                slots.put(id, CacheEntry::Loading(loading.clone()));
                Ok(LoadState::Loading(loading))
            }
        }
    }

    /// Adds a loaded tournament, and evicts others.
    pub fn open(&self, handle: &Arc<TournamentHandle>) {
        let mut slots = self.0.lock();
        slots.put(handle.id, CacheEntry::Open(handle.clone()));
        let is_idle = |(_, slot): (&u64, &CacheEntry)| match slot {
            CacheEntry::Open(other) if other.id != handle.id && !other.in_play.load(Relaxed) && !other.is_leaving() => Some(other.clone()),
            _ => None,
        };
        // Most recently used first.
        let idle: Vec<_> = slots.iter().filter_map(is_idle).collect();
        let mut lines = handle.lines();
        for (place, other) in idle.iter().enumerate() {
            lines += other.lines();
            if place + 1 < MAX_IDLE && lines <= MAX_IDLE_LINES {
                continue;
            }
            if other.suspension().is_some() {
                slots.pop(&other.id);
            } else {
                other.unload();
            }
        }
    }

    pub fn not_loaded(&self, id: u64) {
        self.0.lock().pop(&id);
    }

    /// Removes a tournament whose task has ended. A suspended one stays readable.
    pub fn ended(&self, handle: &Arc<TournamentHandle>) {
        if handle.suspension().is_none() {
            self.0.lock().pop(&handle.id);
        }
        handle.unloaded.cancel();
    }

    /// Removes a suspended tournament, so that it is loaded again.
    pub fn forget_suspended(&self, id: u64) {
        let mut slots = self.0.lock();
        if slots.peek(&id).is_some_and(|slot| slot.suspension().is_some()) {
            slots.pop(&id);
        }
    }

    /// The reason of a suspension that no operator has closed.
    pub fn suspension(&self, id: u64) -> Option<Message> {
        let slots = self.0.lock();
        let suspension = slots.peek(&id)?.suspension()?;
        (!suspension.is_closed()).then(|| suspension.why.clone())
    }

    /// The number of these.
    pub fn suspended(&self) -> usize {
        self.0.lock().iter().filter(|(_, slot)| slot.suspension().is_some_and(|suspension| !suspension.is_closed())).count()
    }
}
