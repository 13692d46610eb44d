//! Shortest solutions of the 3×3×3: a good one from the two-phase search bounds them from above, and IDA* over the distances to
//! a subgroup, along the three axes, from below until the two meet.
//!
//! The subgroup is that of no twist, no flip and the middle slice's edges at home, those of opposite places told apart from
//! the others: six times finer than that of Kociemba's and Reid's optimal solvers (<http://kociemba.org/math/optimal.htm>).

use super::coordinate::*;
use super::cubies::{Cube3, Edges, State};
use super::exact::{UPRIGHT, actions, twist_seen};
use super::reduced::{Reduced, Steps, after};
use super::symmetry::Symmetry;
use super::transitions::TRANSITIONS;
use super::turn::{Metric, Turn};
use super::watched::{At, Watcher};
use crate::effort::{Effort, Found};
use crate::{Cost, Event, Nobody, Observer};
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

/// The roots of an iteration are the cubes after so many moves: some thousands,
const ROOT_MOVES: usize = 3;
/// once it allows so many: one of fewer takes a moment.
const LONG: usize = 13;

/// Where a dive begins.
struct Root {
    path: Vec<Turn>,
    axes: [Coset; 3],
}

/// What all dives stand on.
struct Ground<'a> {
    cosets: &'a Cosets,
    /// How each turn is seen along each axis, by their places in [`Turn::ALL`].
    seen: [[usize; 18]; 3],
    actions: Vec<Turn>,
    cube: Cube3,
}

impl Ground<'_> {
    /// The cubes after another move.
    fn after<'r>(&'r self, root: &'r Root) -> impl Iterator<Item = Root> + 'r {
        self.actions.iter().filter(|turn| turn.may_follow(&root.path, self.cosets.metric)).map(|turn| {
            let axes = std::array::from_fn(|axis| {
                let (before, coset) = (root.axes[axis], self.cosets.after(root.axes[axis], self.seen[axis][turn.index()]));
                Coset { distance: after(before.distance, self.cosets.distances.at(self.cosets.place(coset))), ..coset }
            });
            Root { path: root.path.iter().chain([turn]).copied().collect(), axes }
        })
    }
}

/// Searches for the shortest solution of fewer than `known` moves, from what has been proven of it.
pub(super) fn search<O: Observer>(
    cosets: &Cosets,
    cube: Cube3,
    known: usize,
    effort: &mut Effort,
    mut watcher: Watcher<'_, O>,
    cost: &mut Cost,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Search {
    let axes = Symmetry::axes();
    let seen = axes.each_ref().map(|axis| Turn::ALL.map(|turn| axis.turn(turn).index()));
    let start = Root { path: Vec::new(), axes: axes.each_ref().map(|axis| cosets.coset(axis.cube(cube))) };
    let least = bound(start.axes);
    cost.bytes = cost.bytes.max(cosets.bytes());
    let ground = Ground { cosets, seen, actions: Turn::actions(cosets.metric).collect(), cube };
    let mut limit = least.max(effort.bound() as usize);
    let one = [start];
    let mut many = Vec::new();
    while limit < known {
        watcher.tell(Event::Deepened, || At { estimate: Some(least as u32), waiting: Some(limit as u64), ..At::default() });
        let found = if O::WATCHES {
            dive(&ground, &one[0], limit, watcher.again(), cost, &mut |cost| go_on(cost))
        } else {
            if limit >= LONG && many.is_empty() {
                many = ground.after(&one[0]).collect();
                for _ in 1..ROOT_MOVES {
                    many = many.iter().flat_map(|root| ground.after(root)).collect();
                }
            }
            let (roots, start) = (if many.is_empty() { &one[..] } else { &many }, watcher.start);
            effort.iterate(limit as u32, roots, cost, go_on, |root, cost, go_on| {
                dive(&ground, root, limit, Watcher { observer: &mut Nobody, start }, cost, go_on)
            })
        };
        limit = match found {
            Found::Solution(turns) => return Search { turns: Some(turns), lower_bound: limit },
            Found::GaveUp => return Search { turns: None, lower_bound: limit },
            Found::No(next) => next as usize,
        };
    }
    Search { turns: None, lower_bound: known }
}

/// Looks below a root for a solution of so many moves.
fn dive(
    ground: &Ground,
    root: &Root,
    limit: usize,
    watcher: Watcher<'_, impl Observer>,
    cost: &mut Cost,
    go_on: &mut dyn FnMut(&Cost) -> bool,
) -> Found<Vec<Turn>> {
    let left = limit - root.path.len();
    if bound(root.axes) > left {
        return Found::No(limit as u32 + 1);
    }
    let mut dive = Dive { ground, path: root.path.clone(), limit, watcher, cost, go_on };
    match dive.visit(root.axes, left) {
        Break(true) => Found::Solution(dive.path),
        Break(false) => Found::GaveUp,
        Continue(()) => Found::No(limit as u32 + 1),
    }
}

struct Dive<'a, O> {
    ground: &'a Ground<'a>,
    path: Vec<Turn>,
    /// The moves that a solution may have in this iteration.
    limit: usize,
    watcher: Watcher<'a, O>,
    cost: &'a mut Cost,
    go_on: &'a mut dyn FnMut(&Cost) -> bool,
}

impl<O: Observer> Dive<'_, O> {
    #[inline(always)]
    fn tell(&mut self, event: Event, estimate: usize) {
        let (path, limit) = (&self.path, self.limit as u64);
        self.watcher.tell(event, || At { turns: path.clone(), estimate: Some(estimate as u32), waiting: Some(limit), ..At::default() });
    }

    /// Breaks with whether the cube was solved (the path tells how) or the budget ended.
    fn visit(&mut self, axes: [Coset; 3], left: usize) -> ControlFlow<bool> {
        if left == 0 {
            let solved = self.path.iter().fold(self.ground.cube, |cube, turn| cube.turned(*turn)) == Cube3::SOLVED;
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
        for turn in self.ground.actions.iter().filter(|turn| turn.may_follow(&self.path, self.ground.cosets.metric)) {
            turns[count] = turn.index() as u8;
            count += 1;
        }
        let mut next = [axes; 18];
        for axis in 0..3 {
            let mut places = [(0, 0); 18];
            for &turn in &turns[..count] {
                let coset = &mut next[turn as usize][axis];
                *coset = self.ground.cosets.after(axes[axis], self.ground.seen[axis][turn as usize]);
                places[turn as usize] = self.ground.cosets.place(*coset);
            }
            let mut kept = 0;
            for i in 0..count {
                let turn = turns[i] as usize;
                let coset = &mut next[turn][axis];
                coset.distance = after(axes[axis].distance, self.ground.cosets.distances.at(places[turn]));
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
