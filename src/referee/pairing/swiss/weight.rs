//! What an edge of a matching costs.

use core::ops::{Add, Sub};

/// A cost: earlier numbers outweigh all later ones. Each must stay below 2^52 in sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight<const N: usize>(pub [i64; N]);

impl<const N: usize> Default for Weight<N> {
    fn default() -> Self {
        Weight::ZERO
    }
}

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
    /// The cost of nothing.
    pub const ZERO: Weight<N> = Weight([0; N]);

    pub(super) fn half(self) -> Weight<N> {
        Weight(self.0.map(|x| x / 2))
    }
}

/// Two vertices and the cost of matching them.
pub type Edge<const N: usize> = (usize, usize, Weight<N>);
