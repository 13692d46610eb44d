//! Ranking of cell sets (the combinatorial number system) and of the orders of the tiles in them.

use std::sync::OnceLock;

pub(super) const MAX_TILES: usize = 8;

/// A set of cells as bits.
pub(super) type Mask = u64;

pub(super) fn orders(tiles: usize) -> usize {
    (1..=tiles).product()
}

/// Ranks of the sets of a number of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Combinations {
    /// On at most 26 cells: the summands of the lower 13 and of the other cells. The higher ones tell how many lower ones there are.
    halves: Option<[Box<[u32; HALF]>; 2]>,
    /// By a cell's place in the set, and cell.
    summands: Vec<[u32; 64]>,
}

const HALF_CELLS: usize = 13;
const HALF: usize = 1 << HALF_CELLS;

impl Combinations {
    /// For a board of at most 64 cells; there are at most 2³² sets.
    pub(super) fn new(cells: usize, size: usize) -> Combinations {
        let choose = |n: usize, k: usize| (0..k).fold(1_u128, |product, i| product * (n - i.min(n)) as u128 / (i as u128 + 1));
        let summands: Vec<[u32; 64]> = (1..=size).map(|place| std::array::from_fn(|cell| choose(cell, place) as u32)).collect();
        let half = |first: usize| -> Box<[u32; HALF]> {
            let summand = |value: usize| {
                let set = (0..HALF_CELLS).filter(|bit| value >> bit & 1 == 1);
                let before = if first == 0 { 0 } else { size.saturating_sub(value.count_ones() as usize) };
                set.enumerate().map(|(i, bit)| summands.get(before + i).map_or(0, |by_cell| by_cell[first + bit])).sum()
            };
            Box::new(std::array::from_fn(summand))
        };
        let halves = (cells <= 2 * HALF_CELLS).then(|| [half(0), half(HALF_CELLS)]);
        Combinations { halves, summands }
    }

    #[inline]
    pub(super) fn rank(&self, mask: Mask) -> usize {
        let rank = match &self.halves {
            Some([low, high]) => low[mask as usize % HALF] + high[(mask >> HALF_CELLS) as usize % HALF],
            None => bits(mask).zip(&self.summands).map(|(cell, by_cell)| by_cell[usize::from(cell)]).sum(),
        };
        rank as usize
    }
}

/// The cells of a mask, from the first.
pub(super) fn bits(mut mask: Mask) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as u8);
        mask &= mask.wrapping_sub(1);
        bit
    })
}

/// The sets in the order of their ranks (Gosper's hack).
pub(super) fn masks(cells: usize, size: usize) -> impl Iterator<Item = Mask> {
    let next = move |&mask: &Mask| {
        let low = mask & mask.wrapping_neg();
        let carried = u128::from(mask) + u128::from(low);
        let next = carried | u128::from(((mask ^ carried as u64) / low) >> 2);
        (carried >> cells == 0).then_some(next as u64)
    };
    std::iter::successors(Some((1_u64 << size) - 1), next)
}

/// The rank of an order of distinct cells (Lehmer code).
pub(super) fn order(cells: &[u8]) -> usize {
    let mut rank = 0;
    for (i, &cell) in cells.iter().enumerate() {
        let lower = cells[i + 1..].iter().filter(|&&other| other < cell).count();
        rank = rank * (cells.len() - i) + lower;
    }
    rank
}

/// The order of a rank: for each tile the number of others in lower cells.
pub(super) fn places<const N: usize>(mut rank: usize, size: usize) -> [u8; N] {
    let mut places = [0; N];
    for i in (0..size).rev() {
        places[i] = (rank % (size - i)) as u8;
        rank /= size - i;
        for j in i + 1..size {
            places[j] += u8::from(places[j] >= places[i]);
        }
    }
    places
}

/// Move tables for the ranks of a pattern's orders: one table for each pair of places between which a tile moves, computed on first use.
pub(super) struct Passing {
    tiles: usize,
    /// By start and target place: the rank after the move, by the rank before.
    after: Vec<OnceLock<Box<[u16]>>>,
}

static BY_TILES: [OnceLock<Passing>; MAX_TILES + 1] = [const { OnceLock::new() }; MAX_TILES + 1];

impl Passing {
    pub(super) fn of(tiles: usize) -> &'static Passing {
        BY_TILES[tiles].get_or_init(|| Passing { tiles, after: (0..tiles * tiles).map(|_| OnceLock::new()).collect() })
    }

    /// For each order its rank after the tile moved from one place, counted along the cells, to another.
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
        let after = |number| order(&places::<MAX_TILES>(number, self.tiles).map(passed)[..self.tiles]) as u16;
        (0..orders(self.tiles)).map(after).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_order() {
        for (cells, size) in [(4, 2), (16, 3), (16, 8), (25, 4), (26, 3), (27, 3), (64, 2), (9, 8), (5, 1)] {
            let combinations = Combinations::new(cells, size);
            let mut count = 0;
            for (number, mask) in masks(cells, size).enumerate() {
                assert_eq!((mask.count_ones() as usize, mask.checked_shr(cells as u32).unwrap_or(0)), (size, 0));
                assert_eq!(combinations.rank(mask), number);
                count += 1;
            }
            assert_eq!(count, (0..size).fold(1, |product, i| product * (cells - i) / (i + 1)), "{size} of {cells}");
        }
    }

    #[test]
    fn orders_are_numbered_without_gaps() {
        for size in 1..=6 {
            for number in 0..(1..=size).product() {
                let places: [u8; 8] = places(number, size);
                assert_eq!(order(&places[..size]), number);
            }
        }
    }
}
