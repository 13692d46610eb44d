//! What becomes of the order of a pattern's tiles when one of them passes others. Computed once for each number of tiles, when first needed.

use super::combinations::{MOST_TILES, order, orders, places};
use std::sync::OnceLock;

/// The orders of so many tiles.
pub(super) struct Passing {
    tiles: usize,
    /// By the place that a tile leaves and the one that it comes to.
    after: Vec<OnceLock<Box<[u16]>>>,
}

static BY_TILES: [OnceLock<Passing>; MOST_TILES + 1] = [const { OnceLock::new() }; MOST_TILES + 1];

impl Passing {
    /// Of so many tiles.
    pub(super) fn of(tiles: usize) -> &'static Passing {
        BY_TILES[tiles].get_or_init(|| Passing { tiles, after: (0..tiles * tiles).map(|_| OnceLock::new()).collect() })
    }

    /// For each order the one after the tile in one place, counted along the cells, has come to another.
    #[inline]
    pub(super) fn after(&self, from: usize, to: usize) -> &[u16] {
        self.after[from * self.tiles + to].get_or_init(|| self.computed(from, to))
    }

    #[cold]
    fn computed(&self, from: usize, to: usize) -> Box<[u16]> {
        let passed = |at: u8| match usize::from(at) {
            moved if moved == from => to as u8,
            other if from < other && other <= to => at - 1,
            other if to <= other && other < from => at + 1,
            _ => at,
        };
        let after = |number| order(&places::<MOST_TILES>(number, self.tiles).map(passed)[..self.tiles]) as u16;
        (0..orders(self.tiles)).map(after).collect()
    }
}
