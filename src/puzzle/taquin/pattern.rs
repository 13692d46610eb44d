//! One pattern: some tiles of the goal, and the moves that they alone must make from every placement of theirs.
//!
//! Tables of disjoint patterns add up to a lower bound, because each counts the moves of its own tiles only (Korf and Felner
//! 2002). A table holds half of what exceeds the Manhattan distance, which has the same parity: four bits an entry, and the
//! index is the rank of the placement among all, without gaps. It is built backwards from the goal, breadth-first over
//! placements together with the region of free cells in which the blank is: the blank's own steps cost nothing.

use super::grid::Shape;
use crate::Cost;

/// The most tiles in a pattern.
pub(super) const MOST_TILES: usize = 8;

/// Tiles, by goal cell, and their table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) tiles: Vec<u8>,
    /// Two entries a byte, the first in the low half.
    pub(super) excess: Vec<u8>,
}

/// Cells of a board as bits.
type Mask = u64;

/// The number of placements of `tiles` tiles on `cells` cells, or nothing when it passes 2³².
pub(super) fn placements(cells: usize, tiles: usize) -> Option<u64> {
    (0..tiles).try_fold(1_u64, |count, i| {
        let count = count * (cells - i) as u64;
        (count <= 1 << 32).then_some(count)
    })
}

/// The rank of a placement of tiles, from 0: each cell counts among those that the tiles before left free.
pub(super) fn rank(places: &[u8], cells: usize) -> usize {
    let mut rank = 0;
    for (i, &place) in places.iter().enumerate() {
        let before = places[..i].iter().filter(|&&other| other < place).count();
        rank = rank * (cells - i) + usize::from(place) - before;
    }
    rank
}

/// The placement of a rank.
fn unrank(mut rank: usize, cells: usize, places: &mut [u8]) {
    for i in (0..places.len()).rev() {
        places[i] = (rank % (cells - i)) as u8;
        rank /= cells - i;
    }
    // Turn counts among the free into cells, first tile first.
    for i in 1..places.len() {
        let mut before: [u8; MOST_TILES] = [0; MOST_TILES];
        before[..i].copy_from_slice(&places[..i]);
        before[..i].sort_unstable();
        for &other in &before[..i] {
            if other <= places[i] {
                places[i] += 1;
            }
        }
    }
}

impl Pattern {
    /// Half of what the pattern's tiles need beyond their Manhattan distance.
    pub(super) fn excess(&self, rank: usize) -> u32 {
        u32::from(self.excess[rank / 2] >> (rank % 2 * 4) & 15)
    }

    /// Builds the table; nothing when out of budget. The board has at most 64 cells, the pattern at most [`MOST_TILES`].
    pub(super) fn build(
        shape: Shape,
        blank: u8,
        tiles: Vec<u8>,
        cost: &mut Cost,
        go_on: &mut impl FnMut(&Cost) -> bool,
    ) -> Option<Pattern> {
        let excess = match shape.cells() {
            0..=16 => Retrograde::<u16>::new(shape, &tiles).run(blank, cost, go_on),
            17..=32 => Retrograde::<u32>::new(shape, &tiles).run(blank, cost, go_on),
            _ => Retrograde::<Mask>::new(shape, &tiles).run(blank, cost, go_on),
        }?;
        Some(Pattern { tiles, excess })
    }
}

/// A search backwards from the goal; `M` holds as many bits as the board has cells.
struct Retrograde<'t, M> {
    shape: Shape,
    tiles: &'t [u8],
    geometry: Geometry,
    excess: Vec<u8>,
    /// For each placement, the cells where the blank has been.
    seen: Vec<M>,
}

/// An entry not seen yet. The largest excess that is stored is one less: a lower bound may be too low.
const UNSEEN: u8 = 15;

impl<'t, M: Copy + Default + Into<Mask> + TryFrom<Mask>> Retrograde<'t, M> {
    fn new(shape: Shape, tiles: &'t [u8]) -> Self {
        let count = placements(shape.cells(), tiles.len()).expect("patterns are chosen by their number of placements");
        Retrograde {
            shape,
            tiles,
            geometry: Geometry::new(shape),
            excess: vec![UNSEEN | UNSEEN << 4; count.div_ceil(2) as usize],
            seen: vec![M::default(); count as usize],
        }
    }

