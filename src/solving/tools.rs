//! Resources shared by the solvers.

use crate::{Error, tables};
use parking_lot::Mutex;
use puzzle::taquin::{LARGE_PLACEMENTS, LARGEST_PLACEMENTS, TaquinPuzzle, tables_key};
use runtime::work::CancellationBudget;
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;

/// The memory in bytes that the largest tables of the 4×4 need.
const LARGEST_TABLES_BYTES: u64 = 1 << 30;
/// Most requests for large tables in the life of a process.
const MAX_REQUESTS: usize = 4;

/// The tables that solvers share.
pub struct Tools {
    pub(super) cubes: puzzle::cube::CubeSolver,
    pub(super) tables: tables::TableCache,
    /// The threads of one long search.
    pub(super) threads: usize,
    requests: Mutex<TableRequests>,
}

/// Requests for large tables: the open ones, and the names of all, so that none is built twice.
#[derive(Default)]
struct TableRequests {
    open: VecDeque<TaquinPuzzle>,
    names: BTreeSet<String>,
}

impl Tools {
    /// No tables yet. Their files are in the folder, if there is one.
    pub fn new(folder: Option<PathBuf>) -> Tools {
        Tools { cubes: puzzle::cube::CubeSolver::new(), tables: tables::TableCache::new(folder), threads: 1, requests: Mutex::default() }
    }

    /// The same with several threads for a long search.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Tools {
        Tools { threads, ..self }
    }

    /// Notes that large tables would help with a taquin.
    pub(super) fn request_tables(&self, puzzle: &TaquinPuzzle) {
        let (shape, blank) = tables_key(puzzle);
        let mut requests = self.requests.lock();
        if requests.names.len() < MAX_REQUESTS && requests.names.insert(format!("{shape} {blank}")) {
            requests.open.push_back(puzzle.clone());
        }
    }

    pub fn has_table_requests(&self) -> bool {
        !self.requests.lock().open.is_empty()
    }

    pub fn take_table_request(&self) -> Option<TaquinPuzzle> {
        self.requests.lock().open.pop_front()
    }

    /// Builds or reads large tables; returns whether they are ready. Small tables serve meanwhile.
    pub fn enlarge_tables(&self, puzzle: &TaquinPuzzle, cancellation: &mut CancellationBudget) -> Result<bool, Error> {
        let placements = if cancellation.budget().bytes >= LARGEST_TABLES_BYTES { LARGEST_PLACEMENTS } else { LARGE_PLACEMENTS };
        self.tables.enlarge(puzzle, placements, cancellation)
    }
}
