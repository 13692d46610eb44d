//! The cells of a pattern's tiles with the region of free cells that contains the blank. Within a region the blank moves without a tile of the
//! pattern.

use super::combinations::{Combinations, Mask, bits, masks, orders};
use super::grid::TaquinShape;
use std::collections::HashMap;

/// A block is a set of occupied cells with a region of free ones.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Blocks {
    sets: Combinations,
    /// For each set, whose block with the largest region has the number of its rank, the first of its other blocks.
    others: Vec<u32>,
    /// For each set the place in `enclosures` of the cells of its other regions. A search finds these small tables in the cache.
    enclosed: Vec<u16>,
    /// The first stands for all that the places cannot number, and has every cell.
    enclosures: Vec<Mask>,
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
        let mut occupied: Vec<Mask> = masks(shape.cells(), tiles).collect();
        let (mut regions, mut others, mut enclosed) = (vec![0; occupied.len()], Vec::new(), Vec::new());
        let (mut enclosures, mut places) = (vec![Mask::MAX], HashMap::new());
        for set in 0..occupied.len() {
            let all: Vec<Mask> = geometry.regions(!occupied[set]).collect();
            let largest = all.iter().copied().max_by_key(|region| region.count_ones()).unwrap_or(0);
            let rest = all.into_iter().filter(|&region| region != largest);
            regions[set] = largest;
            others.push(regions.len() as u32);
            regions.extend(rest.clone());
            occupied.resize(regions.len(), occupied[set]);
            let place = *places.entry(rest.fold(0, |cells, region| cells | region)).or_insert_with_key(|&cells| {
                let place = u16::try_from(enclosures.len()).unwrap_or(0);
                enclosures.extend((place > 0).then_some(cells));
                place
            });
            enclosed.push(place);
        }
        let next = (0..shape.cells()).map(|cell| geometry.spread(1 << cell) & !(1 << cell)).collect();
        Blocks {
            sets: Combinations::new(shape.cells(), tiles),
            others,
            enclosed,
            enclosures,
            occupied,
            regions,
            next,
            orders: orders(tiles),
        }
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
        6 * self.others.len() + 8 * self.enclosures.len() + 16 * self.count()
    }

    /// The block of these occupied cells with the blank in this free one.
    #[inline]
    pub(super) fn find(&self, occupied: Mask, blank: u8) -> usize {
        let set = self.sets.rank(occupied);
        if self.enclosures[usize::from(self.enclosed[set])] >> blank & 1 == 0 { set } else { self.other(set, blank) }
    }

    #[cold]
    fn other(&self, set: usize, blank: u8) -> usize {
        let first = self.others[set] as usize;
        let block = std::iter::once(set).chain(first..).find(|&block| self.regions[block] >> blank & 1 == 1);
        block.expect("every free cell is in a region")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_free_cell_is_in_one_block() {
        for (width, height, tiles) in [(3, 3, 4), (4, 4, 8), (5, 3, 1), (9, 3, 3), (24, 1, 6)] {
            let blocks = Blocks::new(TaquinShape::new(width, height).expect("a shape"), tiles);
            let mut free = 0;
            for (block, (&occupied, &region)) in blocks.occupied.iter().zip(&blocks.regions).enumerate() {
                assert_eq!(occupied & region, 0);
                assert!(bits(region).all(|cell| blocks.find(occupied, cell) == block), "{occupied:b} {region:b}");
                free += region.count_ones() as usize;
            }
            assert_eq!(free, blocks.others.len() * ((width * height) as usize - tiles));
            // A row of 24 cells has more enclosures than there are places for.
            assert_eq!(blocks.enclosures.len() == 1 << 16, height == 1);
        }
    }
}
