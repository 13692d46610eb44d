//! Shortest solutions of the 3×3×3: a good one from the two-phase search bounds them from above, and IDA* over the distances to
//! a subgroup, along the three axes, from below until the two meet.
//!
//! The subgroup is that of no twist, no flip and the middle slice's edges at home, those of opposite places told apart from
//! the others: six times finer than that of Kociemba's and Reid's optimal solvers (<http://kociemba.org/math/optimal.htm>).

use super::coordinate::*;
use super::cubies::{Cube3, Edges, State};
use super::exact::{UPRIGHT, actions, twist_seen};
use super::proof::Proof;
use super::reduced::{Reduced, Steps, after};
use super::symmetry::Symmetry;
use super::transitions::TRANSITIONS;
use super::turn::{Metric, Turn};
use super::watched::{At, Watcher};
use crate::{Cost, Event, Observer};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::LazyLock;

/// How many expansions between two questions to `go_on`.
const POLL: u64 = 4096;

/// The distances to the subgroup in one metric: 240 MB.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cosets {
    metric: Metric,
    distances: Reduced<2>,
}

/// The halves of the middle slice after each turn.
static HALVES_AFTER: LazyLock<Vec<[u16; 18]>> = LazyLock::new(|| {
    let placed = with_halves();
    turn_table(HALVES_COUNT, Turn::ALL, |number, turn| halves(placed[number].turned(turn)))
});

fn edges_after(number: usize, turn: usize) -> usize {
    let (flip, halves) = (number / HALVES_COUNT, number % HALVES_COUNT);
    TRANSITIONS.flip[flip][turn] as usize * HALVES_COUNT + HALVES_AFTER[halves][turn] as usize
}

impl Cosets {
    fn empty() -> Reduced<2> {
        let placed = with_halves();
        let seen = |number: usize| {
            let flips = with_flip(number / HALVES_COUNT).0;
            let placed = placed[number % HALVES_COUNT].0;
            let edges = Edges(std::array::from_fn(|place| placed[place] | flips[place] & 16));
            UPRIGHT.each_ref().map(|symmetry| {
                let seen = symmetry.edges(edges);
                flip(seen) * HALVES_COUNT + halves(seen)
            })
        };
        Reduced::new(2048 * HALVES_COUNT, seen, 2187, twist_seen)
    }

    /// Computes them; nothing when out of budget.
    pub(super) fn build(metric: Metric, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) -> Option<Cosets> {
        let turns = actions(metric);
        let steps = Steps { first: edges_after, second: &TRANSITIONS.twist, turns: &turns };
        Some(Cosets { metric, distances: Cosets::empty().filled(&steps, cost, go_on)? })
    }

    /// From what [`Cosets::packed`] gave; nothing if that is not as long as it must be.
    pub(super) fn from_bytes(metric: Metric, bytes: &[u8]) -> Option<Cosets> {
        let distances = Cosets::empty();
        (bytes.len() == distances.packed_len()).then(|| Cosets { metric, distances: distances.with_packed(bytes.to_vec()) })
    }

    /// What there is to keep.
    pub(super) fn packed(&self) -> &[u8] {
        self.distances.packed()
    }

    /// The memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.distances.bytes() + TRANSITIONS.bytes() + HALVES_AFTER.len() as u64 * 36
    }

    /// A cube along one axis.
    fn coset(&self, cube: Cube3) -> Coset {
        let (twist, flip, halves) = (twist(cube.corners) as u16, flip(cube.edges) as u16, halves(cube.edges) as u16);
        let turns = actions(self.metric);
        let steps = Steps { first: edges_after, second: &TRANSITIONS.twist, turns: &turns };
        let edges = flip as usize * HALVES_COUNT + halves as usize;
        Coset { twist, flip, halves, distance: self.distances.distance(edges, twist as usize, &steps) }
    }

    /// After a turn, by its place in [`Turn::ALL`]; the distance is still that before.
    fn after(&self, at: Coset, turn: usize) -> Coset {
        Coset {
            twist: TRANSITIONS.twist[at.twist as usize][turn],
            flip: TRANSITIONS.flip[at.flip as usize][turn],
            halves: HALVES_AFTER[at.halves as usize][turn],
            ..at
        }
    }

    fn place(&self, at: Coset) -> (usize, usize) {
        self.distances.entry_place(at.flip as usize * HALVES_COUNT + at.halves as usize, at.twist as usize)
    }
}

/// A cube along one axis, and its distance to the subgroup.
#[derive(Clone, Copy)]
struct Coset {
    twist: u16,
    flip: u16,
    halves: u16,
    distance: u8,
}

/// A lower bound from the three axes. The last turn before the solved cube does not change the distance along its own axis, so
/// that three equal distances cannot all be the number of moves.
fn bound(axes: [Coset; 3]) -> usize {
    let [a, b, c] = axes.map(|coset| coset.distance as usize);
    a.max(b).max(c) + (a == b && b == c && a > 0) as usize
}

