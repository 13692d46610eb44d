//! Costs of edges: vectors in lexicographic order.

use core::ops::{Add, Sub};

/// A cost: earlier numbers outweigh all later ones. The sum of each number must stay below 2^52.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight<const N: usize>(pub [i64; N]);

impl<const N: usize> Add for Weight<N> {
    type Output = Weight<N>;
    #[inline]
    fn add(self, other: Weight<N>) -> Weight<N> {
        Weight(core::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }
}

impl<const N: usize> Sub for Weight<N> {
    type Output = Weight<N>;
    #[inline]
    fn sub(self, other: Weight<N>) -> Weight<N> {
        Weight(core::array::from_fn(|i| self.0[i].wrapping_sub(other.0[i])))
    }
}

impl<const N: usize> Weight<N> {
    pub const ZERO: Weight<N> = Weight([0; N]);

    pub(super) fn half(self) -> Weight<N> {
        Weight(self.0.map(|x| x / 2))
    }
}
