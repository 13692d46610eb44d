//! What solvers share.

use super::tables;
use crate::core::Error;
use crate::core::work::Leash;
use puzzle::cube::{Metric, Purpose};
use puzzle::taquin::{LARGE_PLACEMENTS, LARGEST_PLACEMENTS, Puzzle};
use std::path::PathBuf;

/// Whoever may hold so many bytes can compute the largest tables of the 4×4.
const FOR_LARGEST: u64 = 1 << 30;

/// What solvers share: tables that take a while to compute.
pub struct Tools {
    pub(super) cubes: puzzle::cube::Solver,
    pub(super) tables: tables::Shelf,
}

impl Tools {
    /// Nothing computed yet. Tables are kept in the folder, if there is one.
    pub fn new(folder: Option<PathBuf>) -> Tools {
        Tools { cubes: puzzle::cube::Solver::new(), tables: tables::Shelf::new(folder) }
    }

    /// Makes the large tables that are worth having before anybody asks, or reads them where they were kept: for the cube in half
    /// turns, and for the usual 4×4. Whoever waits meanwhile is served by small ones. Whether all are there.
    pub fn stock(&self, usual: &Puzzle, leash: &mut Leash) -> Result<bool, Error> {
        let placements = if leash.budget().bytes >= FOR_LARGEST { LARGEST_PLACEMENTS } else { LARGE_PLACEMENTS };
        let cube = self.tables.equip(&self.cubes, Purpose::TwoPhase(Metric::Half), leash);
        Ok(cube && self.tables.enlarge(usual, placements, leash)?)
    }
}
