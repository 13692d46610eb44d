//! The cells of a pattern's tiles with the region of free cells that contains the blank. Within a region the blank moves without a tile of the
//! pattern.

use super::combinations::{Combinations, Mask, masks, orders};
use super::grid::TaquinShape;

/// A block is a set of occupied cells with a region of free ones.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Blocks {
    sets: Combinations,
    /// By rank of the set: its first block.
    first: Vec<u32>,
    occupied: Vec<Mask>,
    regions: Vec<Mask>,
    /// By cell its neighbours.
    next: Vec<Mask>,
    orders: usize,
}

impl Blocks {
    /// For a board of at most 64 cells.
    pub(super) fn new(shape: TaquinShape, tiles: usize) -> Blocks {
        let geometry = Geometry::new(shape);
        let (mut first, mut occupied, mut regions) = (Vec::new(), Vec::new(), Vec::new());
        for mask in masks(shape.cells(), tiles) {
            first.push(regions.len() as u32);
            regions.extend(geometry.regions(!mask));
            occupied.resize(regions.len(), mask);
        }
        let next = (0..shape.cells()).map(|cell| geometry.spread(1 << cell) & !(1 << cell)).collect();
        Blocks { sets: Combinations::new(shape.cells(), tiles), first, occupied, regions, next, orders: orders(tiles) }
    }

    pub(super) fn count(&self) -> usize {
        self.regions.len()
    }

    /// The bit of an order of the tiles in a table. A slide seldom changes the order, so the bits that a search needs lie close together.
    #[inline]
    pub(super) fn bit(&self, block: usize, order: usize) -> usize {
        order * self.count() + block
    }

    /// The bytes of a table with a bit for each order in each block.
    pub(super) fn table_bytes(&self) -> usize {
        self.bit(0, self.orders).div_ceil(8)
    }

    pub(super) fn bytes(&self) -> usize {
        4 * self.first.len() + 16 * self.count()
    }

    /// The block of these occupied cells with the blank in this free one.
    #[inline]
    pub(super) fn find(&self, occupied: Mask, blank: u8) -> usize {
        let mut block = self.first[self.sets.rank(occupied)] as usize;
        // Every free cell is in a region.
        while self.regions[block] >> blank & 1 == 0 {
            block += 1;
        }
        block
    }

    /// The occupied cells of a block, from the first.
    pub(super) fn cells(&self, block: usize) -> impl Iterator<Item = u8> + use<> {
        bits(self.occupied[block])
    }

    /// The cells to which the tile in a cell can move.
    pub(super) fn targets(&self, block: usize, cell: u8) -> impl Iterator<Item = u8> + use<> {
        bits(self.next[usize::from(cell)] & self.regions[block])
    }
}

/// The cells of a mask, from the first.
fn bits(mut mask: Mask) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as u8);
        mask &= mask.wrapping_sub(1);
        bit
    })
}

/// A board of at most 64 cells.
struct Geometry {
    all: Mask,
    width: usize,
    not_first_column: Mask,
    not_last_column: Mask,
}

impl Geometry {
    fn new(shape: TaquinShape) -> Geometry {
        let cells = shape.cells();
        let all = if cells == 64 { Mask::MAX } else { (1 << cells) - 1 };
        let column = |wanted: usize| (0..cells).filter(|&cell| shape.at(cell).1 == wanted).fold(0, |mask: Mask, cell| mask | 1 << cell);
        Geometry { all, width: shape.width(), not_first_column: all & !column(0), not_last_column: all & !column(shape.width() - 1) }
    }

    /// The connected regions of the free cells.
    fn regions(&self, free: Mask) -> impl Iterator<Item = Mask> {
        let mut rest = free & self.all;
        std::iter::from_fn(move || {
            let region = (rest != 0).then(|| self.flood(rest, 1 << rest.trailing_zeros()))?;
            rest &= !region;
            Some(region)
        })
    }

    /// The cells of a mask and their neighbours. The width is less than 64.
    fn spread(&self, mask: Mask) -> Mask {
        let across = (mask & self.not_last_column) << 1 | (mask & self.not_first_column) >> 1;
        (mask | across | mask << self.width | mask >> self.width) & self.all
    }

    fn flood(&self, free: Mask, from: Mask) -> Mask {
        let mut region = from;
        loop {
            let wider = self.spread(region) & free;
            if wider == region {
                return region;
            }
            region = wider;
        }
    }
}
