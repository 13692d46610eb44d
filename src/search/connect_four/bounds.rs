//! What the solver remembers.

/// Added to a value so that it is not negative.
const OFFSET: i32 = 22;
/// Bits of a code.
const CODE: u32 = 49;
/// Bits of a bound.
const BOUND: u32 = 6;

/// Bounds on values of positions. An entry is one word: the code in 49 bits, two bounds in six each, and in three how much work it took.
/// A position has two places: the first is kept by the one that took more work, the second is always overwritten.
pub(super) struct Bounds {
    entries: Box<[[u64; 2]]>,
}

const fn code_of(entry: u64) -> u64 {
    entry & ((1 << CODE) - 1)
}

impl Bounds {
    /// Of the largest power of two that is at most so many MiB, at least one.
    pub(super) fn new(mebibytes: usize) -> Bounds {
        let places = (1_usize << mebibytes.max(1).ilog2() << 20) / size_of::<[u64; 2]>();
        Bounds { entries: vec![[0; 2]; places].into_boxed_slice() }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill([0; 2]);
    }

    #[inline]
    fn place(&self, code: u64) -> usize {
        // Fibonacci hashing; the number of places is a power of two.
        (code.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.entries.len().ilog2())) as usize
    }

    /// The lower and the upper bound.
    #[inline]
    pub(super) fn probe(&self, code: u64) -> Option<(i32, i32)> {
        Self::find(self.bucket(code), code)
    }

    #[inline]
    pub(super) fn bucket(&self, code: u64) -> [u64; 2] {
        self.entries[self.place(code)]
    }

    #[inline]
    pub(super) fn find(bucket: [u64; 2], code: u64) -> Option<(i32, i32)> {
        let entry = bucket.into_iter().find(|&entry| code_of(entry) == code)?;
        let bound = |shift: u32| (entry >> shift & ((1 << BOUND) - 1)) as i32 - OFFSET;
        Some((bound(CODE), bound(CODE + BOUND)))
    }

    /// Keeps a bound that so many nodes were searched for.
    #[inline]
    pub(super) fn store(&mut self, code: u64, value: i32, is_lower: bool, nodes: u64) {
        let bound = |value: i32, shift: u32| ((value + OFFSET) as u64) << shift;
        // A step is eight times the work.
        let work = u64::from((nodes | 1).ilog2() / 3).min(7);
        let place = self.place(code);
        let [first, second] = self.entries[place];
        let known = if code_of(first) == code {
            first
        } else if code_of(second) == code {
            second
        } else {
            bound(-21, CODE) | bound(21, CODE + BOUND)
        };
        let kept = if is_lower { CODE + BOUND } else { CODE };
        let entry = code
            | known & ((1 << BOUND) - 1) << kept
            | bound(value, if is_lower { CODE } else { CODE + BOUND })
            | work << (CODE + 2 * BOUND);
        let bucket = &mut self.entries[place];
        if code_of(first) == code {
            bucket[0] = entry;
        } else if work >= first >> (CODE + 2 * BOUND) {
            *bucket = [entry, first];
        } else {
            bucket[1] = entry;
        }
    }
}
