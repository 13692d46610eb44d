//! Memory reservation: a search reserves memory before it uses it, so that a failed allocation ends the search and not the process.

use crate::{Cost, KeepGoing};
use std::collections::{BinaryHeap, HashMap};
use std::hash::{BuildHasher, Hash};

pub(crate) trait Reserve {
    /// Bytes held while room for `more` elements is made, the old copy of a growing collection included.
    fn bytes_with(&self, more: usize) -> usize;

    /// Reserves memory for `more` elements; `None` if the allocation fails.
    fn reserve_more(&mut self, more: usize) -> Option<()>;
}

/// Bytes held while a list that doubles when it is full makes room for `more` elements of `each` bytes.
pub(crate) fn doubling(len: usize, capacity: usize, more: usize, each: usize) -> usize {
    let larger = if len + more <= capacity { 0 } else { (2 * capacity).max(len + more) };
    (capacity + larger) * each
}

macro_rules! reserve {
    ($([$($parameter:tt)*] $collection:ty, $each:expr;)*) => {$(
        impl<$($parameter)*> Reserve for $collection {
            fn bytes_with(&self, more: usize) -> usize {
                doubling(self.len(), self.capacity(), more, $each)
            }

            fn reserve_more(&mut self, more: usize) -> Option<()> {
                self.try_reserve(more).ok()
            }
        }
    )*};
}

reserve! {
    [T] Vec<T>, size_of::<T>();
    [T] BinaryHeap<T>, size_of::<T>();
    // A control byte beside each entry.
    [K: Eq + Hash, V, S: BuildHasher] HashMap<K, V, S>, size_of::<(K, V)>() + 1;
}

/// `count` copies of a value; `None` if the allocation fails.
pub(crate) fn filled<T: Clone>(value: T, count: usize) -> Option<Vec<T>> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).ok()?;
    all.resize(count, value);
    Some(all)
}

/// Reserves `more` elements in each list and asks whether the search may continue; `beside` counts the bytes that the search holds elsewhere.
pub(crate) fn may_grow(lists: &mut [&mut dyn Reserve], more: usize, beside: usize, cost: &mut Cost, keep_going: KeepGoing) -> bool {
    let bytes = beside + lists.iter().map(|list| list.bytes_with(more)).sum::<usize>();
    cost.bytes = cost.bytes.max(bytes as u64);
    if !keep_going(cost) {
        return false;
    }
    let reserved = lists.iter_mut().all(|list| list.reserve_more(more).is_some());
    if !reserved {
        // A failed allocation is reported like an exhausted memory budget.
        keep_going(&Cost { bytes: u64::MAX, ..*cost });
    }
    reserved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_allocation_is_reported() {
        let (mut list, mut cost) = (vec![0_u64; 4], Cost::default());
        let mut bytes = Vec::new();
        assert!(!may_grow(&mut [&mut list], usize::MAX / 32, 0, &mut cost, &mut |cost| {
            bytes.push(cost.bytes);
            true
        }));
        assert_eq!(bytes[1..], [u64::MAX]);
        assert!(may_grow(&mut [&mut list], 60, 0, &mut cost, &mut |_| true) && list.capacity() >= 64);
        assert_eq!(filled(0_u64, usize::MAX / 16), None);
        assert_eq!(filled(7, 3), Some(vec![7; 3]));
    }

    #[test]
    fn the_budget_is_checked_before_a_list_doubles() {
        let (mut list, mut cost) = (Vec::<u64>::with_capacity(1_000), Cost::default());
        list.resize(1_000, 0);
        assert!(!may_grow(&mut [&mut list], 1, 0, &mut cost, &mut |cost| cost.bytes < 16_000));
        assert_eq!((cost.bytes, list.capacity()), (24_000, 1_000));
    }
}
