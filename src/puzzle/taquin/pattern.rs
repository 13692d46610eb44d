//! Pattern databases: the moves that the tiles of a pattern must make from each of their placements.
//!
//! Tables of disjoint patterns are additive, as each counts only its own tiles' moves (Korf and Felner 2002). An entry of four bits holds half of
//! the excess over the Manhattan distance, which has the same parity.
//!
//! A table is built by retrograde breadth-first search over placements and the region of free cells that contains the blank, whose moves cost nothing.
//! The possible moves depend on the occupied cells alone, so all orders of the tiles move together, as a bit set, by a permutation of the bits.

use super::combinations::{Combinations, MAX_TILES, Mask, Passing, masks, order, orders, places};
use super::grid::TaquinShape;
use crate::memory::filled;
use crate::{Cost, KeepGoing};

/// The tiles of a pattern, by goal cell. A block of tiles is partitioned into patterns in one or several ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) block: usize,
    pub(super) way: usize,
    pub(super) tiles: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) part: Part,
    /// Two entries a byte, the first in the low half; the index of an entry is the rank of the cells, times the number of orders, plus the rank of
    /// the order.
    pub(super) excess: Vec<u8>,
}

/// The number of placements of `tiles` tiles on `cells` cells; `None` beyond 2³².
pub(super) fn placements(cells: usize, tiles: usize) -> Option<u64> {
    (0..tiles).try_fold(1_u64, |count, i| {
        let count = count * (cells - i) as u64;
        (count <= 1 << 32).then_some(count)
    })
}

impl Pattern {
    /// Half of the excess over the Manhattan distance.
    #[inline]
    pub(super) fn excess(&self, entry: usize) -> u16 {
        u16::from(self.excess[entry / 2] >> (entry % 2 * 4) & 15)
    }

    /// Builds the table; `None` when the budget ends. The board has at most 64 cells, the pattern at most [`MAX_TILES`] tiles.
    pub(super) fn build(shape: TaquinShape, blank: u8, part: Part, cost: &mut Cost, keep_going: KeepGoing) -> Option<Pattern> {
        let excess = Retrograde::new(shape, &part.tiles, cost, keep_going)?.run(blank, cost, keep_going)?;
        Some(Pattern { part, excess })
    }
}

/// An unseen entry. A larger excess is stored as one less, which is still a lower bound.
const UNSEEN: u8 = 15;

/// Retrograde search from the goal. A block is a set of occupied cells with a region of free ones for the blank.
struct Retrograde {
    geometry: Geometry,
    tiles: Vec<u8>,
    combinations: Combinations,
    /// The sets of cells, each with the index of its first block.
    sets: Vec<(Mask, u32)>,
    regions: Vec<Mask>,
    /// For each order the places of the tiles, and for each tile its distance to its goal from each cell.
    orders: Vec<[u8; MAX_TILES]>,
    distances: Vec<[u8; 64]>,
    /// For each block a bit for each order: reached before, at this depth, at the next depth.
    seen: Vec<u64>,
    level: Vec<u64>,
    next: Vec<u64>,
    passing: &'static Passing,
    excess: Vec<u8>,
}

impl Retrograde {
    fn new(shape: TaquinShape, tiles: &[u8], cost: &mut Cost, keep_going: KeepGoing) -> Option<Retrograde> {
        let (cells, size) = (shape.cells(), tiles.len());
        let geometry = Geometry::new(shape);
        let (mut sets, mut regions) = (Vec::new(), Vec::new());
        for mask in masks(cells, size) {
            sets.push((mask, regions.len() as u32));
            regions.extend(geometry.regions(!mask));
        }
        sets.push((0, regions.len() as u32));
        let orders: Vec<[u8; MAX_TILES]> = (0..orders(size)).map(|order| places(order, size)).collect();
        let words = regions.len() * orders.len().div_ceil(64);
        let entries = (sets.len() - 1) * orders.len();
        let distance = |tile: u8| std::array::from_fn(|cell| if cell < cells { shape.distance(tile.into(), cell) as u8 } else { 0 });
        cost.bytes += (words * 24 + entries.div_ceil(2) + regions.len() * 8 + sets.len() * 16) as u64;
        if !keep_going(cost) {
            return None;
        }
        Some(Retrograde {
            geometry,
            tiles: tiles.to_vec(),
            combinations: Combinations::new(cells, size),
            sets,
            regions,
            distances: tiles.iter().map(|&tile| distance(tile)).collect(),
            seen: filled(0, words)?,
            level: filled(0, words)?,
            next: filled(0, words)?,
            passing: Passing::of(size),
            excess: filled(UNSEEN | UNSEEN << 4, entries.div_ceil(2))?,
            orders,
        })
    }

