//! What a prover remembers: proof numbers of positions, in a table of a fixed size that several threads may share.
//!
//! An entry is two words, its key stored XORed with its data, so that one torn by two writers matches no key (Hyatt & Mann 2002).

use crate::table::room_for;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

/// How hard it seems to show something: 0 if it is shown, [`NEVER`] if its opposite is, and else as many positions as are still to be
/// decided at least.
pub(super) type Effort = u32;

/// It will not be shown.
pub(super) const NEVER: Effort = (1 << BITS) - 1;
/// Bits of an effort.
const BITS: u32 = 26;
/// Where the work begins that went into an entry.
const WORK: u32 = 2 * BITS;

/// How hard it seems to show that the side to move reaches what it wants, and that it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) succeeds: Effort,
    pub(super) fails: Effort,
}

impl Numbers {
    pub(super) const SUCCEEDS: Numbers = Numbers { succeeds: 0, fails: NEVER };
    pub(super) const FAILS: Numbers = Numbers { succeeds: NEVER, fails: 0 };

    pub(super) const fn is_decided(self) -> bool {
        self.succeeds == 0 || self.fails == 0
    }
}

#[derive(Default)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

/// Four entries that share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table of proof numbers.
pub struct ProofTable {
    buckets: Box<[Bucket]>,
    /// How many threads are at work below a position, by the highest bits of its key.
    busy: Box<[AtomicU16]>,
}

/// The part of a key that [`ProofTable::busy`] goes by.
const fn lane(key: u64) -> usize {
    (key >> 48) as usize
}

impl ProofTable {
    /// A table of the largest power of two that is at most `mebibytes` and for which there is room, at least one.
    pub fn new(mebibytes: usize) -> ProofTable {
        let buckets = (room_for(mebibytes) << 20) / size_of::<Bucket>();
        ProofTable { buckets: (0..buckets).map(|_| Bucket::default()).collect(), busy: (0..1 << 16).map(|_| AtomicU16::new(0)).collect() }
    }

    /// Entries as two words each, for whoever keeps them.
    pub fn entries(&self) -> impl Iterator<Item = [u64; 2]> {
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        slots.filter_map(|slot| {
            let (key, data) = (slot.key.load(Relaxed), slot.data.load(Relaxed));
            (data != 0).then_some([key ^ data, data])
        })
    }

    /// Takes in an entry that was kept. One that cannot be is left out: the answer is the same without it.
    pub fn take(&self, [key, data]: [u64; 2]) {
        let numbers = unpack(data);
        let is_possible = (numbers.succeeds == 0) == (numbers.fails == NEVER) && (numbers.fails == 0) == (numbers.succeeds == NEVER);
        if data != 0 && is_possible {
            self.put(key, data);
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The number of buckets is a power of two.
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Numbers> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.key.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Keeps what so many nodes were searched for, in the place of the same position, or else of the one in its bucket that took least.
    pub(super) fn store(&self, key: u64, numbers: Numbers, nodes: u64) {
        // A step is the square root of two times the work. The bit above makes no entry 0.
        let work = u64::from(2 * (nodes | 1).ilog2() + u32::from(nodes >> ((nodes | 1).ilog2().saturating_sub(1)) & 1 == 1));
        self.put(key, 1 << 63 | work << WORK | u64::from(numbers.fails) << BITS | u64::from(numbers.succeeds));
    }

    fn put(&self, key: u64, data: u64) {
        let slots = &self.bucket(key).0;
        let of_key = |slot: &&Slot| slot.key.load(Relaxed) ^ slot.data.load(Relaxed) == key && slot.data.load(Relaxed) != 0;
        let place = slots.iter().find(of_key).or_else(|| slots.iter().min_by_key(|slot| slot.data.load(Relaxed) >> WORK));
        if let Some(slot) = place {
            slot.key.store(key ^ data, Relaxed);
            slot.data.store(data, Relaxed);
        }
    }

    /// How many threads are at work below this position, or one that shares its place.
    #[inline]
    pub(super) fn busy(&self, key: u64) -> Effort {
        u32::from(self.busy[lane(key)].load(Relaxed))
    }

    pub(super) fn enter(&self, key: u64) {
        self.busy[lane(key)].fetch_add(1, Relaxed);
    }

    pub(super) fn leave(&self, key: u64) {
        self.busy[lane(key)].fetch_sub(1, Relaxed);
    }
}

const fn unpack(data: u64) -> Numbers {
    Numbers { succeeds: data as u32 & NEVER, fails: (data >> BITS) as u32 & NEVER }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_known_and_what_cannot_be_is_left_out() {
        let (table, again) = (ProofTable::new(1), ProofTable::new(1));
        let numbers = [Numbers::SUCCEEDS, Numbers::FAILS, Numbers { succeeds: 7, fails: 123_456 }];
        for (key, &numbers) in (1_u64..).zip(&numbers) {
            table.store(key << 32 | 5, numbers, 1 << (10 * key));
        }
        table.entries().for_each(|entry| again.take(entry));
        again.take([9, u64::MAX]);
        for (key, &numbers) in (1_u64..).zip(&numbers) {
            assert_eq!(again.probe(key << 32 | 5), Some(numbers));
        }
        assert_eq!((again.entries().count(), again.probe(9), again.probe(0)), (3, None, None));
    }

    #[test]
    fn what_took_least_makes_room() {
        let table = ProofTable::new(1);
        for work in 1..=6_u64 {
            table.store(work << 40, Numbers { succeeds: 1, fails: work as u32 }, 1 << (2 * work));
        }
        let kept: Vec<u64> = (1..=6).filter(|work| table.probe(work << 40).is_some()).collect();
        assert_eq!(kept, [3, 4, 5, 6]);
    }
}
