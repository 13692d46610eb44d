//! Exact distances for the two-phase search: to G1, and within it of the corners and the outer edges together.

use super::bounds::{Bounds, Way};
use super::compass::{Compass, Place};
use super::coordinate::*;
use super::cubies::{Corners, Cube3, Edges};
use super::pairs::SECOND_PAIRS;
use super::reduced::{Reduced, Steps, after};
use super::symmetry::Symmetry;
use super::transitions::{First, SECOND_TURNS, Second, TRANSITIONS};
use super::turn::{Metric, Turn};
use crate::Cost;

/// The turns that are one move in a metric, by their places in [`Turn::ALL`], each at a price of 1.
pub(super) fn actions(metric: Metric) -> Vec<(usize, u8)> {
    Turn::actions(metric).map(|turn| (turn.index(), 1)).collect()
}

/// How the twists are seen in each symmetry.
pub(super) fn twist_seen(number: usize) -> [usize; Symmetry::UPRIGHT] {
    UPRIGHT.each_ref().map(|symmetry| twist(symmetry.corners(with_twist(number))))
}

/// The symmetries, computed once.
pub(super) static UPRIGHT: std::sync::LazyLock<[Symmetry; Symmetry::UPRIGHT]> = std::sync::LazyLock::new(Symmetry::upright);

/// Distances of the two phases in one metric: 210 MB.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Exact {
    metric: Metric,
    /// The turns of phase 1.
    first_turns: Vec<(usize, u8)>,
    /// By flips and places of the middle slice's edges, and by twists.
    first: Compass,
    /// By corners, and by outer edges: in quarter turns halves, rounded down. The corners tell whether their number is odd, and so does a search
    /// that has an odd or even number of them left.
    second: Reduced<4>,
}

impl Exact {
    /// Computes them; nothing when out of budget.
    pub(super) fn build(metric: Metric, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) -> Option<Exact> {
        let first_turns = actions(metric);
        let steps = first_steps(&first_turns);
        let first = first_pairs().filled(&steps, cost, go_on)?;
        let first = Compass::build(first, &UPRIGHT, &steps, cost, go_on)?;
        let turns = second_turns(metric);
        let steps = second_steps(&turns);
        let second = match metric {
            Metric::Half => second_pairs::<4>().filled(&steps, cost, go_on)?,
            Metric::Quarter => second_pairs::<8>().filled(&steps, cost, go_on)?.halved(),
        };
        Some(Exact { metric, first_turns, first, second })
    }

    /// From what [`Exact::parts`] gave; nothing if that is not as long as it must be.
    pub(super) fn from_bytes(metric: Metric, bytes: &[u8]) -> Option<Exact> {
        let second = second_pairs();
        let (one, two) = bytes.split_at_checked(bytes.len().checked_sub(second.packed_len())?)?;
        let first = Compass::with_entries(first_pairs(), &UPRIGHT, one.to_vec())?;
        let second = second.with_packed(two.to_vec());
        Some(Exact { metric, first_turns: actions(metric), first, second })
    }

    /// What there is to keep.
    pub(super) fn parts(&self) -> [&[u8]; 2] {
        [self.first.entries(), self.second.packed()]
    }

    fn place(&self, at: First) -> Place {
        self.first.place(at.flip as usize * 495 + at.slice as usize, at.twist as usize)
    }

    /// The distance after a turn that costs one.
    fn known(&self, place: Place, before: u8) -> (u8, u8) {
        let (remainder, nearer) = self.first.entry(place);
        (after(before, remainder), nearer)
    }
}

/// The turns of phase 2 with their prices.
fn second_turns(metric: Metric) -> Vec<(usize, u8)> {
    SECOND_TURNS.iter().map(|turn| metric.price(Turn::ALL[*turn as usize]) as u8).enumerate().collect()
}

fn first_pairs() -> Reduced<2> {
    let slices = with_slices();
    let seen = |number: usize| {
        let flips = with_flip(number / 495).0;
        let placed = slices[number % 495].0;
        let edges = Edges(std::array::from_fn(|place| placed[place] | flips[place] & 16));
        UPRIGHT.each_ref().map(|symmetry| {
            let seen = symmetry.edges(edges);
            flip(seen) * 495 + slice(seen)
        })
    };
    Reduced::new(2048 * 495, seen, 2187, twist_seen)
}

fn second_pairs<const BITS: usize>() -> Reduced<BITS> {
    let corners_seen = |number| {
        let corners = Corners(permutation(number));
        UPRIGHT.each_ref().map(|symmetry| corner_order(symmetry.corners(corners)))
    };
    let outer_seen = |number| {
        let edges = with_edge_orders(number, 0);
        UPRIGHT.each_ref().map(|symmetry| outer_order(symmetry.edges(edges)))
    };
    Reduced::new(40320, corners_seen, 40320, outer_seen)
}

fn first_steps(turns: &[(usize, u8)]) -> Steps<'_, 18> {
    let first =
        |number: usize, turn: usize| TRANSITIONS.flip[number / 495][turn] as usize * 495 + TRANSITIONS.slice[number % 495][turn] as usize;
    Steps { first, second: &TRANSITIONS.twist, turns }
}

fn second_steps(turns: &[(usize, u8)]) -> Steps<'_, 10> {
    let first = |number: usize, turn: usize| TRANSITIONS.corners[number][turn] as usize;
    Steps { first, second: &TRANSITIONS.outer, turns }
}

impl Bounds for Exact {
    fn metric(&self) -> Metric {
        self.metric
    }

    fn first(&self, cube: Cube3) -> Way {
        let at = First::of(cube);
        let steps = first_steps(&self.first_turns);
        // Downhill: each step is to a pair whose remainder is one less.
        let (mut down, mut distance) = (at, 0);
        while let (remainder, nearer @ 1..) = self.first.entry(self.place(down)) {
            let is_nearer = |turn: &usize| self.first.entry(self.place(down.after(*turn, &TRANSITIONS))).0 == (remainder + 2) % 3;
            let turn = steps.turns.iter().map(|(turn, _)| *turn).filter(|turn| nearer >> (turn / 3) & 1 == 1).find(is_nearer);
            down = down.after(turn.expect("a face that leads nearer has such a turn"), &TRANSITIONS);
            distance += 1;
        }
        Way { at, bound: distance, nearer: self.first.entry(self.place(at)).1 }
    }

    fn first_after(&self, way: Way, faces: u8, ways: &mut [Way; 18]) {
        let mut places = [Place::default(); 18];
        for face in (0..6).filter(|face| faces >> face & 1 == 1) {
            for turn in face * 3..face * 3 + 3 {
                ways[turn].at = way.at.after(turn, &TRANSITIONS);
                places[turn] = self.place(ways[turn].at);
            }
        }
        // The entries are all asked for before any is needed, so that memory answers for all of them at once.
        for face in (0..6).filter(|face| faces >> face & 1 == 1) {
            for turn in face * 3..face * 3 + 3 {
                // The next amount is a quarter turn from the one before, in either metric.
                let before = if turn % 3 == 0 { way.bound } else { ways[turn - 1].bound };
                (ways[turn].bound, ways[turn].nearer) = self.known(places[turn], before);
            }
        }
    }

    fn second_bound(&self, at: Second) -> u8 {
        let entry = self.second.entry(at.corners as usize, at.outer as usize);
        let bound = if self.metric == Metric::Half { entry } else { 2 * entry };
        bound.max(SECOND_PAIRS.bound(at))
    }

    fn bytes(&self) -> u64 {
        self.first.bytes() + self.second.bytes() + SECOND_PAIRS.bytes() + TRANSITIONS.bytes()
    }
}
