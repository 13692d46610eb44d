//! Pruning tables of the two-phase search: near distances of both phases, up to symmetry (Kociemba, <http://kociemba.org/math/pruning.htm>).
//!
//! A search deep enough to matter asks whether a state is near: greater distances would take most of the time of the breadth-first search, and save few
//! nodes.

use super::coordinate::*;
use super::cubies::{Corners, Cube3, Edges};
use super::reduced::{CoordinateTurns, Reduced};
use super::symmetry::Symmetry;
use super::transitions::TRANSITIONS;
use crate::Cost;

/// The greatest distances in the tables: a few percent of all states are as near.
const FIRST_REACH: u8 = 8;
const SECOND_REACH: u8 = 9;

/// Lower bounds on the half turns of each phase: 74 MB.
#[derive(Debug)]
pub(super) struct PhaseTables {
    /// By flips and places of the middle slice's edges, and by twists.
    first: Reduced,
    /// By corners, and by outer edges.
    second: Reduced,
    corners_and_slice: Vec<u8>,
    outer_and_slice: Vec<u8>,
}

/// A state of phase 1, whose coordinates are all 0 in G1, with a lower bound on its moves, exact at 0.
#[derive(Clone, Copy)]
pub(super) struct Phase1State {
    twist: u16,
    flip: u16,
    slice: u16,
    pub(super) bound: u8,
}

impl Phase1State {
    /// The flips and the places of the middle slice's edges as one number.
    fn edges(self) -> usize {
        self.flip as usize * SLICE_COUNT + self.slice as usize
    }
}

/// A state of phase 2, whose coordinates are all 0 when solved.
#[derive(Clone, Copy)]
pub(super) struct Phase2State {
    corners: u16,
    outer: u16,
    slice: u16,
    /// The bound of corners and outer edges.
    bound: u8,
    /// The greatest of all lower bounds, exact at 0.
    pub(super) least: u8,
}

const FIRST_TURNS: [usize; 18] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17];

fn first_steps() -> CoordinateTurns<'static, 18> {
    let first = |edges: usize, turn: usize| {
        let (flip, slice) = (edges / SLICE_COUNT, edges % SLICE_COUNT);
        TRANSITIONS.flip[flip][turn] as usize * SLICE_COUNT + TRANSITIONS.slice[slice][turn] as usize
    };
    CoordinateTurns { first, second: &TRANSITIONS.twist, turns: &FIRST_TURNS }
}

/// With turns by index in [`SECOND_TURNS`](super::transitions::SECOND_TURNS).
fn second_steps() -> CoordinateTurns<'static, 10> {
    let first = |corners: usize, turn: usize| TRANSITIONS.corners[corners][turn] as usize;
    CoordinateTurns { first, second: &TRANSITIONS.outer, turns: &FIRST_TURNS[..10] }
}

/// An empty table by flips and placed edges, as `number` counts them, and by twists.
pub(super) fn flips_and_twists(placed: &[Edges], number: fn(Edges) -> usize) -> Reduced {
    let (count, upright) = (placed.len(), Symmetry::upright());
    let edges_seen = |both: usize| {
        let (flips, placed) = (with_flip(both / count).0, placed[both % count].0);
        let edges = Edges(std::array::from_fn(|place| placed[place] | flips[place] & 16));
        upright.each_ref().map(|symmetry| {
            let seen = symmetry.edges(edges);
            flip(seen) * count + number(seen)
        })
    };
    let twist_seen = |number| upright.each_ref().map(|symmetry| twist(symmetry.corners(with_twist(number))));
    Reduced::new(2048 * count, edges_seen, 2187, twist_seen)
}

fn corners_and_outer() -> Reduced {
    let upright = Symmetry::upright();
    let corners_seen = |number| upright.each_ref().map(|symmetry| corner_order(symmetry.corners(Corners(permutation(number)))));
    let outer_seen = |number| upright.each_ref().map(|symmetry| outer_order(symmetry.edges(with_edge_orders(number, 0))));
    Reduced::new(40320, corners_seen, 40320, outer_seen)
}

fn near<const N: usize>(empty: Reduced, reach: u8, steps: &CoordinateTurns<'_, N>) -> Reduced {
    let filled = empty.within(reach, steps).filled(steps, &mut Cost::default(), &mut |_| true);
    filled.expect("nothing stops the search but a lack of memory")
}

