//! Resources shared by the solvers.

use super::tables;
use crate::Error;
use puzzle::taquin::{LARGE_PLACEMENTS, LARGEST_PLACEMENTS, TaquinPuzzle, tables_key};
use runtime::work::CancellationBudget;
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The memory in bytes that the largest tables of the 4×4 need.
const FOR_LARGEST: u64 = 1 << 30;
/// The most large tables, by the memory of a usual machine.
const MAX_WISHES: usize = 4;

/// The tables that solvers share.
pub struct Tools {
    pub(super) cubes: puzzle::cube::CubeSolver,
    pub(super) tables: tables::TableCache,
    /// The threads of one long search.
    pub(super) threads: usize,
    wishes: Mutex<Wishes>,
}

/// The open wishes, and the names of all, so that none is fulfilled twice.
#[derive(Default)]
struct Wishes {
    open: VecDeque<TaquinPuzzle>,
    names: BTreeSet<String>,
}

impl Tools {
    /// No tables yet. Their files are in the folder, if there is one.
    pub fn new(folder: Option<PathBuf>) -> Tools {
        Tools { cubes: puzzle::cube::CubeSolver::new(), tables: tables::TableCache::new(folder), threads: 1, wishes: Mutex::default() }
    }

    /// The same with several threads for a long search.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Tools {
        Tools { threads, ..self }
    }

    fn wishes(&self) -> MutexGuard<'_, Wishes> {
        self.wishes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that large tables would help with a sliding puzzle.
    pub(super) fn wish(&self, puzzle: &TaquinPuzzle) {
        let (shape, blank) = tables_key(puzzle);
        let mut wishes = self.wishes();
        if wishes.names.len() < MAX_WISHES && wishes.names.insert(format!("{shape} {blank}")) {
            wishes.open.push_back(puzzle.clone());
        }
    }

    pub fn has_wishes(&self) -> bool {
        !self.wishes().open.is_empty()
    }

    pub fn take_wish(&self) -> Option<TaquinPuzzle> {
        self.wishes().open.pop_front()
    }

    /// Builds or reads large tables; returns whether they are ready. Small tables serve meanwhile.
    ///
    /// # Errors
    /// When there are none for such a puzzle.
    pub fn fulfil(&self, puzzle: &TaquinPuzzle, cancellation: &mut CancellationBudget) -> Result<bool, Error> {
        let placements = if cancellation.budget().bytes >= FOR_LARGEST { LARGEST_PLACEMENTS } else { LARGE_PLACEMENTS };
        self.tables.enlarge(puzzle, placements, cancellation)
    }
}
