//! Pattern databases: the moves that the tiles of a pattern must make from each of their placements.
//!
//! Tables of disjoint patterns are additive, as each counts only its own tiles' moves (Korf and Felner 2002). A placement includes the region of free
//! cells with the blank, so that each slide leads exactly one move closer to the goal or farther from it, and one bit tells which: whether half of the
//! excess over the Manhattan distance, which has the same parity, is odd (Clausecker and Reinefeld 2019).
//!
//! A table is built by retrograde breadth-first search. The possible slides depend on the block alone, so all orders of the tiles move together, as a
//! bit set, by a permutation of the bits.

use super::blocks::Blocks;
use super::combinations::{MAX_TILES, Mask, Passing, order, orders, places};
use super::grid::TaquinShape;
use crate::memory::filled;
use crate::{Cost, KeepGoing};
use std::sync::Arc;

/// The tiles of a pattern, by goal cell. A group of tiles is partitioned into patterns in one or several ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) group: usize,
    pub(super) way: usize,
    pub(super) tiles: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) part: Part,
    pub(super) blocks: Arc<Blocks>,
    /// By [`Blocks::bit`].
    pub(super) odd: Vec<u8>,
}

/// The number of placements of `tiles` tiles on `cells` cells; `None` beyond 2³².
pub(super) fn placements(cells: usize, tiles: usize) -> Option<u64> {
    (0..tiles).try_fold(1_u64, |count, i| {
        let count = count * (cells - i) as u64;
        (count <= 1 << 32).then_some(count)
    })
}

pub(super) fn mask(cells: &[u8]) -> Mask {
    cells.iter().fold(0, |mask, cell| mask | 1 << cell)
}

impl Pattern {
    /// Builds the table; `None` when the budget ends. The board has at most 64 cells, the pattern at most [`MAX_TILES`] tiles.
    pub(super) fn build(
        shape: TaquinShape,
        blank: u8,
        part: Part,
        blocks: Arc<Blocks>,
        cost: &mut Cost,
        keep_going: KeepGoing,
    ) -> Option<Pattern> {
        let odd = Retrograde::new(shape, &part.tiles, &blocks, cost, keep_going)?.run(blank, cost, keep_going)?;
        Some(Pattern { part, blocks, odd })
    }

    #[inline]
    pub(super) fn is_odd(&self, block: usize, order: usize) -> bool {
        let bit = self.blocks.bit(block, order);
        self.odd[bit / 8] >> (bit % 8) & 1 == 1
    }

    /// Half of the excess of a placement over the Manhattan distance: the slides of a shortest way to the goal that lead away from a tile's goal cell.
    pub(super) fn excess(&self, shape: TaquinShape, goal: u8, mut cells: Vec<u8>, mut blank: u8) -> u16 {
        let home = self.blocks.find(mask(&self.part.tiles), goal);
        let mut away = 0;
        loop {
            let block = self.blocks.find(mask(&cells), blank);
            if block == home && cells == self.part.tiles {
                return away;
            }
            let odd = self.is_odd(block, order(&cells));
            let mut slides = (0..cells.len()).flat_map(|tile| self.blocks.targets(block, cells[tile]).map(move |to| (tile, to)));
            let closer = slides.find_map(|(tile, to)| {
                let mut next = cells.clone();
                let from = std::mem::replace(&mut next[tile], to);
                let distance = |cell: u8| shape.distance(self.part.tiles[tile].into(), cell.into());
                let is_away = distance(to) > distance(from);
                let changes = self.is_odd(self.blocks.find(mask(&next), from), order(&next)) != odd;
                (changes == is_away).then_some((is_away, next, from))
            });
            let is_away;
            (is_away, cells, blank) = closer.expect("from every placement a slide leads closer to the goal");
            away += u16::from(is_away);
        }
    }
}

/// Retrograde search from the goal.
struct Retrograde<'b> {
    tiles: Vec<u8>,
    blocks: &'b Blocks,
    /// For each order the places of the tiles, and for each tile its distance to its goal from each cell.
    orders: Vec<[u8; MAX_TILES]>,
    distances: Vec<[u8; 64]>,
    /// For each block a bit for each order: reached before, at this depth, at the next depth.
    seen: Vec<u64>,
    level: Vec<u64>,
    next: Vec<u64>,
    passing: &'static Passing,
    odd: Vec<u8>,
}

