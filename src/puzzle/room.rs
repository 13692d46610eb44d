//! Room for what a search remembers. It is asked for ahead, so that memory that is not there ends the search and not the process, and the
//! budget is told of what a list holds for a moment while it grows.

use crate::Cost;
use std::collections::{BinaryHeap, HashMap};
use std::hash::{BuildHasher, Hash};

/// Something that grows with a search.
pub(crate) trait Room {
    /// Bytes held, and for a moment beside them, while so many more are taken in.
    fn bytes_for(&self, more: usize) -> usize;

    /// Makes room for so many more; nothing if the memory is not there.
    fn make_room(&mut self, more: usize) -> Option<()>;
}

/// A list doubles when it is full, and until all has been moved the old one is there too.
pub(crate) fn doubling(len: usize, capacity: usize, more: usize, each: usize) -> usize {
    let larger = if len + more <= capacity { 0 } else { (2 * capacity).max(len + more) };
    (capacity + larger) * each
}

impl<T> Room for Vec<T> {
    fn bytes_for(&self, more: usize) -> usize {
        doubling(self.len(), self.capacity(), more, size_of::<T>())
    }

    fn make_room(&mut self, more: usize) -> Option<()> {
        self.try_reserve(more).ok()
    }
}

impl<T> Room for BinaryHeap<T> {
    fn bytes_for(&self, more: usize) -> usize {
        doubling(self.len(), self.capacity(), more, size_of::<T>())
    }

    fn make_room(&mut self, more: usize) -> Option<()> {
        self.try_reserve(more).ok()
    }
}

impl<K: Eq + Hash, V, S: BuildHasher> Room for HashMap<K, V, S> {
    fn bytes_for(&self, more: usize) -> usize {
        // Beside each entry is a byte of its hash.
        doubling(self.len(), self.capacity(), more, size_of::<(K, V)>() + 1)
    }

    fn make_room(&mut self, more: usize) -> Option<()> {
        self.try_reserve(more).ok()
    }
}

/// How many times the same; nothing if the memory is not there.
pub(crate) fn filled<T: Clone>(value: T, count: usize) -> Option<Vec<T>> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).ok()?;
    all.resize(count, value);
    Some(all)
}

/// Whether a search may go on, and there is room for `more` in each of its lists; it holds so many bytes beside them.
pub(crate) fn may_grow(
    lists: &mut [&mut dyn Room],
    more: usize,
    beside: usize,
    cost: &mut Cost,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> bool {
    let bytes = beside + lists.iter().map(|list| list.bytes_for(more)).sum::<usize>();
    cost.bytes = cost.bytes.max(bytes as u64);
    if !go_on(cost) {
        return false;
    }
    let has_room = lists.iter_mut().all(|list| list.make_room(more).is_some());
    if !has_room {
        // Memory that ended before its budget did is told like a budget that ended.
        go_on(&Cost { bytes: u64::MAX, ..*cost });
    }
    has_room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_told_and_ends_nothing() {
        let (mut list, mut cost) = (vec![0_u64; 4], Cost::default());
        let mut asked = Vec::new();
        assert!(!may_grow(&mut [&mut list], usize::MAX / 32, 0, &mut cost, &mut |cost| {
            asked.push(cost.bytes);
            true
        }));
        assert_eq!(asked[1..], [u64::MAX], "whoever keeps the budget hears of it");
        assert!(may_grow(&mut [&mut list], 60, 0, &mut cost, &mut |_| true) && list.capacity() >= 64);
        assert_eq!(filled(0_u64, usize::MAX / 16), None);
        assert_eq!(filled(7, 3), Some(vec![7; 3]));
    }

    #[test]
    fn a_budget_ends_a_list_before_it_doubles() {
        let (mut list, mut cost) = (Vec::<u64>::with_capacity(1_000), Cost::default());
        list.resize(1_000, 0);
        assert!(!may_grow(&mut [&mut list], 1, 0, &mut cost, &mut |cost| cost.bytes < 16_000));
        assert_eq!((cost.bytes, list.capacity()), (24_000, 1_000));
    }
}
