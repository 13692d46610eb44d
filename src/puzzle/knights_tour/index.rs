//! Numbers of groups, by their degrees.

use super::matching::Degrees;
use crate::room::filled;

/// A table from degrees to a number: open addressing, grown by a quarter, so that it is never far from full.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    slots: Vec<(u64, u64)>,
    len: usize,
}

/// No degrees: they take 34 bits.
const EMPTY: u64 = u64::MAX;

/// Fibonacci hashing: the high bits of the product are the well-mixed ones.
fn hash(key: u64) -> u64 {
    (key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Index {
    /// Gives degrees their number; nothing if there is no room for it.
    pub(super) fn insert(&mut self, degrees: Degrees, number: u64) -> Option<()> {
        // Full to 7/8 at most, and never to the last slot.
        if self.len >= self.slots.len() / 8 * 7 {
            self.grow()?;
        }
        let at = self.slot(degrees.0);
        self.len += usize::from(self.slots[at].0 == EMPTY);
        self.slots[at] = (degrees.0, number);
        Some(())
    }

    /// The number of degrees, if they have one.
    pub(super) fn get(&self, degrees: Degrees) -> Option<u64> {
        if self.slots.is_empty() {
            return None;
        }
        let (found, number) = self.slots[self.slot(degrees.0)];
        (found == degrees.0).then_some(number)
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<(u64, u64)>()) as u64
    }

    /// Where degrees are or would be. The table has an empty slot.
    fn slot(&self, key: u64) -> usize {
        let fraction = hash(key) >> 32;
        let mut at = ((fraction * self.slots.len() as u64) >> 32) as usize;
        while self.slots[at].0 != key && self.slots[at].0 != EMPTY {
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
        at
    }

    fn grow(&mut self) -> Option<()> {
        let slots = self.slots.len();
        let larger = filled((EMPTY, 0), if slots < 64 { slots * 2 + 8 } else { slots / 4 * 5 })?;
        for (key, number) in std::mem::replace(&mut self.slots, larger).into_iter().filter(|&(key, _)| key != EMPTY) {
            let at = self.slot(key);
            self.slots[at] = (key, number);
        }
        Some(())
    }
}
