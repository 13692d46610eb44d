//! Parity of permutations.

/// Whether a permutation of 0…n−1 is odd, by its cycles.
pub(crate) fn is_odd<T: Copy + Into<usize>>(permutation: &[T]) -> bool {
    let mut seen = vec![false; permutation.len()];
    let mut is_odd = false;
    for first in 0..permutation.len() {
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            at = permutation[at].into();
            is_odd ^= at != first;
        }
    }
    is_odd
}
