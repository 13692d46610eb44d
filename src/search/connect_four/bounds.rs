//! What the solver remembers.

use crate::table::room_for;

/// Added to a value so that it is not negative.
const OFFSET: i32 = 22;
/// Bits of a code.
const CODE: u32 = 49;
/// Bits of a bound.
const BOUND: u32 = 6;

/// Of one bound.
const FIELD: u64 = (1 << BOUND) - 1;
/// The two bounds of an entry, the lower one first.
const BOUNDS: u64 = (FIELD | FIELD << BOUND) << CODE;
/// Bounds that hold for any position.
const NOTHING_KNOWN: u64 = (1 | (2 * OFFSET as u64 - 1) << BOUND) << CODE;

/// A bound on the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Lower(i32),
    Upper(i32),
}

/// Two entries, of one word each: the code in 49 bits, two bounds in six each, and in three how much work it took. The first is kept by
/// the position that took more work, the second is always overwritten.
type Entries = [u64; 2];

/// What was fetched for a position.
#[derive(Clone, Copy, Default)]
pub(super) struct Bucket(Entries);

/// Bounds on the values of positions.
pub(super) struct Bounds {
    buckets: Box<[Entries]>,
}

/// Memory that the system hands out as zeros when it is first touched, so that a table costs what is used of it, not its size.
fn untouched(places: usize) -> Box<[Entries]> {
    vec![Entries::default(); places].into_boxed_slice()
}

const fn code_of(entry: u64) -> u64 {
    entry & ((1 << CODE) - 1)
}

impl Bounds {
    /// Of the largest power of two that is at most so many MiB and for which there is room, at least one.
    pub(super) fn new(mebibytes: usize) -> Bounds {
        Bounds { buckets: untouched((room_for(mebibytes) << 20) / size_of::<Entries>()) }
    }

    pub(super) fn clear(&mut self) {
        self.buckets = untouched(self.buckets.len());
    }

    #[inline]
    fn place(&self, code: u64) -> usize {
        // Fibonacci hashing; the number of buckets is a power of two.
        (code.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.buckets.len().ilog2())) as usize
    }

    /// What may be known of a position: fetched from memory, and not yet looked at.
    #[inline]
    pub(super) fn fetch(&self, code: u64) -> Bucket {
        Bucket(self.buckets[self.place(code)])
    }

    /// Keeps a bound that so many nodes were searched for, besides the opposite bound if there is one.
    #[inline]
    pub(super) fn store(&mut self, code: u64, bound: Bound, nodes: u64) {
        // A step is eight times the work.
        let work = u64::from((nodes | 1).ilog2() / 3).min(7);
        let place = self.place(code);
        let [first, second] = &mut self.buckets[place];
        let known = [*first, *second].into_iter().find(|&entry| code_of(entry) == code).unwrap_or(NOTHING_KNOWN);
        let (shift, value) = match bound {
            Bound::Lower(value) => (CODE, value),
            Bound::Upper(value) => (CODE + BOUND, value),
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

impl Bucket {
    /// The lower and the upper bound of the position it was fetched for.
    #[inline]
    pub(super) fn find(&self, code: u64) -> Option<(i32, i32)> {
        let entry = self.0.into_iter().find(|&entry| code_of(entry) == code)?;
        let bound = |shift: u32| (entry >> shift & FIELD) as i32 - OFFSET;
        Some((bound(CODE), bound(CODE + BOUND)))
    }
}
