//! Optimal solver of the 3×3×3: IDA* with the distances to a subgroup along the three axes, up to the length of a known solution.
//!
//! The subgroup has no twist, no flip and the middle slice's edges in their places up to exchanges of opposite ones: its index is six times that of
//! Kociemba's and Reid's optimal solvers (<http://kociemba.org/math/optimal.htm>).

use super::coordinate::*;
use super::cubies::CubeState;
use super::phase_tables::flips_and_twists;
use super::reduced::{CoordinateTurns, Reduced};
use super::snapshot::{Watcher, snapshot};
use super::symmetry::Symmetry;
use super::transitions::TRANSITIONS;
use super::{Cube3, CubeError, Metric, Turn};
use crate::resumable::BoundedResult;
use crate::table_file::{TableFileError, decode, encode};
use crate::{Cost, KeepGoing, NoObserver, Observer, ResumableSearch, Snapshot, Solved, TraceEvent, Verdict};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::LazyLock;

const POLL: u64 = 4096;

/// The tables of the optimal method in one metric, the distances to the subgroup: 240 MB, built in about a minute.
#[derive(Debug, PartialEq, Eq)]
pub struct PruningTables {
    metric: Metric,
    distances: Reduced,
}

/// Magic bytes; the last is the version.
const MAGIC: [u8; 8] = *b"cube\0\0\0\x03";

/// The halves of the middle slice after each turn.
static HALVES_AFTER: LazyLock<Vec<[u16; 18]>> = LazyLock::new(|| {
    let placed = with_halves();
    turn_table(HALVES_COUNT, Turn::ALL, |number, turn| halves(placed[number].turned(turn)))
});

fn edges_after(number: usize, turn: usize) -> usize {
    let (flip, halves) = (number / HALVES_COUNT, number % HALVES_COUNT);
    TRANSITIONS.flip[flip][turn] as usize * HALVES_COUNT + HALVES_AFTER[halves][turn] as usize
}

impl PruningTables {
    /// Without distances: by flips and halves, and by twists.
    fn empty() -> Reduced {
        flips_and_twists(&with_halves(), halves)
    }

    pub fn build(metric: Metric, keep_going: KeepGoing) -> Solved<PruningTables> {
        let turns: Vec<usize> = Turn::actions(metric).map(Turn::index).collect();
        let steps = CoordinateTurns { first: edges_after, second: &TRANSITIONS.twist, turns: &turns };
        let mut cost = Cost::default();
        let built = PruningTables::empty().filled(&steps, &mut cost, keep_going);
        let verdict = built.map_or(Verdict::LimitReached, |distances| Verdict::Solved(PruningTables { metric, distances }));
        Solved { verdict, cost }
    }

    pub fn metric(&self) -> Metric {
        self.metric
    }

    pub fn bytes(&self) -> u64 {
        self.distances.bytes() + TRANSITIONS.bytes() + HALVES_AFTER.len() as u64 * 36
    }

    /// The storage format: magic bytes and version, metric, distances, checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        encode(MAGIC, &[&[self.metric as u8], self.distances.packed()])
    }

    /// Parses [`PruningTables::to_bytes`].
    ///
    /// # Errors
    /// [`CubeError::Tables`] for anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<PruningTables, CubeError> {
        let wrong = |why| CubeError::Tables { why };
        let (metric, packed) = decode(MAGIC, bytes).map_err(wrong)?.split_first().ok_or(wrong(TableFileError::Cut))?;
        let metric = *Metric::ALL.get(*metric as usize).ok_or(wrong(TableFileError::Purpose))?;
        let distances = PruningTables::empty();
        if packed.len() != distances.packed_len() {
            return Err(wrong(TableFileError::Length));
        }
        Ok(PruningTables { metric, distances: distances.with_packed(packed.to_vec()) })
    }

    fn coset(&self, cube: Cube3) -> Coset {
        let (twist, flip, halves) = (twist(cube.corners) as u16, flip(cube.edges) as u16, halves(cube.edges) as u16);
        let turns: Vec<usize> = Turn::actions(self.metric).map(Turn::index).collect();
        let steps = CoordinateTurns { first: edges_after, second: &TRANSITIONS.twist, turns: &turns };
        let edges = flip as usize * HALVES_COUNT + halves as usize;
        Coset { twist, flip, halves, distance: self.distances.distance(edges, twist as usize, &steps) }
    }

    /// After a turn, by index in [`Turn::ALL`]; the distance is not updated.
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

/// A lower bound from the three axes. The last turn does not change the distance along its own axis, so three equal distances cannot all be exact.
fn bound(axes: [Coset; 3]) -> usize {
    let [a, b, c] = axes.map(|coset| coset.distance as usize);
    a.max(b).max(c) + (a == b && b == c && a > 0) as usize
}

pub(super) struct OptimalSearch {
    /// A shortest solution, if it has fewer moves than the known one.
    pub(super) turns: Option<Vec<Turn>>,
    pub(super) lower_bound: usize,
}

/// The roots of an iteration are the cubes after this many moves: some thousands.
const ROOT_MOVES: usize = 3;
/// Iterations of fewer moves are too short to be split.
const LONG: usize = 13;

struct IterationState<'a> {
    cosets: &'a PruningTables,
    axes: [Symmetry; 3],
    /// The image of each turn along each axis, by index in [`Turn::ALL`].
    seen: [[usize; 18]; 3],
    actions: Vec<Turn>,
    cube: Cube3,
}

impl IterationState<'_> {
    fn axes(&self, path: &[Turn]) -> [Coset; 3] {
        let cube = path.iter().fold(self.cube, |cube, turn| cube.turned(*turn));
        self.axes.each_ref().map(|axis| self.cosets.coset(axis.cube(cube)))
    }
}

