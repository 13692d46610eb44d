//! The tournaments in memory. Each is loaded once, however many ask for it at one time, and is loaded again only after its task has ended.

use super::TournamentHandle;
use crate::Error;
use futures_util::future::{BoxFuture, Shared};
use lru::LruCache;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many tournaments that cannot change by themselves are held in memory at most, and how many lines their logs have together, unless one
/// alone has more. Opening one more evicts those that have been unused for longest.
pub const MOST_IDLE: usize = 64;
const MOST_IDLE_LINES: u64 = 500_000;

/// A tournament that is being loaded, for all who wait for it.
pub type Loading = Shared<BoxFuture<'static, Result<Arc<TournamentHandle>, Error>>>;

/// Where a tournament stands in memory.
enum Slot {
    /// It is being loaded.
    Loading(Loading),
    /// It is open, or suspended with its log as far as it reads.
    Open(Arc<TournamentHandle>),
    /// Not even its plan reads.
    Unreadable(Error),
}

/// What is known of a tournament that somebody asks for.
pub enum Found {
    /// It is here.
    Open(Arc<TournamentHandle>),
    /// It is being loaded.
    Loading(Loading),
    /// It is about to leave memory.
    Leaving(Arc<TournamentHandle>),
}

/// The tournaments in memory.
pub struct Register(Mutex<LruCache<u64, Slot>>);

impl Default for Register {
    fn default() -> Self {
        Register(Mutex::new(LruCache::unbounded()))
    }
}

impl Register {
    fn lock(&self) -> MutexGuard<'_, LruCache<u64, Slot>> {
        // No code that can panic runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds a tournament; begins to load it if it is not here.
    ///
    /// # Errors
    /// When its log does not read, or nothing can be loaded now.
    pub fn find(&self, id: u64, load: impl FnOnce() -> Result<Loading, Error>) -> Result<Found, Error> {
        let mut slots = self.lock();
        match slots.get(&id) {
            Some(Slot::Open(handle)) if handle.is_leaving() => Ok(Found::Leaving(handle.clone())),
            Some(Slot::Open(handle)) => Ok(Found::Open(handle.clone())),
            Some(Slot::Loading(loading)) => Ok(Found::Loading(loading.clone())),
            Some(Slot::Unreadable(error)) => Err(error.clone()),
            None => {
                let loading = load()?;
                slots.put(id, Slot::Loading(loading.clone()));
                Ok(Found::Loading(loading))
            }
        }
    }

    /// A tournament is open, and others may have to leave for it.
    pub fn open(&self, handle: &Arc<TournamentHandle>) {
        let mut slots = self.lock();
        slots.put(handle.id, Slot::Open(handle.clone()));
        let is_idle = |(_, slot): (&u64, &Slot)| match slot {
            Slot::Open(other) if other.id != handle.id && !other.is_in_play() && !other.is_leaving() => Some(other.clone()),
            _ => None,
        };
        // The last used first.
        let idle: Vec<_> = slots.iter().filter_map(is_idle).collect();
        let mut lines = handle.lines();
        for (place, other) in idle.iter().enumerate() {
            lines += other.lines();
            if place + 1 < MOST_IDLE && lines <= MOST_IDLE_LINES {
                continue;
            }
            if other.suspension().is_some() {
                slots.pop(&other.id);
            } else {
                other.leave();
            }
        }
    }

    /// The loading of a tournament, which has just ended, failed.
    pub fn not_loaded(&self, id: u64, error: &Error) {
        let mut slots = self.lock();
        if matches!(error, Error::Suspended { .. }) {
            slots.put(id, Slot::Unreadable(error.clone()));
        } else {
            slots.pop(&id);
        }
    }

    /// The task of a tournament has ended. If it is suspended, it stays to be looked at.
    pub fn ended(&self, handle: &Arc<TournamentHandle>) {
        if handle.suspension().is_none() {
            self.lock().pop(&handle.id);
        }
        handle.set_gone();
    }

    /// A suspended tournament is forgotten, so that it is loaded anew; says whether it was one.
    pub fn forget_suspended(&self, id: u64) -> bool {
        let mut slots = self.lock();
        let is_suspended = match slots.peek(&id) {
            Some(Slot::Open(handle)) => handle.suspension().is_some(),
            Some(Slot::Unreadable(_)) => true,
            Some(Slot::Loading(_)) | None => false,
        };
        is_suspended && slots.pop(&id).is_some()
    }

    /// How many tournaments are suspended.
    pub fn suspended(&self) -> usize {
        let is_suspended = |(_, slot): &(&u64, &Slot)| match slot {
            Slot::Open(handle) => handle.suspension().is_some(),
            Slot::Unreadable(_) => true,
            Slot::Loading(_) => false,
        };
        self.lock().iter().filter(is_suspended).count()
    }
}