impl Retrograde<'_> {
    fn new<'b>(shape: TaquinShape, tiles: &[u8], blocks: &'b Blocks, cost: &mut Cost, keep_going: KeepGoing) -> Option<Retrograde<'b>> {
        let (cells, size) = (shape.cells(), tiles.len());
        let orders: Vec<[u8; MAX_TILES]> = (0..orders(size)).map(|order| places(order, size)).collect();
        let words = blocks.count() * orders.len().div_ceil(64);
        let distance = |tile: u8| std::array::from_fn(|cell| if cell < cells { shape.distance(tile.into(), cell) as u8 } else { 0 });
        cost.bytes += (words * 24 + blocks.table_bytes() + blocks.bytes()) as u64;
        if !keep_going(cost) {
            return None;
        }
        Some(Retrograde {
            tiles: tiles.to_vec(),
            blocks,
            distances: tiles.iter().map(|&tile| distance(tile)).collect(),
            seen: filled(0, words)?,
            level: filled(0, words)?,
            next: filled(0, words)?,
            passing: Passing::of(size),
            odd: filled(0, blocks.table_bytes())?,
            orders,
        })
    }

    /// The words of a block.
    fn words(&self) -> usize {
        self.orders.len().div_ceil(64)
    }

    fn run(mut self, blank: u8, cost: &mut Cost, keep_going: KeepGoing) -> Option<Vec<u8>> {
        let (start, order) = (self.blocks.find(mask(&self.tiles), blank), order(&self.tiles));
        let word = start * self.words() + order / 64;
        self.level[word] |= 1 << (order % 64);
        for depth in 0.. {
            let mut reached = 0;
            for block in 0..self.blocks.count() {
                if block % 64 == 0 && !keep_going(cost) {
                    return None;
                }
                let fresh = self.expand(block, depth);
                reached += fresh;
                cost.expanded += fresh;
                cost.generated += fresh;
            }
            cost.frontier = cost.frontier.max(reached);
            if reached == 0 {
                break;
            }
            cost.depth = cost.depth.max(depth);
            std::mem::swap(&mut self.level, &mut self.next);
        }
        Some(self.odd)
    }

    fn expand(&mut self, block: usize, depth: u32) -> u64 {
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
        let cells: Vec<u8> = self.blocks.cells(block).collect();
        self.settle(block, &cells, depth);
        let occupied = mask(&cells);
        for (place, &cell) in cells.iter().enumerate() {
            for target in self.blocks.targets(block, cell) {
                let moved = occupied ^ 1 << cell ^ 1 << target;
                let to = self.blocks.find(moved, cell) * words;
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
        for word in 0..self.words() {
            let mut rest = self.level[at + word];
            while rest != 0 {
                let order = usize::from(map[word * 64 + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
                self.next[to + order / 64] |= 1 << (order % 64);
            }
        }
    }

    /// Stores the bit of each new placement.
    fn settle(&mut self, block: usize, cells: &[u8], depth: u32) {
        for word in 0..self.words() {
            let mut rest = self.level[block * self.words() + word];
            while rest != 0 {
                let order = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let places = &self.orders[order];
                let away = |(distances, &place): (&[u8; 64], &u8)| u32::from(distances[usize::from(cells[usize::from(place)])]);
                let manhattan: u32 = self.distances.iter().zip(places).map(away).sum();
                let bit = self.blocks.bit(block, order);
                self.odd[bit / 8] |= (((depth - manhattan) / 2 % 2) as u8) << (bit % 8);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, VecDeque};

    /// The slides of these tiles to the goal, from each placement with the blank in each free cell.
    fn slides(shape: TaquinShape, tiles: &[u8], goal: u8) -> HashMap<(Vec<u8>, u8), u32> {
        let (mut least, mut waiting) = (HashMap::new(), VecDeque::from([((tiles.to_vec(), goal), 0)]));
        while let Some((at, slides)) = waiting.pop_front() {
            if least.contains_key(&at) {
                continue;
            }
            for cell in (0..shape.cells() as u8).filter(|&cell| shape.distance(cell.into(), at.1.into()) == 1) {
                match at.0.iter().position(|&other| other == cell) {
                    None => waiting.push_front(((at.0.clone(), cell), slides)),
                    Some(tile) => {
                        let mut cells = at.0.clone();
                        cells[tile] = at.1;
                        waiting.push_back(((cells, cell), slides + 1));
                    }
                }
            }
            least.insert(at, slides);
        }
        least
    }

    #[test]
    fn a_table_has_the_slides_of_every_placement() {
        for (width, height, tiles, goal) in
            [(3, 3, &[1, 2, 5][..], 0), (3, 3, &[0, 4, 7, 8], 2), (4, 2, &[1, 4, 6], 0), (2, 5, &[3, 9], 4), (4, 4, &[5, 2], 0)]
        {
            let shape = TaquinShape::new(width, height).expect("a shape");
            let (part, blocks) = (Part { group: 0, way: 0, tiles: tiles.to_vec() }, Arc::new(Blocks::new(shape, tiles.len())));
            let pattern = Pattern::build(shape, goal, part, blocks, &mut Cost::default(), &mut |_| true).expect("no limit");
            let (all, mut larger) = (slides(shape, tiles, goal), 0);
            for ((cells, blank), slides) in &all {
                let manhattan: usize =
                    cells.iter().zip(tiles).map(|(&cell, &tile)| shape.distance(cell.into(), tile.into()) as usize).sum();
                let excess = pattern.excess(shape, goal, cells.clone(), *blank);
                assert_eq!(manhattan + 2 * usize::from(excess), *slides as usize, "{tiles:?} in {cells:?}, blank in {blank}");
                larger += usize::from(excess > 0);
            }
            let cells = shape.cells();
            assert_eq!(all.len(), (0..=tiles.len()).map(|placed| cells - placed).product::<usize>(), "a placement is not reached");
            assert!(larger > 0);
        }
    }
}
