//! Transposition table, shared without locks: an entry is two words, and its key is stored XORed with its data, so that an entry torn by
//! two writers matches no key (Hyatt & Mann 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// How a stored value relates to the true one. A packed bound is not 0, so that no packed entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact = 1,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// The value, with wins and losses counted from the position itself.
    pub(crate) value: i32,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// The best move, as its index in the generator's list.
    pub(crate) best: Option<u8>,
    pub(crate) evaluation: Option<i16>,
    /// No leaf at the horizon contributed; a deeper search does not change the bound.
    pub(crate) is_final: bool,
}

/// More than the index of any move.
const NO_MOVE: u8 = 31;
const NO_EVALUATION: i16 = i16::MIN;
/// Generations are counted in six bits.
const AGES: u8 = 64;

impl TableEntry {
    /// 22 bits of value, 8 of depth, 5 of the move, 2 of the bound, 6 of the age, 16 of evaluation and one of finality.
    pub(crate) fn pack(self, age: u8) -> u64 {
        let value = u64::from(self.value as u32) & ((1 << VALUE) - 1);
        let (best, evaluation) = (self.best.unwrap_or(NO_MOVE), self.evaluation.unwrap_or(NO_EVALUATION));
        value
            | u64::from(self.depth) << DEPTH
            | u64::from(best) << 30
            | (self.bound as u64) << 35
            | u64::from(age) << AGE
            | u64::from(evaluation as u16) << 43
            | u64::from(self.is_final) << 59
    }

    pub(crate) fn unpack(data: u64) -> Option<TableEntry> {
        let bound = match data >> 35 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(TableEntry {
            // Shifted up and down again to extend the sign.
            value: ((data as u32) << (32 - VALUE)) as i32 >> (32 - VALUE),
            depth: (data >> DEPTH) as u8,
            bound,
            best: Some((data >> 30 & 31) as u8).filter(|&best| best != NO_MOVE),
            evaluation: Some((data >> 43) as u16 as i16).filter(|&evaluation| evaluation != NO_EVALUATION),
            is_final: data >> 59 & 1 == 1,
        })
    }
}

/// The bits of a value: a win and its sign fit.
const VALUE: u32 = 22;
/// The offsets of depth and age.
const DEPTH: u32 = 22;
const AGE: u32 = 37;

const _: () = assert!(crate::score::INFINITY < 1 << (VALUE - 1));

#[derive(Default)]
struct TableSlot {
    key: AtomicU64,
    data: AtomicU64,
}

/// Four entries that share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([TableSlot; 4]);

/// The largest power of two that is at most this number of MiB and can be allocated now, at least 1. Memory is reserved first, so that a
/// failed allocation makes the table smaller instead of ending the process.
pub(crate) fn allocatable(mebibytes: usize) -> usize {
    let mut mebibytes = 1 << mebibytes.max(1).ilog2();
    while mebibytes > 1 && Vec::<u8>::new().try_reserve_exact(mebibytes << 20).is_err() {
        mebibytes /= 2;
    }
    mebibytes
}

/// A transposition table of a fixed size.
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of the largest power of two that is at most `mebibytes` and can be allocated, at least 1.
    pub fn new(mebibytes: usize) -> TranspositionTable {
        let mebibytes = allocatable(mebibytes);
        let buckets = (mebibytes << 20) / size_of::<Bucket>();
        TranspositionTable { buckets: (0..buckets).map(|_| Bucket::default()).collect(), age: AtomicU8::new(0) }
    }

    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&*self.buckets) as u64
    }

    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.key.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// The entries, two words each, for storage.
    pub fn entries(&self) -> impl Iterator<Item = [u64; 2]> {
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        slots.filter_map(|slot| {
            let (key, data) = (slot.key.load(Relaxed), slot.data.load(Relaxed));
            (data != 0).then_some([key ^ data, data])
        })
    }

    /// Restores a stored entry; an invalid one is ignored.
    pub fn restore(&self, [key, data]: [u64; 2]) {
        if let Some(entry) = TableEntry::unpack(data) {
            self.store(key, entry);
        }
    }

    /// Begins a new search: entries of older ones are replaced first.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[cfg(test)]
    pub(crate) fn age(&self) -> u8 {
        self.age.load(Relaxed)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            if slot.key.load(Relaxed) ^ data == key { TableEntry::unpack(data) } else { None }
        })
    }

    /// Stores an entry in place of the same position's, or else of the shallowest and oldest one of its bucket.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: TableEntry) {
        let age = self.age.load(Relaxed);
        let mut place = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        let mut entry = entry;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.key.load(Relaxed) ^ data == key && data != 0 {
                if entry.best.is_none() {
                    entry.best = TableEntry::unpack(data).and_then(|old| old.best);
                }
                place = slot;
                break;
            }
            let generations = i32::from((AGES + age - (data >> AGE) as u8 % AGES) % AGES);
            let worth = if data == 0 { i32::MIN } else { i32::from((data >> DEPTH) as u8) - 8 * generations };
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        let data = entry.pack(age);
        place.key.store(key ^ data, Relaxed);
        place.data.store(data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entries() -> impl Strategy<Value = TableEntry> {
        let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
        let evaluation = proptest::option::of(-i16::MAX..=i16::MAX);
        (-crate::score::WIN..=crate::score::WIN, any::<u8>(), bound, proptest::option::of(0..24_u8), evaluation, any::<bool>())
            .prop_map(|(value, depth, bound, best, evaluation, is_final)| TableEntry { value, depth, bound, best, evaluation, is_final })
    }

    proptest! {
        #[test]
        fn stored_entries_are_restored(all in prop::collection::btree_map(any::<u64>(), entries(), 1..40)) {
            let (table, again) = (TranspositionTable::new(1), TranspositionTable::new(1));
            all.iter().for_each(|(&key, &entry)| table.store(key, entry));
            table.entries().for_each(|entry| again.restore(entry));
            again.restore([9, 0]);
            // Few entries replace each other in buckets of four.
            let known = all.iter().filter(|&(&key, _)| table.probe(key).is_some()).count();
            prop_assert!(known == again.entries().count() && known * 10 >= all.len() * 9);
            for (&key, &entry) in &all {
                prop_assert!(again.probe(key) == table.probe(key) && table.probe(key).is_none_or(|found| found == entry));
            }
        }
    }
}
