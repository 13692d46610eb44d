//! Transposition table of the solver: bounds on the values of positions.

use crate::table::allocatable;

/// Added to a value so that it is not negative.
const OFFSET: i32 = 22;
const CODE: u32 = 49;
const BOUND: u32 = 6;

const FIELD: u64 = (1 << BOUND) - 1;
/// The two bounds of an entry, the lower one first.
const BOUNDS: u64 = (FIELD | FIELD << BOUND) << CODE;
/// Bounds that hold for any position.
const TRIVIAL_BOUNDS: u64 = (1 | (2 * OFFSET as u64 - 1) << BOUND) << CODE;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SolverBound {
    Lower(i32),
    Upper(i32),
}

/// Two entries, of one word each: the code in 49 bits, two bounds in six each, and the work in three. The first holds the position that
/// took more work, the second is always replaced.
type Entries = [u64; 2];

#[derive(Clone, Copy, Default)]
pub(super) struct BoundsBucket(Entries);

/// A table that grows with the search: most searches take some thousand nodes, less time than a large table.
pub(super) struct Bounds {
    buckets: Box<[Entries]>,
    /// The largest size in MiB.
    most: usize,
}

/// The first size, in MiB.
const FIRST: usize = 1;
const GROWTH: usize = 8;

const fn buckets_in(mebibytes: usize) -> usize {
    (mebibytes << 20) / size_of::<Entries>()
}

/// Zeroed memory, which the system allocates on the first access.
fn untouched(places: usize) -> Box<[Entries]> {
    vec![Entries::default(); places].into_boxed_slice()
}

const fn code_of(entry: u64) -> u64 {
    entry & ((1 << CODE) - 1)
}

impl Bounds {
    /// A table that may grow to the largest power of two that is at most `most` MiB and can be allocated, at least 1.
    pub(super) fn new(most: usize) -> Bounds {
        Bounds { buckets: untouched(buckets_in(FIRST)), most }
    }

    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.buckets) as u64
    }

    pub(super) fn clear(&mut self) {
        self.buckets = untouched(buckets_in(FIRST));
    }

    /// Grows, with its entries, if it has fewer than two buckets a node.
    pub(super) fn grow_for(&mut self, nodes: u64) {
        let places = self.buckets.len();
        if 2 * nodes <= places as u64 || 2 * places > buckets_in(self.most) {
            return;
        }
        let larger = buckets_in(allocatable(self.most.min(FIRST * GROWTH * places / buckets_in(FIRST))));
        if larger <= places {
            return;
        }
        let known = std::mem::replace(&mut self.buckets, untouched(larger));
        for &entry in known.iter().flatten().filter(|&&entry| entry != 0) {
            // Buckets are split, never joined, so that every entry has a place.
            let place = self.place(code_of(entry));
            let [first, second] = &mut self.buckets[place];
            *(if *first == 0 { first } else { second }) = entry;
        }
    }

    #[inline]
    fn place(&self, code: u64) -> usize {
        // Fibonacci hashing; the number of buckets is a power of two.
        (code.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.buckets.len().ilog2())) as usize
    }

    /// Fetches the bucket of a position from memory.
    #[inline]
    pub(super) fn fetch(&self, code: u64) -> BoundsBucket {
        BoundsBucket(self.buckets[self.place(code)])
    }

    /// Stores a bound and the nodes that it took; an opposite bound of the same position stays.
    #[inline]
    pub(super) fn store(&mut self, code: u64, bound: SolverBound, nodes: u64) {
        // A step of the stored work is a factor of eight.
        let work = u64::from((nodes | 1).ilog2() / 3).min(7);
        let place = self.place(code);
        let [first, second] = &mut self.buckets[place];
        let known = [*first, *second].into_iter().find(|&entry| code_of(entry) == code).unwrap_or(TRIVIAL_BOUNDS);
        let (shift, value) = match bound {
            SolverBound::Lower(value) => (CODE, value),
            SolverBound::Upper(value) => (CODE + BOUND, value),
        };
        let bounds = known & BOUNDS & !(FIELD << shift) | ((value + OFFSET) as u64) << shift;
        let entry = code | bounds | work << (CODE + 2 * BOUND);
        if code_of(*first) == code {
            *first = entry;
        } else if work >= *first >> (CODE + 2 * BOUND) {
            *second = *first;
            *first = entry;
        } else {
            *second = entry;
        }
    }
}

impl BoundsBucket {
    #[inline]
    pub(super) fn find(&self, code: u64) -> Option<(i32, i32)> {
        let entry = self.0.into_iter().find(|&entry| code_of(entry) == code)?;
        let bound = |shift: u32| (entry >> shift & FIELD) as i32 - OFFSET;
        Some((bound(CODE), bound(CODE + BOUND)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_keeps_all_entries() {
        let mut bounds = Bounds::new(64);
        let codes = || (1..40_000_u64).map(|number| number.wrapping_mul(0x2545_F491_4F6C_DD1D) >> (64 - CODE));
        for (code, nodes) in codes().zip(1..) {
            bounds.store(code, if code % 2 == 0 { SolverBound::Lower(1) } else { SolverBound::Upper(-1) }, nodes);
        }
        let found = |bounds: &Bounds| codes().map(|code| bounds.fetch(code).find(code)).collect::<Vec<_>>();
        let before = found(&bounds);
        assert!(before.iter().flatten().count() > 30_000);
        for (nodes, mebibytes) in [(30_000, 1), (40_000, 8), (200_000, 8), (300_000, 64), (300_000_000, 64)] {
            bounds.grow_for(nodes);
            assert_eq!(bounds.buckets.len(), buckets_in(mebibytes), "after {nodes} nodes");
            assert_eq!(found(&bounds), before);
        }
        bounds.clear();
        assert!(found(&bounds).iter().all(Option::is_none));
    }
}
