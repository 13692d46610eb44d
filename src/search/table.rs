//! The transposition table: what is known of positions already searched.
//!
//! It may be shared: engines on several threads that hold the same table help each other. There are no locks; an entry is two words,
//! and its key is stored XORed with its data, so that an entry torn by two writers matches no key (Hyatt & Mann 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value, with won and lost games counted from the position itself.
    pub(crate) value: i32,
    /// How deep it was searched, in plies.
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// The best move, as its place in the generator's list: the list is the same for the same position, in every game.
    pub(crate) best: Option<u8>,
    /// What the position was judged to be worth without looking ahead, if it was.
    pub(crate) evaluation: Option<i16>,
    /// Whether the bound holds however deep one looks: nothing that a deeper search would look beyond has a part in it.
    pub(crate) is_final: bool,
}

/// No list has so many moves.
const NO_MOVE: u8 = 31;
const NO_EVALUATION: i16 = i16::MIN;
/// Generations are counted in six bits.
const AGES: u8 = 64;

impl Entry {
    /// 22 bits of value, 8 of depth, 5 of the move, 2 of the bound, 6 of the age, 16 of evaluation and one that says whether it is final.
    const fn pack(self, age: u8) -> u64 {
        let best = match self.best {
            Some(best) => best,
            None => NO_MOVE,
        };
        // A bound is never 0, so that no packed entry is.
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let evaluation = match self.evaluation {
            Some(evaluation) => evaluation,
            None => NO_EVALUATION,
        };
        let value = self.value as u32 as u64 & ((1 << VALUE) - 1);
        value
            | (self.depth as u64) << DEPTH
            | (best as u64) << 30
            | bound << 35
            | (age as u64) << AGE
            | (evaluation as u16 as u64) << 43
            | (self.is_final as u64) << 59
    }

    const fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> 35 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let best = (data >> 30 & 31) as u8;
        let evaluation = (data >> 43) as u16 as i16;
        // The sign is the highest of the bits.
        let value = ((data as u32) << (32 - VALUE)) as i32 >> (32 - VALUE);
        Some(Entry {
            value,
            depth: (data >> DEPTH) as u8,
            bound,
            best: if best == NO_MOVE { None } else { Some(best) },
            evaluation: if evaluation == NO_EVALUATION { None } else { Some(evaluation) },
            is_final: data >> 59 & 1 == 1,
        })
    }
}

/// Bits of a value: a won game and its sign fit.
const VALUE: u32 = 22;
/// Where the depth begins, and the age.
const DEPTH: u32 = 22;
const AGE: u32 = 37;

const _: () = assert!(crate::score::INFINITY < 1 << (VALUE - 1));

#[derive(Default)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

/// Four entries that share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The largest power of two that is at most so many MiB, and of which as much is to be had now; one, whatever there is. A search goes on with
/// a smaller table, where the program would otherwise end.
pub(crate) fn room_for(mebibytes: usize) -> usize {
    let mut mebibytes = 1 << mebibytes.max(1).ilog2();
    while mebibytes > 1 && Vec::<u8>::new().try_reserve_exact(mebibytes << 20).is_err() {
        mebibytes /= 2;
    }
    mebibytes
}

/// A transposition table of a fixed size.
pub struct Table {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

impl Table {
    /// A table of the largest power of two that is at most `mebibytes` and for which there is room, at least one.
    pub fn new(mebibytes: usize) -> Table {
        let mebibytes = room_for(mebibytes);
        let buckets = (mebibytes << 20) / size_of::<Bucket>();
        Table { buckets: (0..buckets).map(|_| Bucket::default()).collect(), age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.key.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// Entries as two words each, for whoever keeps them.
    pub fn entries(&self) -> impl Iterator<Item = [u64; 2]> {
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        slots.filter_map(|slot| {
            let (key, data) = (slot.key.load(Relaxed), slot.data.load(Relaxed));
            (data != 0).then_some([key ^ data, data])
        })
    }

    /// Takes in an entry that was kept; one that cannot be is left out.
    pub fn take(&self, [key, data]: [u64; 2]) {
        if let Some(entry) = Entry::unpack(data) {
            self.store(key, entry);
        }
    }

    /// Begins a new search: what older ones left behind is given up first.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[cfg(test)]
    pub(crate) fn age(&self) -> u8 {
        self.age.load(Relaxed)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The number of buckets is a power of two.
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            if slot.key.load(Relaxed) ^ data == key { Entry::unpack(data) } else { None }
        })
    }

    /// Keeps an entry in the place of the same position, or else of the shallowest and oldest in its bucket.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut place = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        let mut entry = entry;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.key.load(Relaxed) ^ data == key && data != 0 {
                if entry.best.is_none() {
                    entry.best = Entry::unpack(data).and_then(|old| old.best);
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

    fn entries() -> impl Strategy<Value = Entry> {
        let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
        let evaluation = proptest::option::of(-i16::MAX..=i16::MAX);
        (-crate::score::WIN..=crate::score::WIN, any::<u8>(), bound, proptest::option::of(0..24_u8), evaluation, any::<bool>())
            .prop_map(|(value, depth, bound, best, evaluation, is_final)| Entry { value, depth, bound, best, evaluation, is_final })
    }

    proptest! {
        #[test]
        fn what_is_kept_is_known_to_the_table_that_takes_it(all in prop::collection::btree_map(any::<u64>(), entries(), 1..40)) {
            let (table, again) = (Table::new(1), Table::new(1));
            all.iter().for_each(|(&key, &entry)| table.store(key, entry));
            table.entries().for_each(|entry| again.take(entry));
            again.take([9, 0]);
            // In a table of four places a bucket, so few positions hardly drive each other out.
            let known = all.iter().filter(|&(&key, _)| table.probe(key).is_some()).count();
            prop_assert!(known == again.entries().count() && known * 10 >= all.len() * 9);
            for (&key, &entry) in &all {
                prop_assert!(again.probe(key) == table.probe(key) && table.probe(key).is_none_or(|found| found == entry));
            }
        }
    }
}
