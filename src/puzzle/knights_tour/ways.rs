//! Numbers of ways, by state.

use crate::room::filled;

/// A table from states to numbers of ways: open addressing, grown by a quarter, so that it is never far from full.
///
/// Numbers wrap at 2⁶⁴: a sum that fits in the end is right whatever happened on the way.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    slots: Vec<(u64, u64)>,
    len: usize,
}

/// No state: the largest key is below 11¹⁸, and no two cells of a matching hold the same number.
const EMPTY: u64 = u64::MAX;

/// Fibonacci hashing: the high bits of the product are the well-mixed ones.
fn hash(key: u64) -> u64 {
    (key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Ways {
    /// Adds to the ways to a state; nothing if there is no room for it.
    pub(super) fn add(&mut self, key: u64, ways: u64) -> Option<()> {
        // Full to 7/8 at most, and never to the last slot.
        if self.len >= self.slots.len() / 8 * 7 {
            self.grow()?;
        }
        let at = self.slot(key);
        if self.slots[at].0 == EMPTY {
            self.slots[at].0 = key;
            self.len += 1;
        }
        self.slots[at].1 = self.slots[at].1.wrapping_add(ways);
        Some(())
    }

    /// The ways to a state, if there are any.
    pub(super) fn get(&self, key: u64) -> Option<u64> {
        if self.slots.is_empty() {
            return None;
        }
        let (found, ways) = self.slots[self.slot(key)];
        (found == key).then_some(ways)
    }

    /// All states, in an order that depends on nothing but what was added.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.slots.iter().copied().filter(|&(key, _)| key != EMPTY)
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<(u64, u64)>()) as u64
    }

    /// Forgets all states, and the room for them if they were few for it.
    pub(super) fn clear(&mut self) {
        if self.len < self.slots.len() / 8 {
            self.slots = Vec::new();
        }
        self.slots.fill((EMPTY, 0));
        self.len = 0;
    }

    /// Where a state is or would be. The table has an empty slot.
    fn slot(&self, key: u64) -> usize {
        // The highest bits choose a table of a layer, the next ones the slot.
        let fraction = hash(key) << Layer::BITS >> 32;
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
        for (key, ways) in std::mem::replace(&mut self.slots, larger).into_iter().filter(|&(key, _)| key != EMPTY) {
            let at = self.slot(key);
            self.slots[at] = (key, ways);
        }
        Some(())
    }
}

/// All states after a square, in a few tables: one grows, or is used up, while the others stay. More would leave the heap in
/// pieces, fewer would need more room to grow.
pub(super) struct Layer {
    tables: Vec<Ways>,
}

impl Layer {
    const BITS: u32 = 3;

    pub(super) fn new() -> Layer {
        Layer { tables: vec![Ways::default(); 1 << Layer::BITS] }
    }

    /// As [`Ways::add`].
    pub(super) fn add(&mut self, key: u64, ways: u64) -> Option<()> {
        self.tables[(hash(key) >> (64 - Layer::BITS)) as usize].add(key, ways)
    }

    pub(super) fn len(&self) -> usize {
        self.tables.iter().map(Ways::len).sum()
    }

    /// Bytes held, and those held for a moment while a table grows.
    pub(super) fn bytes(&self) -> u64 {
        let tables = self.tables.iter().map(Ways::bytes);
        tables.clone().sum::<u64>() + tables.max().unwrap_or(0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.tables.iter().flat_map(Ways::iter)
    }

    /// Takes the states out table by table, so that what is used up holds no memory.
    pub(super) fn pop(&mut self) -> Option<Ways> {
        self.tables.pop()
    }
}
