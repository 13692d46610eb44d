//! The tournaments in memory. Each is loaded once, however many ask for it at one time, and is loaded again only after its task has ended.

use super::TournamentHandle;
use crate::Error;
use futures_util::future::{BoxFuture, Shared};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
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
#[derive(Default)]
pub struct Register {
    slots: Mutex<BTreeMap<u64, Slot>>,
    uses: AtomicU64,
}

impl Register {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Slot>> {
        // No code that can panic runs under the lock.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds a tournament; begins to load it if it is not here.
    ///
    /// # Errors
    /// When its log does not read, or nothing can be loaded now.
    pub fn find(&self, id: u64, load: impl FnOnce() -> Result<Loading, Error>) -> Result<Found, Error> {
        let mut slots = self.lock();
        match slots.get(&id) {
            Some(Slot::Open(handle)) if handle.is_leaving() => Ok(Found::Leaving(handle.clone())),
            Some(Slot::Open(handle)) => {
                handle.used(&self.uses);
                Ok(Found::Open(handle.clone()))
            }
            Some(Slot::Loading(loading)) => Ok(Found::Loading(loading.clone())),
            Some(Slot::Unreadable(error)) => Err(error.clone()),
            None => {
                let loading = load()?;
                slots.insert(id, Slot::Loading(loading.clone()));
                Ok(Found::Loading(loading))
            }
        }
    }

    /// A tournament is open, and others may have to leave for it.
    pub fn open(&self, handle: &Arc<TournamentHandle>) {
        handle.used(&self.uses);
        let mut slots = self.lock();
        slots.insert(handle.id, Slot::Open(handle.clone()));
        let is_idle = |slot: &Slot| match slot {
            Slot::Open(other) if other.id != handle.id && !other.is_in_play() && !other.is_leaving() => Some(other.clone()),
            _ => None,
        };
        let mut idle: Vec<_> = slots.values().filter_map(is_idle).collect();
        idle.sort_by_key(|other| std::cmp::Reverse(other.last_use()));
        let mut lines = handle.lines();
        for (place, other) in idle.iter().enumerate() {
            lines += other.lines();
            if place + 1 < MOST_IDLE && lines <= MOST_IDLE_LINES {
                continue;
            }
            if other.suspension().is_some() {
                slots.remove(&other.id);
            } else {
                other.leave();
            }
        }
    }

    /// The loading of a tournament, which has just ended, failed.
    pub fn not_loaded(&self, id: u64, error: &Error) {
        let mut slots = self.lock();
        if matches!(error, Error::Suspended { .. }) {
            slots.insert(id, Slot::Unreadable(error.clone()));
        } else {
            slots.remove(&id);
        }
    }

    /// The task of a tournament has ended. If it is suspended, it stays to be looked at.
    pub fn ended(&self, handle: &Arc<TournamentHandle>) {
        if handle.suspension().is_none() {
            self.lock().remove(&handle.id);
        }
        handle.set_gone();
    }

    /// A suspended tournament is forgotten, so that it is loaded anew; says whether it was one.
    pub fn forget_suspended(&self, id: u64) -> bool {
        let mut slots = self.lock();
        let is_suspended = match slots.get(&id) {
            Some(Slot::Open(handle)) => handle.suspension().is_some(),
            Some(Slot::Unreadable(_)) => true,
            Some(Slot::Loading(_)) | None => false,
        };
        is_suspended && slots.remove(&id).is_some()
    }

    /// How many tournaments are suspended.
    pub fn suspended(&self) -> usize {
        let is_suspended = |slot: &&Slot| match slot {
            Slot::Open(handle) => handle.suspension().is_some(),
            Slot::Unreadable(_) => true,
            Slot::Loading(_) => false,
        };
        self.lock().values().filter(is_suspended).count()
    }
}
