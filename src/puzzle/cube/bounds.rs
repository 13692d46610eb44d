//! What the two-phase search asks of its tables.

use super::cubies::Cube3;
use super::transitions::{First, Second};
use super::turn::Metric;

/// A state of phase 1 and what is known of its distance.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// The coordinates.
    pub(super) at: First,
    /// No fewer moves lead into G1; exact at 0.
    pub(super) bound: u8,
    /// The faces, as bits, one of whose turns comes first if that many moves suffice.
    pub(super) nearer: u8,
}

impl Way {
    /// Room for one.
    pub(super) const NONE: Way = Way { at: First { twist: 0, flip: 0, slice: 0 }, bound: 0, nearer: 0 };
}

/// Tables with lower bounds on the moves of each phase.
pub(super) trait Bounds {
    /// How they count moves.
    fn metric(&self) -> Metric;

    /// Where phase 1 begins.
    fn first(&self, cube: Cube3) -> Way;

    /// Where each turn of these faces (as bits) leads, by its place in [`Turn::ALL`](super::turn::Turn::ALL).
    fn first_after(&self, way: Way, faces: u8, ways: &mut [Way; 18]);

    /// A lower bound on the moves of phase 2, exact at 0.
    fn second_bound(&self, at: Second) -> u8;

    /// The memory held, in bytes.
    fn bytes(&self) -> u64;
}
