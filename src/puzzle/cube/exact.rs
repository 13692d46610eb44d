//! Exact distances for the two-phase search: to G1, and within G1 of corners and outer edges.

use super::compass::{Compass, Place};
use super::coordinate::*;
use super::cubies::{Corners, Cube3, Edges};
use super::pairs::{Bounds, SECOND_PAIRS, Way};
use super::reduced::{Reduced, Steps, after};
use super::symmetry::Symmetry;
use super::transitions::{First, SECOND_TURNS, Second, TRANSITIONS};
use super::turn::{Metric, Turn};
use crate::{Cost, GoOn};

/// The turns of one move in a metric, by index in [`Turn::ALL`], each at a price of 1.
pub(super) fn actions(metric: Metric) -> Vec<(usize, u8)> {
    Turn::actions(metric).map(|turn| (turn.index(), 1)).collect()
}

/// The symmetries that keep the axis from U to D.
pub(super) static UPRIGHT: std::sync::LazyLock<[Symmetry; Symmetry::UPRIGHT]> = std::sync::LazyLock::new(Symmetry::upright);

/// Distances of the two phases in one metric: 210 MB.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Exact {
    metric: Metric,
    /// The turns of phase 1.
    first_turns: Vec<(usize, u8)>,
    /// By flips and places of the middle slice's edges, and by twists.
    first: Compass,
    /// By corners, and by outer edges; in quarter turns halves of the distances, whose parity follows from the corners.
    second: Reduced<4>,
}

impl Exact {
    /// Computes them; `None` when the budget ends.
    pub(super) fn build(metric: Metric, cost: &mut Cost, go_on: GoOn) -> Option<Exact> {
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

    /// From the bytes of [`Exact::parts`]; `None` if their length is wrong.
    pub(super) fn from_bytes(metric: Metric, bytes: &[u8]) -> Option<Exact> {
        let second = second_pairs();
        let (one, two) = bytes.split_at_checked(bytes.len().checked_sub(second.packed_len())?)?;
        let first = Compass::with_entries(first_pairs(), &UPRIGHT, one.to_vec())?;
        let second = second.with_packed(two.to_vec());
        Some(Exact { metric, first_turns: actions(metric), first, second })
    }

    /// The bytes to store.
    pub(super) fn parts(&self) -> [&[u8]; 2] {
        [self.first.entries(), self.second.packed()]
    }

    fn place(&self, at: First) -> Place {
        self.first.place(at.flip as usize * 495 + at.slice as usize, at.twist as usize)
    }

    /// The distance and nearer faces after a turn of price 1.
    fn known(&self, place: Place, before: u8) -> (u8, u8) {
        let (remainder, nearer) = self.first.entry(place);
        (after(before, remainder), nearer)
    }
}

/// The turns of phase 2 with their prices.
fn second_turns(metric: Metric) -> Vec<(usize, u8)> {
    SECOND_TURNS.iter().map(|turn| metric.price(Turn::ALL[*turn as usize]) as u8).enumerate().collect()
}

/// By flips and placed edges, as `number` counts them, and by twists.
pub(super) fn flips_and_twists(placed: &[Edges], number: fn(Edges) -> usize) -> Reduced<2> {
    let count = placed.len();
    let seen = |both: usize| {
        let (flips, placed) = (with_flip(both / count).0, placed[both % count].0);
        let edges = Edges(std::array::from_fn(|place| placed[place] | flips[place] & 16));
        UPRIGHT.each_ref().map(|symmetry| {
            let seen = symmetry.edges(edges);
            flip(seen) * count + number(seen)
        })
    };
    let twist_seen = |number| UPRIGHT.each_ref().map(|symmetry| twist(symmetry.corners(with_twist(number))));
    Reduced::new(2048 * count, seen, 2187, twist_seen)
}

fn first_pairs() -> Reduced<2> {
    flips_and_twists(&with_slices(), slice)
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
        // Each step is to a pair whose remainder is one less.
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
        // All entries are located before the first is read, so that the memory accesses overlap.
        for face in (0..6).filter(|face| faces >> face & 1 == 1) {
            for turn in face * 3..face * 3 + 3 {
                // Successive amounts are a quarter turn apart.
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
