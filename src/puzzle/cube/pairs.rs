//! Lower bounds for the two-phase search, from pairs of coordinates.

use super::coordinate::{corner_order, outer_order, pair_distances, slice_order};
use super::cubies::{Corners, Edges};
use super::transitions::{First, Second, TRANSITIONS};
use std::sync::LazyLock;

/// Lower bounds on the moves of each phase, each from two of its coordinates: 9 MB.
#[derive(Debug)]
pub(super) struct Pairs {
    twist_and_slice: Vec<u8>,
    flip_and_slice: Vec<u8>,
    twist_and_flip: Vec<u8>,
}

impl Pairs {
    pub(super) fn new() -> Pairs {
        let after = &*TRANSITIONS;
        Pairs {
            twist_and_slice: pair_distances(&after.twist, &after.slice),
            flip_and_slice: pair_distances(&after.flip, &after.slice),
            twist_and_flip: pair_distances(&after.twist, &after.flip),
        }
    }

    /// A lower bound on the moves of phase 1, exact at 0.
    pub(super) fn first(&self, at: First) -> u8 {
        let (twist, flip, slice) = (at.twist as usize, at.flip as usize, at.slice as usize);
        self.twist_and_slice[twist * 495 + slice].max(self.flip_and_slice[flip * 495 + slice]).max(self.twist_and_flip[twist * 2048 + flip])
    }

    /// The memory held, in bytes, with the bounds of phase 2.
    pub(super) fn bytes(&self) -> u64 {
        let first = self.twist_and_slice.len() + self.flip_and_slice.len() + self.twist_and_flip.len();
        first as u64 + SECOND_PAIRS.bytes() + TRANSITIONS.bytes()
    }
}

/// Lower bounds on the moves of phase 2, in half turns: 2 MB.
#[derive(Debug)]
pub(super) struct SecondPairs {
    corners_and_slice: Vec<u8>,
    outer_and_slice: Vec<u8>,
}

pub(super) static SECOND_PAIRS: LazyLock<SecondPairs> = LazyLock::new(|| {
    let after = &*TRANSITIONS;
    SecondPairs {
        corners_and_slice: pair_distances(&after.corners, &after.slice_order),
        outer_and_slice: pair_distances(&after.outer, &after.slice_order),
    }
});

impl SecondPairs {
    pub(super) fn bytes(&self) -> u64 {
        (self.corners_and_slice.len() + self.outer_and_slice.len()) as u64
    }

    /// A lower bound on the moves of phase 2, exact at 0.
    pub(super) fn bound(&self, at: Second) -> u8 {
        let (corners, outer, slice) = (at.corners as usize, at.outer as usize, at.slice as usize);
        self.corners_and_slice[corners * 24 + slice].max(self.outer_and_slice[outer * 24 + slice])
    }

    /// The coordinates of a cube in G1, unless it is surely more than `limit` moves from solved.
    pub(super) fn within(&self, corners: Corners, edges: Edges, limit: usize) -> Option<Second> {
        let (corners, slice) = (corner_order(corners), slice_order(edges));
        if self.corners_and_slice[corners * 24 + slice] as usize > limit {
            return None;
        }
        let outer = outer_order(edges);
        let near = self.outer_and_slice[outer * 24 + slice] as usize <= limit;
        near.then_some(Second { corners: corners as u16, outer: outer as u16, slice: slice as u16 })
    }
}
