//! What solvers share.

use super::tables;
use crate::Error;
use puzzle::cube::Purpose;
use puzzle::taquin::{LARGE_PLACEMENTS, LARGEST_PLACEMENTS, Puzzle, tables_key};
use runtime::work::CancellationBudget;
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The memory in bytes that the largest tables of the 4×4 need.
const FOR_LARGEST: u64 = 1 << 30;
/// The most large tables, by the memory of a usual machine.
const MOST_WISHES: usize = 4;

/// The tables that solvers share.
pub struct Tools {
    pub(super) cubes: puzzle::cube::Solver,
    pub(super) tables: tables::TableCache,
    /// The threads of one long search.
    pub(super) threads: usize,
    wishes: Mutex<Wishes>,
}

/// Large tables that would speed up a question.
pub enum Wish {
    /// Of the cube.
    Cube(Purpose),
    /// Of sliding puzzles with this shape and goal.
    Taquin(Puzzle),
}

/// The open wishes, and the names of all, so that none is fulfilled twice.
#[derive(Default)]
struct Wishes {
    open: VecDeque<Wish>,
    names: BTreeSet<String>,
}

impl Tools {
    /// No tables yet. Their files are in the folder, if there is one.
    pub fn new(folder: Option<PathBuf>) -> Tools {
        Tools { cubes: puzzle::cube::Solver::new(), tables: tables::TableCache::new(folder), threads: 1, wishes: Mutex::default() }
    }

    /// The same with several threads for a long search.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Tools {
        Tools { threads, ..self }
    }

    fn wishes(&self) -> MutexGuard<'_, Wishes> {
        self.wishes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that large tables would help.
    pub(super) fn wish(&self, wish: Wish) {
        let name = match &wish {
            Wish::Cube(purpose) => format!("cube {purpose}"),
            Wish::Taquin(puzzle) => {
                let (shape, blank) = tables_key(puzzle);
                format!("taquin {shape} {blank}")
            }
        };
        let mut wishes = self.wishes();
        if wishes.names.len() < MOST_WISHES && wishes.names.insert(name) {
            wishes.open.push_back(wish);
        }
    }

    /// Whether there are open wishes.
    pub fn has_wishes(&self) -> bool {
        !self.wishes().open.is_empty()
    }

    /// Takes the next wish.
    pub fn take_wish(&self) -> Option<Wish> {
        self.wishes().open.pop_front()
    }

    /// Builds or reads large tables; returns whether they are ready. Small tables serve meanwhile.
    ///
    /// # Errors
    /// When there are none for such a puzzle.
    pub fn fulfil(&self, wish: &Wish, cancellation: &mut CancellationBudget) -> Result<bool, Error> {
        match wish {
            Wish::Cube(purpose) => Ok(self.tables.equip(&self.cubes, *purpose, cancellation)),
            Wish::Taquin(puzzle) => {
                let placements = if cancellation.budget().bytes >= FOR_LARGEST { LARGEST_PLACEMENTS } else { LARGE_PLACEMENTS };
                self.tables.enlarge(puzzle, placements, cancellation)
            }
        }
    }
}
