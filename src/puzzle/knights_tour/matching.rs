//! The frontier state of a partial tour: the degree of each cell, and which path ends belong together. An open tour is a closed one through one
//! more vertex, the hub, a neighbour of all squares.

/// The number of the hub among the cells; the squares of two rows come before it, at most sixteen.
pub(super) const HUB: usize = 16;

/// The number of edges at each cell, two bits a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Degrees(pub(super) u64);

impl Degrees {
    pub(super) fn at(self, cell: usize) -> u64 {
        self.0 >> (2 * cell) & 3
    }

    /// With more edges at a cell, at most two in all.
    pub(super) fn more(self, cell: usize, edges: u64) -> Degrees {
        Degrees(self.0 + (edges << (2 * cell)))
    }

    pub(super) fn cleared(self, cell: usize) -> Degrees {
        Degrees(self.0 & !(3 << (2 * cell)))
    }
}

/// Pairs of cells, each the two ends of a path, four bits a cell: the number of its partner, or its own number if that is the hub. A cell that is
/// not an end, by the [`Degrees`], holds the number of its neighbour, so that equal matchings have equal bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PathMatching(u64);

/// Every cell holds its own number.
const SELF: u64 = 0xFEDC_BA98_7654_3210;

impl PathMatching {
    pub(super) const NONE: PathMatching = PathMatching(0xEFCD_AB89_6745_2301);

    /// The other end of the path that ends at `end`.
    #[inline]
    pub(super) fn partner(self, end: usize) -> usize {
        if end == HUB {
            let others = self.0 ^ SELF;
            // The lowest nibble that is zero.
            let zero = others.wrapping_sub(0x1111_1111_1111_1111) & !others & 0x8888_8888_8888_8888;
            return zero.trailing_zeros() as usize / 4;
        }
        let partner = (self.0 >> (4 * end) & 15) as usize;
        if partner == end { HUB } else { partner }
    }

    /// With a path between two cells that are no ends.
    #[inline]
    pub(super) fn paired(self, a: usize, b: usize) -> PathMatching {
        self.holding(a, if b == HUB { a } else { b }).holding(b, if a == HUB { b } else { a })
    }

    /// With the end `from` moved to `to`, which was no end.
    #[inline]
    pub(super) fn extended(self, from: usize, to: usize) -> PathMatching {
        let far = self.partner(from);
        self.idle(from).paired(far, to)
    }

    /// With two ends joined; `None` if they are the ends of one path.
    #[inline]
    pub(super) fn joined(self, a: usize, b: usize) -> Option<PathMatching> {
        let (far_a, far_b) = (self.partner(a), self.partner(b));
        (far_a != b).then(|| self.idle(a).idle(b).paired(far_a, far_b))
    }

    #[inline]
    fn holding(self, cell: usize, number: usize) -> PathMatching {
        if cell == HUB {
            return self;
        }
        PathMatching(self.0 & !(15 << (4 * cell)) | (number as u64) << (4 * cell))
    }

    #[inline]
    fn idle(self, cell: usize) -> PathMatching {
        self.holding(cell, cell ^ 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn matching(pairs: &[(usize, usize)]) -> PathMatching {
        pairs.iter().fold(PathMatching::NONE, |matching, &(a, b)| matching.paired(a, b))
    }

    /// Some pairs of the seventeen cells, and the remaining cells.
    fn pairs() -> impl Strategy<Value = (Vec<(usize, usize)>, Vec<usize>)> {
        (Just((0..=HUB).collect::<Vec<_>>()).prop_shuffle(), 1..=8_usize).prop_map(|(cells, count)| {
            let pairs = cells[..2 * count].chunks(2).map(|pair| (pair[0], pair[1])).collect();
            (pairs, cells[2 * count..].to_vec())
        })
    }

    proptest! {
        #[test]
        fn a_matching_is_its_pairs((pairs, idle) in pairs()) {
            let whole = matching(&pairs);
            for &(a, b) in &pairs {
                prop_assert_eq!((whole.partner(a), whole.partner(b)), (b, a));
                prop_assert_eq!(whole.joined(a, b), None);
            }
            let (a, b) = pairs[0];
            prop_assert_eq!(whole.extended(a, idle[0]), matching(&[&pairs[1..], &[(idle[0], b)]].concat()));
            if let Some(&(c, d)) = pairs.get(1) {
                prop_assert_eq!(whole.joined(a, c), Some(matching(&[&pairs[2..], &[(b, d)]].concat())));
            }
        }
    }
}