/// Searches for a shortest solution of fewer than `known` moves, from the proven lower bound on.
pub(super) fn search<O: Observer>(
    cosets: &PruningTables,
    cube: Cube3,
    known: usize,
    resumable: &mut ResumableSearch,
    mut watcher: Watcher<'_, O>,
    cost: &mut Cost,
    keep_going: KeepGoing,
) -> OptimalSearch {
    let axes = Symmetry::axes();
    let seen = axes.each_ref().map(|axis| Turn::ALL.map(|turn| axis.turn(turn).index()));
    cost.bytes = cost.bytes.max(cosets.bytes());
    let actions: Vec<Turn> = Turn::actions(cosets.metric).collect();
    let shared = IterationState { cosets, axes, seen, actions, cube };
    let least = bound(shared.axes(&[]));
    let mut limit = least.max(resumable.bound() as usize);
    let mut roots = vec![Vec::new()];
    while limit < known {
        watcher.record(TraceEvent::Deepened, |start| Snapshot {
            estimate: Some(least as u32),
            waiting: Some(limit as u64),
            ..snapshot(start, &[])
        });
        let found = if O::OBSERVES {
            dive(&shared, &[], limit, watcher.again(), cost, &mut |cost| keep_going(cost))
        } else {
            while limit >= LONG && roots[0].len() < ROOT_MOVES {
                let after = |path: &Vec<Turn>| {
                    let next = shared.actions.iter().filter(|turn| turn.may_follow(path, cosets.metric));
                    next.map(|turn| [&path[..], &[*turn]].concat()).collect::<Vec<_>>()
                };
                roots = roots.iter().flat_map(after).collect();
            }
            let start = watcher.start;
            resumable.iterate(limit as u32, &roots, cost, keep_going, |root, cost, keep_going| {
                dive(&shared, root, limit, Watcher { observer: &mut NoObserver, start }, cost, keep_going)
            })
        };
        limit = match found {
            BoundedResult::Solution(turns) => return OptimalSearch { turns: Some(turns), lower_bound: limit },
            BoundedResult::LimitReached => return OptimalSearch { turns: None, lower_bound: limit },
            BoundedResult::No { next_bound, .. } => next_bound as usize,
        };
    }
    OptimalSearch { turns: None, lower_bound: known }
}

fn dive(
    shared: &IterationState,
    root: &[Turn],
    limit: usize,
    watcher: Watcher<'_, impl Observer>,
    cost: &mut Cost,
    keep_going: KeepGoing,
) -> BoundedResult<Vec<Turn>> {
    let (left, axes) = (limit - root.len(), shared.axes(root));
    if bound(axes) > left {
        return BoundedResult::No { next_bound: limit as u32 + 1, closest: 0 };
    }
    let mut dive = BoundedSearch { shared, path: root.to_vec(), limit, watcher, cost, keep_going };
    match dive.visit(axes, left) {
        Break(true) => BoundedResult::Solution(dive.path),
        Break(false) => BoundedResult::LimitReached,
        Continue(()) => BoundedResult::No { next_bound: limit as u32 + 1, closest: 0 },
    }
}

struct BoundedSearch<'a, O> {
    shared: &'a IterationState<'a>,
    path: Vec<Turn>,
    limit: usize,
    watcher: Watcher<'a, O>,
    cost: &'a mut Cost,
    keep_going: KeepGoing<'a>,
}

impl<O: Observer> BoundedSearch<'_, O> {
    #[inline(always)]
    fn record(&mut self, event: TraceEvent, estimate: usize) {
        let (path, limit) = (&self.path, self.limit as u64);
        self.watcher.record(event, |start| Snapshot { estimate: Some(estimate as u32), waiting: Some(limit), ..snapshot(start, path) });
    }

    /// Breaks with `true` if the path solves the cube, with `false` if the budget ended.
    fn visit(&mut self, axes: [Coset; 3], left: usize) -> ControlFlow<bool> {
        if left == 0 {
            let solved = self.path.iter().fold(self.shared.cube, |cube, turn| cube.turned(*turn)) == Cube3::SOLVED;
            self.record(if solved { TraceEvent::Found } else { TraceEvent::Pruned }, 0);
            return if solved { Break(true) } else { Continue(()) };
        }
        if self.cost.expanded.is_multiple_of(POLL) && !(self.keep_going)(self.cost) {
            return Break(false);
        }
        self.cost.expanded += 1;
        self.record(TraceEvent::Opened, bound(axes));
        self.cost.depth = self.cost.depth.max(self.path.len() as u32 + 1);
        self.cost.frontier = self.cost.frontier.max(self.path.len() as u64 + 1);
        // Turns are filtered axis by axis. All entries are located before the first is read, so that the memory accesses overlap.
        let mut turns: [u8; 18] = [0; 18];
        let mut count = 0;
        for turn in self.shared.actions.iter().filter(|turn| turn.may_follow(&self.path, self.shared.cosets.metric)) {
            turns[count] = turn.index() as u8;
            count += 1;
        }
        let mut next = [axes; 18];
        for axis in 0..3 {
            let mut places = [(0, 0); 18];
            for &turn in &turns[..count] {
                let coset = &mut next[turn as usize][axis];
                *coset = self.shared.cosets.after(axes[axis], self.shared.seen[axis][turn as usize]);
                places[turn as usize] = self.shared.cosets.place(*coset);
            }
            let mut kept = 0;
            for i in 0..count {
                let turn = turns[i] as usize;
                let coset = &mut next[turn][axis];
                let distances = &self.shared.cosets.distances;
                coset.distance = distances.after(axes[axis].distance, distances.at(places[turn]));
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