    fn run(mut self, blank: u8, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) -> Option<Vec<u8>> {
        let (cells, len) = (self.shape.cells(), self.tiles.len());
        let held = cost.bytes;
        let mut places = [0_u8; MOST_TILES];
        places[..len].copy_from_slice(self.tiles);
        // What one cell further along the board adds to the rank, if no tile is passed.
        let mut weights = [1_usize; MOST_TILES];
        for i in (1..len).rev() {
            weights[i - 1] = weights[i] * (cells - i);
        }
        let mut next = Vec::new();
        let mut level = Vec::from_iter(self.enter(rank(&places[..len], cells), &places[..len], blank));
        let mut depth: u32 = 0;
        while !level.is_empty() {
            for (i, &(from, region)) in level.iter().enumerate() {
                if i % 8192 == 8191 && !go_on(cost) {
                    return None;
                }
                let (from, region): (usize, Mask) = (from as usize, region.into());
                unrank(from, cells, &mut places[..len]);
                self.settle(from, &places[..len], depth);
                for tile in 0..len {
                    let place = places[tile];
                    let mut targets = self.geometry.next[usize::from(place)] & region;
                    while targets != 0 {
                        let target = targets.trailing_zeros() as u8;
                        targets &= targets - 1;
                        places[tile] = target;
                        let to = match target.wrapping_sub(place) {
                            1 => from + weights[tile],
                            u8::MAX => from - weights[tile],
                            _ => rank(&places[..len], cells),
                        };
                        next.extend(self.enter(to, &places[..len], place));
                    }
                    places[tile] = place;
                }
            }
            cost.expanded += level.len() as u64;
            cost.generated += next.len() as u64;
            cost.frontier = cost.frontier.max((level.len() + next.len()) as u64);
            cost.depth = cost.depth.max(depth);
            let lists = (level.capacity() + next.capacity()) * size_of::<(u32, M)>();
            let holding = self.excess.len() + self.seen.len() * size_of::<M>() + lists;
            cost.bytes = cost.bytes.max(held + holding as u64);
            level.clear();
            std::mem::swap(&mut level, &mut next);
            depth += 1;
        }
        // Placements that no move reaches, such as the wrong orders of a full board, promise nothing.
        for byte in &mut self.excess {
            for unseen in [UNSEEN, UNSEEN << 4] {
                if *byte & unseen == unseen {
                    *byte &= !unseen;
                }
            }
        }
        Some(self.excess)
    }

    /// Marks a placement with the blank in a cell, and with it all cells that the blank can go to, unless it is known.
    fn enter(&mut self, to: usize, places: &[u8], blank: u8) -> Option<(u32, M)> {
        let seen: Mask = self.seen[to].into();
        if seen >> blank & 1 == 1 {
            return None;
        }
        let region = self.geometry.flood(self.geometry.free(places), 1 << blank);
        let narrow = |mask| M::try_from(mask).ok().expect("the masks hold a bit for each cell");
        self.seen[to] = narrow(seen | region);
        Some((to as u32, narrow(region)))
    }

    /// Notes the depth of a placement when it is met first.
    fn settle(&mut self, at: usize, places: &[u8], depth: u32) {
        let (byte, shift) = (&mut self.excess[at / 2], at % 2 * 4);
        if *byte >> shift & 15 == UNSEEN {
            let away = |(&tile, &place): (&u8, &u8)| self.shape.distance(tile.into(), place.into());
            let manhattan: u32 = self.tiles.iter().zip(places).map(away).sum();
            let value = ((depth - manhattan) / 2).min(u32::from(UNSEEN) - 1) as u8;
            *byte ^= (UNSEEN ^ value) << shift;
        }
    }
}

struct Geometry {
    /// For each cell, the cells next to it.
    next: Vec<Mask>,
    all: Mask,
    width: usize,
    not_first_column: Mask,
    not_last_column: Mask,
}

impl Geometry {
    fn new(shape: Shape) -> Geometry {
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

    fn free(&self, places: &[u8]) -> Mask {
        places.iter().fold(self.all, |free, &place| free & !(1 << place))
    }

    /// The cells of a mask and all next to them. No line of 64 cells comes here, so that the width is a shift.
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
    fn ranks_have_no_gaps() {
        for (cells, tiles) in [(4, 2), (6, 3), (5, 4), (9, 3)] {
            let mut places = vec![0; tiles];
            for at in 0..placements(cells, tiles).expect("few tiles") as usize {
                unrank(at, cells, &mut places);
                assert_eq!(rank(&places, cells), at);
            }
        }
    }
}
