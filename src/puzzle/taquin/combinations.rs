//! Ranking of cell sets (the combinatorial number system) and of the orders of the tiles in them.

use std::sync::OnceLock;

pub(super) const MAX_TILES: usize = 8;

/// A set of cells as bits.
pub(super) type Mask = u64;

pub(super) fn orders(tiles: usize) -> usize {
    (1..=tiles).product()
}

/// Ranks of the sets of `size` cells, computed a byte of the mask at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Combinations {
    /// By index of the byte, cells in the bytes before, and value of the byte.
    parts: Vec<[u32; 256]>,
    each: usize,
}

impl Combinations {
    /// For a board of at most 64 cells; there are at most 2³² sets.
    pub(super) fn new(cells: usize, size: usize) -> Combinations {
        let choose = |n: usize, k: usize| (0..k).fold(1_u128, |product, i| product * (n - i.min(n)) as u128 / (i as u128 + 1));
        let each = size + 1;
        let part = |byte: usize, before: usize| {
            std::array::from_fn(|value| {
                let set = (0..8).filter(|bit| value >> bit & 1 == 1);
                set.enumerate().map(|(i, bit)| choose(byte * 8 + bit, (before + i + 1).min(each)) as u32).fold(0, u32::wrapping_add)
            })
        };
        let parts = (0..cells.div_ceil(8)).flat_map(|byte| (0..each).map(move |before| part(byte, before))).collect();
        Combinations { parts, each }
    }

    #[inline]
    pub(super) fn rank(&self, mask: Mask) -> usize {
        let (mut rank, mut before, mut rest, mut row) = (0, 0, mask, 0);
        while rest != 0 {
            rank += self.parts[row + before][(rest & 255) as usize] as usize;
            before += (rest & 255).count_ones() as usize;
            rest >>= 8;
            row += self.each;
        }
        rank
    }
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
        for (cells, size) in [(4, 2), (16, 3), (16, 8), (25, 4), (9, 8), (5, 1)] {
            let combinations = Combinations::new(cells, size);
            let mut count = 0;
            for (number, mask) in masks(cells, size).enumerate() {
                assert_eq!((mask.count_ones() as usize, mask >> cells), (size, 0));
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