/// What came of the search from below.
pub(super) struct Search {
    /// A solution with fewer moves than the one known, and then the fewest.
    pub(super) turns: Option<Vec<Turn>>,
    /// No solution has fewer moves than this.
    pub(super) lower_bound: usize,
}

/// Searches for the shortest solution of fewer than `known` moves, from what has been proven of it.
pub(super) fn search(
    cosets: &Cosets,
    cube: Cube3,
    known: usize,
    proof: &mut Proof<'_>,
    watcher: Watcher<'_, impl Observer>,
    cost: &mut Cost,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Search {
    let axes = Symmetry::axes();
    let seen = axes.each_ref().map(|axis| Turn::ALL.map(|turn| axis.turn(turn).index()));
    let start = axes.each_ref().map(|axis| cosets.coset(axis.cube(cube)));
    cost.bytes = cost.bytes.max(cosets.bytes());
    let mut search =
        Deepening { cosets, seen, actions: Turn::actions(cosets.metric).collect(), cube, path: Vec::new(), limit: 0, watcher, cost, go_on };
    let mut limit = bound(start).max(proof.lower_bound);
    while limit < known {
        search.limit = limit;
        search.tell(Event::Deepened, bound(start));
        match search.visit(start, limit) {
            Break(true) => return Search { turns: Some(search.path), lower_bound: limit },
            Break(false) => return Search { turns: None, lower_bound: limit },
            Continue(()) => {
                limit += 1;
                proof.proven(limit);
            }
        }
    }
    Search { turns: None, lower_bound: known }
}

struct Deepening<'a, O, G> {
    cosets: &'a Cosets,
    /// How each turn is seen along each axis, by their places in [`Turn::ALL`].
    seen: [[usize; 18]; 3],
    actions: Vec<Turn>,
    cube: Cube3,
    path: Vec<Turn>,
    /// The moves that a solution may have in this iteration.
    limit: usize,
    watcher: Watcher<'a, O>,
    cost: &'a mut Cost,
    go_on: &'a mut G,
}

impl<O: Observer, G: FnMut(&Cost) -> bool> Deepening<'_, O, G> {
    #[inline(always)]
    fn tell(&mut self, event: Event, estimate: usize) {
        let (path, limit) = (&self.path, self.limit as u64);
        self.watcher.tell(event, || At { turns: path.clone(), estimate: Some(estimate as u32), waiting: Some(limit), ..At::default() });
    }

    /// Breaks with whether the cube was solved (the path tells how) or the budget ended.
    fn visit(&mut self, axes: [Coset; 3], left: usize) -> ControlFlow<bool> {
        if left == 0 {
            let solved = self.path.iter().fold(self.cube, |cube, turn| cube.turned(*turn)) == Cube3::SOLVED;
            self.tell(if solved { Event::Found } else { Event::Pruned }, 0);
            return if solved { Break(true) } else { Continue(()) };
        }
        if self.cost.expanded.is_multiple_of(POLL) && !(self.go_on)(self.cost) {
            return Break(false);
        }
        self.cost.expanded += 1;
        self.tell(Event::Opened, bound(axes));
        self.cost.depth = self.cost.depth.max(self.path.len() as u32 + 1);
        self.cost.frontier = self.cost.frontier.max(self.path.len() as u64 + 1);
        // Axis by axis, what is left of the turns; the entries of all are asked for before any is needed.
        let mut turns: [u8; 18] = [0; 18];
        let mut count = 0;
        for turn in self.actions.iter().filter(|turn| turn.may_follow(&self.path, self.cosets.metric)) {
            turns[count] = turn.index() as u8;
            count += 1;
        }
        let mut next = [axes; 18];
        for axis in 0..3 {
            let mut places = [(0, 0); 18];
            for &turn in &turns[..count] {
                let coset = &mut next[turn as usize][axis];
                *coset = self.cosets.after(axes[axis], self.seen[axis][turn as usize]);
                places[turn as usize] = self.cosets.place(*coset);
            }
            let mut kept = 0;
            for i in 0..count {
                let turn = turns[i] as usize;
                let coset = &mut next[turn][axis];
                coset.distance = after(axes[axis].distance, self.cosets.distances.at(places[turn]));
                if (coset.distance as usize) < left {
                    turns[kept] = turn as u8;
                    kept += 1;
                }
            }
            count = kept;
        }
        for &turn in &turns[..count] {
            if bound(next[turn as usize]) < left {
                self.cost.generated += 1;
                self.path.push(Turn::ALL[turn as usize]);
                self.visit(next[turn as usize], left - 1)?;
                self.path.pop();
            }
        }
        Continue(())
    }
}
