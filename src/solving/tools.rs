//! What solvers share.

use super::tables;
use crate::Error;
use puzzle::cube::Purpose;
use puzzle::taquin::{LARGE_PLACEMENTS, LARGEST_PLACEMENTS, Puzzle, tables_key};
use runtime::work::CancellationBudget;
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whoever may hold so many bytes can compute the largest tables of the 4×4.
const FOR_LARGEST: u64 = 1 << 30;
/// More large tables do not fit into the memory of a usual machine.
const MOST_WISHES: usize = 4;

/// What solvers share: tables that take a while to compute.
pub struct Tools {
    pub(super) cubes: puzzle::cube::Solver,
    pub(super) tables: tables::TableCache,
    /// How many threads one long search may have.
    pub(super) threads: usize,
    wishes: Mutex<Wishes>,
}

/// Large tables that would have helped a question, which small ones have answered.
pub enum Wish {
    /// Of the cube.
    Cube(Purpose),
    /// Of sliding puzzles with this shape and goal.
    Taquin(Puzzle),
}

/// The wishes that nobody has taken, and the names of all that there ever were: none is made twice.
#[derive(Default)]
struct Wishes {
    open: VecDeque<Wish>,
    names: BTreeSet<String>,
}

impl Tools {
    /// Nothing computed yet. Tables are kept in the folder, if there is one.
    pub fn new(folder: Option<PathBuf>) -> Tools {
        Tools { cubes: puzzle::cube::Solver::new(), tables: tables::TableCache::new(folder), threads: 1, wishes: Mutex::default() }
    }

    /// The same where nothing else is worked on: a long search may have so many threads.
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

    /// Whether there are wishes that nobody has taken.
    pub fn has_wishes(&self) -> bool {
        !self.wishes().open.is_empty()
    }

    /// The next wish, which is nobody else's from now on.
    pub fn take_wish(&self) -> Option<Wish> {
        self.wishes().open.pop_front()
    }

    /// Makes large tables, or reads them where they were kept. Whoever asks meanwhile is served by small ones. Whether they are there.
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
