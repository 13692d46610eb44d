//! Coordinates of the two phases and their transition tables.
//!
//! Phase 1 leads into the group G1 = ⟨U, D, R2, F2, L2, B2⟩, where no corner is twisted, no edge flipped, and the middle slice has its edges. Phase 2
//! stays in G1 (H. Kociemba, <http://kociemba.org/math/twophase.htm>).

use super::coordinate::*;
use super::cubies::Corners;
use super::turn::Turn;
use std::sync::LazyLock;

/// The turns of G1, by index in [`Turn::ALL`]: U and D by any amount, half turns of the others.
pub(super) const SECOND_TURNS: [u8; 10] = [0, 1, 2, 4, 7, 9, 10, 11, 13, 16];

pub(super) struct Transitions {
    pub(super) twist: Vec<[u16; 18]>,
    pub(super) flip: Vec<[u16; 18]>,
    pub(super) slice: Vec<[u16; 18]>,
    pub(super) corners: Vec<[u16; 10]>,
    pub(super) outer: Vec<[u16; 10]>,
    pub(super) slice_order: Vec<[u16; 10]>,
}

pub(super) static TRANSITIONS: LazyLock<Transitions> = LazyLock::new(|| {
    let slices = with_slices();
    let second = SECOND_TURNS.map(|turn| Turn::ALL[turn as usize]);
    Transitions {
        twist: turn_table(2187, Turn::ALL, |n, turn| twist(with_twist(n).turned(turn))),
        flip: turn_table(2048, Turn::ALL, |n, turn| flip(with_flip(n).turned(turn))),
        slice: turn_table(SLICE_COUNT, Turn::ALL, |n, turn| slice(slices[n].turned(turn))),
        corners: turn_table(40320, second, |n, turn| corner_order(Corners(permutation(n)).turned(turn))),
        outer: turn_table(40320, second, |n, turn| outer_order(with_edge_orders(n, 0).turned(turn))),
        slice_order: turn_table(24, second, |n, turn| slice_order(with_edge_orders(0, n).turned(turn))),
    }
});

impl Transitions {
    pub(super) fn bytes(&self) -> u64 {
        let first = self.twist.len() + self.flip.len() + self.slice.len();
        let second = self.corners.len() + self.outer.len() + self.slice_order.len();
        (first * 36 + second * 20) as u64
    }
}