impl PhaseTables {
    pub(super) fn new() -> PhaseTables {
        std::thread::scope(|scope| {
            let first = scope.spawn(|| near(flips_and_twists(&with_slices(), slice), FIRST_REACH, &first_steps()));
            PhaseTables {
                second: near(corners_and_outer(), SECOND_REACH, &second_steps()),
                corners_and_slice: pair_distances(&TRANSITIONS.corners, &TRANSITIONS.slice_order),
                outer_and_slice: pair_distances(&TRANSITIONS.outer, &TRANSITIONS.slice_order),
                first: first.join().expect("it does not panic"),
            }
        })
    }

    pub(super) fn bytes(&self) -> u64 {
        let slices = self.corners_and_slice.len() + self.outer_and_slice.len();
        self.first.bytes() + self.second.bytes() + slices as u64 + TRANSITIONS.bytes()
    }

    /// The start of a phase 1 of at most `left` moves.
    pub(super) fn first(&self, cube: Cube3, left: usize) -> Phase1State {
        let at =
            Phase1State { twist: twist(cube.corners) as u16, flip: flip(cube.edges) as u16, slice: slice(cube.edges) as u16, bound: 0 };
        Phase1State { bound: self.first.bound(at.edges(), at.twist as usize, left, &first_steps()), ..at }
    }

    /// The states after each of `turns`, by index, from which as many moves as stand beside it may suffice; returns their number.
    #[inline(always)]
    pub(super) fn first_after(
        &self,
        from: Phase1State,
        turns: impl Iterator<Item = (usize, usize)>,
        next: &mut [(usize, usize, Phase1State); 18],
    ) -> usize {
        let transitions = &*TRANSITIONS;
        let (twist, flip) = (&transitions.twist[from.twist as usize], &transitions.flip[from.flip as usize]);
        let slice = &transitions.slice[from.slice as usize];
        let (mut count, mut near) = (0, 0);
        // One table after the other, and no branches that the processor cannot predict, so that the memory accesses overlap.
        for (turn, left) in turns {
            let at = Phase1State { twist: twist[turn], flip: flip[turn], slice: slice[turn], bound: 0 };
            next[count] = (turn, left, at);
            count += usize::from(self.first.is_second_within(at.twist as usize, left));
        }
        for i in 0..count {
            let (turn, left, at) = next[i];
            next[near] = (turn, left, at);
            near += usize::from(self.first.is_first_within(at.edges(), left));
        }
        let mut places = [(0, 0); 18];
        for (place, (_, _, at)) in places.iter_mut().zip(&next[..near]) {
            *place = self.first.entry_place(at.edges(), at.twist as usize);
        }
        for (place, (_, _, state)) in places.into_iter().zip(&mut next[..near]) {
            state.bound = self.first.after(from.bound, self.first.at(place));
        }
        near
    }

    /// The start of a phase 2 of at most `limit` moves, unless none is as short.
    pub(super) fn second(&self, cube: Cube3, limit: usize) -> Option<Phase2State> {
        let (corners, slice) = (corner_order(cube.corners), slice_order(cube.edges));
        if self.corners_and_slice[corners * 24 + slice] as usize > limit {
            return None;
        }
        let outer = outer_order(cube.edges);
        let at = Phase2State { corners: corners as u16, outer: outer as u16, slice: slice as u16, bound: 0, least: 0 };
        let bound = self.second.bound(corners, outer, limit, &second_steps());
        let least = self.slice_bound(at).max(bound);
        (least as usize <= limit).then_some(Phase2State { bound, least, ..at })
    }

    fn slice_bound(&self, at: Phase2State) -> u8 {
        let (corners, outer, slice) = (at.corners as usize, at.outer as usize, at.slice as usize);
        self.corners_and_slice[corners * 24 + slice].max(self.outer_and_slice[outer * 24 + slice])
    }

    /// The state after a turn, by index in [`SECOND_TURNS`](super::transitions::SECOND_TURNS), with at most `left` moves to follow.
    pub(super) fn second_after(&self, from: Phase2State, turn: usize, left: usize) -> Phase2State {
        let transitions = &*TRANSITIONS;
        let at = Phase2State {
            corners: transitions.corners[from.corners as usize][turn],
            outer: transitions.outer[from.outer as usize][turn],
            slice: transitions.slice_order[from.slice as usize][turn],
            ..from
        };
        let least = self.slice_bound(at);
        if least as usize > left {
            return Phase2State { bound: least, least, ..at };
        }
        let bound = self.second.after(from.bound, self.second.entry(at.corners as usize, at.outer as usize));
        Phase2State { bound, least: least.max(bound), ..at }
    }
}