    fn words(&self) -> usize {
        self.orders.len().div_ceil(64)
    }

    fn run(mut self, blank: u8, cost: &mut Cost, keep_going: KeepGoing) -> Option<Vec<u8>> {
        let home = self.tiles.iter().fold(0, |mask, tile| mask | 1 << tile);
        let (start, order) = (self.block(home, blank), order(&self.tiles));
        let words = self.words();
        self.level[start * words + order / 64] |= 1 << (order % 64);
        for depth in 0.. {
            let mut reached = 0;
            for set in 0..self.sets.len() - 1 {
                if set % 64 == 0 && !keep_going(cost) {
                    return None;
                }
                for block in self.sets[set].1..self.sets[set + 1].1 {
                    let fresh = self.expand(set, block as usize, depth);
                    reached += fresh;
                    cost.expanded += fresh;
                    cost.generated += fresh;
                }
            }
            cost.frontier = cost.frontier.max(reached);
            if reached == 0 {
                break;
            }
            cost.depth = cost.depth.max(depth);
            std::mem::swap(&mut self.level, &mut self.next);
        }
        // Unreachable placements get an excess of 0.
        for byte in &mut self.excess {
            for unseen in [UNSEEN, UNSEEN << 4] {
                if *byte & unseen == unseen {
                    *byte &= !unseen;
                }
            }
        }
        Some(self.excess)
    }

    /// The block of these occupied cells with the blank in this free one.
    fn block(&self, mask: Mask, blank: u8) -> usize {
        let set = self.combinations.rank(mask);
        let (first, end) = (self.sets[set].1 as usize, self.sets[set + 1].1 as usize);
        let region = self.regions[first..end].iter().position(|region| region >> blank & 1 == 1);
        first + region.expect("every free cell is in a region")
    }

    fn expand(&mut self, set: usize, block: usize, depth: u32) -> u64 {
        let words = self.words();
        let at = block * words;
        let mut count = 0;
        for word in at..at + words {
            self.level[word] &= !self.seen[word];
            self.seen[word] |= self.level[word];
            count += u64::from(self.level[word].count_ones());
        }
        if count == 0 {
            return 0;
        }
        let (mask, region) = (self.sets[set].0, self.regions[block]);
        let cells: Vec<u8> = bits(mask).collect();
        self.settle(set, at, &cells, depth);
        for (place, &cell) in cells.iter().enumerate() {
            for target in bits(self.geometry.next[usize::from(cell)] & region) {
                let moved = mask ^ 1 << cell ^ 1 << target;
                let to = self.block(moved, cell) * words;
                let passed_to = (moved & ((1 << target) - 1)).count_ones() as usize;
                if passed_to == place {
                    let (from, to) = (&self.level[at..at + words], &mut self.next[to..to + words]);
                    to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
                } else {
                    self.permute(at, to, place, passed_to);
                }
            }
        }
        self.level[at..at + words].fill(0);
        count
    }

    /// Adds the orders of one block to another after the tile in `place` passed to `passed_to`.
    fn permute(&mut self, at: usize, to: usize, place: usize, passed_to: usize) {
        let map = self.passing.after(place, passed_to);
        for word in 0..self.orders.len().div_ceil(64) {
            let mut rest = self.level[at + word];
            while rest != 0 {
                let order = usize::from(map[word * 64 + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
                self.next[to + order / 64] |= 1 << (order % 64);
            }
        }
    }

    /// Stores the excess of new placements.
    fn settle(&mut self, set: usize, at: usize, cells: &[u8], depth: u32) {
        for word in 0..self.words() {
            let mut rest = self.level[at + word];
            while rest != 0 {
                let order = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let entry = set * self.orders.len() + order;
                let (byte, shift) = (&mut self.excess[entry / 2], entry % 2 * 4);
                if *byte >> shift & 15 == UNSEEN {
                    let places = &self.orders[order];
                    let away = |(distances, &place): (&[u8; 64], &u8)| u32::from(distances[usize::from(cells[usize::from(place)])]);
                    let manhattan: u32 = self.distances.iter().zip(places).map(away).sum();
                    let value = ((depth - manhattan) / 2).min(u32::from(UNSEEN) - 1) as u8;
                    *byte ^= (UNSEEN ^ value) << shift;
                }
            }
        }
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
    next: Vec<Mask>,
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
        let mut geometry = Geometry {
            next: Vec::new(),
            all,
            width: shape.width(),
            not_first_column: all & !column(0),
            not_last_column: all & !column(shape.width() - 1),
        };
        geometry.next = (0..cells).map(|cell| geometry.spread(1 << cell) & !(1 << cell)).collect();
        geometry
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
