//! The tables of the two-phase search: what turns do to its coordinates, and lower bounds on the moves of each phase.
//!
//! Phase 1 leads into the group G1 = ⟨U, D, R2, F2, L2, B2⟩, where no corner is twisted, no edge flipped, and the edges
//! of the middle slice are in it. Phase 2 stays in G1 (H. Kociemba, <http://kociemba.org/math/twophase.htm>).

use super::coordinate::*;
use super::cubies::{Corners, Cube3, Edges};
use super::turn::Turn;

/// Coordinates of phase 1: all 0 in G1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct First {
    twist: u16,
    flip: u16,
    slice: u16,
}

impl First {
    pub(super) fn of(cube: Cube3) -> First {
        First { twist: twist(cube.corners) as u16, flip: flip(cube.edges) as u16, slice: slice(cube.edges) as u16 }
    }
}

/// Coordinates of phase 2: all 0 when solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Second {
    corners: u16,
    outer: u16,
    slice: u16,
}

/// The turns of G1: U and D by any amount, half turns of the others.
pub(super) const SECOND_TURNS: [u8; 10] = [0, 1, 2, 4, 7, 9, 10, 11, 13, 16];

/// About 11 MB, computed from nothing in a fraction of a second.
#[derive(Debug)]
pub(super) struct Tables {
    twist_turns: Vec<[u16; 18]>,
    flip_turns: Vec<[u16; 18]>,
    slice_turns: Vec<[u16; 18]>,
    twist_and_slice: Vec<u8>,
    flip_and_slice: Vec<u8>,
    twist_and_flip: Vec<u8>,
    corner_turns: Vec<[u16; 10]>,
    outer_turns: Vec<[u16; 10]>,
    slice_order_turns: Vec<[u16; 10]>,
    corners_and_slice: Vec<u8>,
    outer_and_slice: Vec<u8>,
}

impl Tables {
    pub(super) fn new() -> Tables {
        let slices = with_slices();
        let second = SECOND_TURNS.map(|turn| Turn::ALL[turn as usize]);
        let twist_turns = turn_table(2187, Turn::ALL, |n, turn| twist(with_twist(n).turned(turn)));
        let flip_turns = turn_table(2048, Turn::ALL, |n, turn| flip(with_flip(n).turned(turn)));
        let slice_turns = turn_table(495, Turn::ALL, |n, turn| slice(slices[n].turned(turn)));
        let corner_turns = turn_table(40320, second, |n, turn| corner_order(Corners(permutation(n)).turned(turn)));
        let outer_turns = turn_table(40320, second, |n, turn| outer_order(with_edge_orders(n, 0).turned(turn)));
        let slice_order_turns = turn_table(24, second, |n, turn| slice_order(with_edge_orders(0, n).turned(turn)));
        Tables {
            twist_and_slice: pair_distances(&twist_turns, &slice_turns),
            flip_and_slice: pair_distances(&flip_turns, &slice_turns),
            twist_and_flip: pair_distances(&twist_turns, &flip_turns),
            corners_and_slice: pair_distances(&corner_turns, &slice_order_turns),
            outer_and_slice: pair_distances(&outer_turns, &slice_order_turns),
            twist_turns,
            flip_turns,
            slice_turns,
            corner_turns,
            outer_turns,
            slice_order_turns,
        }
    }

    /// The memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let first = self.twist_turns.len() + self.flip_turns.len() + self.slice_turns.len();
        let second = self.corner_turns.len() + self.outer_turns.len() + self.slice_order_turns.len();
        let bounds = self.twist_and_slice.len()
            + self.flip_and_slice.len()
            + self.twist_and_flip.len()
            + self.corners_and_slice.len()
            + self.outer_and_slice.len();
        (first * 36 + second * 20 + bounds) as u64
    }

    /// What a turn, by its place in [`Turn::ALL`], does to the coordinates of phase 1.
    pub(super) fn first_after(&self, at: First, turn: usize) -> First {
        First {
            twist: self.twist_turns[at.twist as usize][turn],
            flip: self.flip_turns[at.flip as usize][turn],
            slice: self.slice_turns[at.slice as usize][turn],
        }
    }

    /// A lower bound on the moves of phase 1, exact at 0.
    pub(super) fn first_bound(&self, at: First) -> u8 {
        let (twist, flip, slice) = (at.twist as usize, at.flip as usize, at.slice as usize);
        self.twist_and_slice[twist * 495 + slice].max(self.flip_and_slice[flip * 495 + slice]).max(self.twist_and_flip[twist * 2048 + flip])
    }

    /// What a turn, by its place in [`SECOND_TURNS`], does to the coordinates of phase 2.
    pub(super) fn second_after(&self, at: Second, turn: usize) -> Second {
        Second {
            corners: self.corner_turns[at.corners as usize][turn],
            outer: self.outer_turns[at.outer as usize][turn],
            slice: self.slice_order_turns[at.slice as usize][turn],
        }
    }

    /// A lower bound on the moves of phase 2, exact at 0.
    pub(super) fn second_bound(&self, at: Second) -> u8 {
        let (corners, outer, slice) = (at.corners as usize, at.outer as usize, at.slice as usize);
        self.corners_and_slice[corners * 24 + slice].max(self.outer_and_slice[outer * 24 + slice])
    }

    /// The coordinates of a cube in G1, unless it is surely more than `limit` moves from solved.
    pub(super) fn second_within(&self, corners: Corners, edges: Edges, limit: u8) -> Option<Second> {
        let (corners, slice) = (corner_order(corners), slice_order(edges));
        if self.corners_and_slice[corners * 24 + slice] > limit {
            return None;
        }
        let outer = outer_order(edges);
        let near = self.outer_and_slice[outer * 24 + slice] <= limit;
        near.then_some(Second { corners: corners as u16, outer: outer as u16, slice: slice as u16 })
    }
}
