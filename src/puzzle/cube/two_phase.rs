//! Kociemba's two-phase search for the 3×3×3.
//!
//! Iterative deepening over the length of phase 1; each path into G1 is completed by phase 2 if that gives a shorter solution than the best so far. The
//! cube is searched along its three axes, and inverted, in turn.

use super::cubies::{Cube3, CubeState};
use super::pairs::{Pairs, SECOND_PAIRS};
use super::snapshot::{SnapshotParts, Watcher};
use super::symmetry::Symmetry;
use super::transitions::{First, SECOND_TURNS, Second, TRANSITIONS};
use super::turn::{Metric, Turn};
use crate::permutation::is_odd;
use crate::{Cost, KeepGoing, Observer, Solved, TraceEvent, Verdict};
use std::ops::ControlFlow::{self, Break, Continue};

/// Expansions between two polls of the budget.
const POLL: u64 = 256;

/// The longest first solution, which is found in milliseconds. Every cube has one of 20 half turns (Rokicki and others, 2010) or 26 quarter turns (Rokicki and
/// Davidson, 2014).
fn longest_solution(metric: Metric) -> usize {
    match metric {
        Metric::Half => 24,
        Metric::Quarter => 34,
    }
}

/// The longest phase 2 while there is no solution: trying many paths into G1 is quicker than a long phase 2.
fn longest_first_second(metric: Metric) -> usize {
    match metric {
        Metric::Half => 11,
        Metric::Quarter => 17,
    }
}

/// When the two-phase method has searched enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enough {
    /// With a solution of at most this many moves: 22 or more end immediately, 0 at the end of the budget or with a shortest solution.
    Moves(usize),
    /// With any solution after this many generated states, which is deterministic.
    States(u64),
}

/// A solution, and whether it is proven shortest.
pub(super) struct TwoPhaseResult {
    pub(super) turns: Vec<Turn>,
    pub(super) shortest: bool,
    pub(super) lower_bound: usize,
}

/// Searches until `enough`, a proof that no solution is shorter, or the end of the budget; answers with the best solution.
pub(super) fn solve(
    pairs: &Pairs,
    metric: Metric,
    cube: Cube3,
    enough: Enough,
    watcher: Watcher<'_, impl Observer>,
    keep_going: KeepGoing,
) -> Solved<TwoPhaseResult> {
    let sides: Vec<CubeView> = [false, true].into_iter().flat_map(|inverted| sides(cube, inverted)).collect();
    let starts: Vec<Phase1State> = sides.iter().map(|side| Phase1State::at(First::of(side.cube), pairs)).collect();
    let most = match enough {
        Enough::Moves(most) => most.max(longest_solution(metric)),
        Enough::States(_) => longest_solution(metric),
    };
    // Every quarter turn changes the parity of the corners, so all solutions have the same parity.
    let (step, is_other) = match metric {
        Metric::Half => (1, false),
        Metric::Quarter => (2, is_odd(&cube.corners.pieces()) != (most % 2 == 1)),
    };
    let mut search = TwoPhaseSearch {
        pairs,
        keep_going,
        watcher,
        sides: &sides,
        prices: Turn::ALL.map(|turn| metric.price(turn) as u8),
        enough,
        most: most - usize::from(is_other),
        longest_second: longest_first_second(metric),
        step,
        best: None,
        cost: Cost { generated: 1, bytes: pairs.bytes(), ..Cost::default() },
        path: [0; LONGEST],
        depth: 0,
        cubes: [cube; LONGEST],
        known: 0,
        side: 0,
    };
    // First any solution, then shorter ones from the beginning.
    let mut ended = search.deepen(&starts);
    if ended.is_continue() {
        search.longest_second = LONGEST;
        ended = search.deepen(&starts);
    }
    // The frontier of a depth-first search is its path.
    let cost = Cost { frontier: search.cost.depth as u64 + 1, ..search.cost };
    let verdict = match search.best {
        None => Verdict::LimitReached,
        Some((turns, side)) => {
            let turns = sides[side].seen_from_front(&turns);
            let shortest = ended.is_continue() || turns.is_empty();
            let lower_bound = starts.iter().map(|way| way.bound).max().unwrap_or(0).into();
            Verdict::Solved(TwoPhaseResult { turns, shortest, lower_bound })
        }
    };
    Solved { verdict, cost }
}

const FIRST: u64 = 1;
const SECOND: u64 = 2;

/// More turns than any relevant solution has.
const LONGEST: usize = 40;

/// An equivalent problem: the cube along another axis, or inverted.
struct CubeView {
    cube: Cube3,
    inverted: bool,
    /// The symmetry back to the original cube.
    front: Symmetry,
}

impl CubeView {
    fn seen_from_front(&self, turns: &[Turn]) -> Vec<Turn> {
        let mut turns: Vec<_> = turns.iter().map(|turn| self.front.turn(*turn)).collect();
        if self.inverted {
            turns.reverse();
            turns.iter_mut().for_each(|turn| *turn = turn.inverse());
        }
        turns
    }
}

fn sides(cube: Cube3, inverted: bool) -> impl Iterator<Item = CubeView> {
    let cube = if inverted { cube.inverse() } else { cube };
    Symmetry::axes().into_iter().map(move |axis| CubeView { cube: axis.cube(cube), inverted, front: axis.inverse() })
}

/// A state of phase 1 with a lower bound on its moves, exact at 0.
#[derive(Clone, Copy)]
struct Phase1State {
    at: First,
    bound: u8,
}

impl Phase1State {
    fn at(at: First, pairs: &Pairs) -> Phase1State {
        Phase1State { at, bound: pairs.first(at) }
    }
}

struct TwoPhaseSearch<'a, O> {
    pairs: &'a Pairs,
    keep_going: KeepGoing<'a>,
    watcher: Watcher<'a, O>,
    sides: &'a [CubeView],
    /// The price of each turn, by index in [`Turn::ALL`].
    prices: [u8; 18],
    enough: Enough,
    most: usize,
    longest_second: usize,
    /// The least difference of the lengths of two solutions.
    step: usize,
    best: Option<(Vec<Turn>, usize)>,
    cost: Cost,
    /// The first `depth` are the turns so far, by index in [`Turn::ALL`].
    path: [u8; LONGEST],
    depth: usize,
    /// The cube after each of the first `known` turns.
    cubes: [Cube3; LONGEST],
    known: usize,
    side: usize,
}

impl<O: Observer> TwoPhaseSearch<'_, O> {
    /// Reports the phase, its lower bound, and the limit of all turns.
    #[inline(always)]
    fn record(&mut self, event: TraceEvent, phase: u64, bound: u8, limit: usize) {
        let TwoPhaseSearch { watcher, sides, side, path, depth, best, most, step, .. } = self;
        watcher.record(event, || {
            let CubeView { front, inverted, cube } = &sides[*side];
            let turns = path[..*depth].iter().map(|turn| front.turn(Turn::ALL[*turn as usize])).collect();
            let mut figures = vec![("phase", phase), ("axis", *side as u64 % 3 + 1), ("backwards", u64::from(*inverted))];
            figures.extend(best.is_some().then(|| ("best", (*most + *step) as u64)));
            SnapshotParts {
                turns,
                estimate: Some(bound.into()),
                waiting: Some(limit as u64),
                start: inverted.then(|| front.cube(*cube).facelets()),
                figures,
            }
        });
    }

    /// Deepens phase 1 from every side until a solution is short enough, none is shorter, or the budget ends. While phase 2 is limited, any solution ends
    /// it, without a proof.
    fn deepen(&mut self, starts: &[Phase1State]) -> ControlFlow<()> {
        for length in 0.. {
            for (i, (side, start)) in self.sides.iter().zip(starts).enumerate() {
                if length > self.most {
                    return Continue(());
                }
                if start.bound as usize <= length {
                    (self.side, self.cubes[0], self.known, self.depth) = (i, side.cube, 0, 0);
                    self.record(TraceEvent::Deepened, FIRST, start.bound, length);
                    self.first(*start, length, length)?;
                    if self.longest_second < LONGEST && self.best.is_some() {
                        return Continue(());
                    }
                }
            }
        }
        Continue(())
    }

    /// The faces that may turn next, as bits: not the last one, and opposite faces in one order.
    fn may_turn(&self) -> u8 {
        const NEXT: [u8; 6] = [0b111110, 0b111101, 0b111011, 0b110110, 0b101101, 0b011011];
        if self.depth == 0 { 63 } else { NEXT[self.path[self.depth - 1] as usize / 3] }
    }

    fn push(&mut self, turn: usize) {
        self.path[self.depth] = turn as u8;
        self.known = self.known.min(self.depth);
        self.depth += 1;
        self.cost.generated += 1;
        self.cost.depth = self.cost.depth.max(self.depth as u32);
    }

    fn poll(&mut self) -> ControlFlow<()> {
        if self.cost.expanded.is_multiple_of(POLL) {
            let has_enough = matches!(self.enough, Enough::States(most) if self.best.is_some() && self.cost.generated >= most);
            if has_enough || !(self.keep_going)(&self.cost) {
                return Break(());
            }
        }
        self.cost.expanded += 1;
        Continue(())
    }

    /// Tries every phase 1 of exactly `left` more moves, `length` in all.
    fn first(&mut self, way: Phase1State, left: usize, length: usize) -> ControlFlow<()> {
        if left == 0 {
            return self.complete(length);
        }
        self.poll()?;
        self.record(TraceEvent::Opened, FIRST, way.bound, length);
        let faces = self.may_turn();
        for turn in (0..18).filter(|turn| faces >> (turn / 3) & 1 == 1) {
            let price = self.prices[turn] as usize;
            // The last turn of phase 1 is not in G1, or phase 1 would have ended before it.
            if price > left || left == price && (turn / 3 % 3 == 0 || turn % 3 == 1) {
                continue;
            }
            let next = Phase1State::at(way.at.after(turn, &TRANSITIONS), self.pairs);
            if next.bound as usize + price > left {
                continue;
            }
            self.push(turn);
            let end = self.first(next, left - price, length);
            self.depth -= 1;
            end?;
        }
        Continue(())
    }

    /// Completes a phase 1 by shorter and shorter phases 2.
    fn complete(&mut self, length: usize) -> ControlFlow<()> {
        while self.known < self.depth {
            let turn = Turn::ALL[self.path[self.known] as usize];
            self.cubes[self.known + 1] = self.cubes[self.known].turned(turn);
            self.known += 1;
        }
        let cube = self.cubes[self.depth];
        self.record(TraceEvent::Propagated, SECOND, 0, self.most);
        while let Some(limit) = self.most.checked_sub(length) {
            let limit = limit.min(self.longest_second);
            let Some(at) = SECOND_PAIRS.within(cube.corners, cube.edges, limit) else {
                break;
            };
            let depth = self.depth;
            let found = self.second(at, limit)?;
            let Some(second) = found else {
                break;
            };
            let turns: Vec<_> = self.path[..self.depth].iter().map(|turn| Turn::ALL[*turn as usize]).collect();
            let length = length + second;
            self.record(TraceEvent::Found, SECOND, 0, length);
            self.depth = depth;
            self.best = Some((turns, self.side));
            if length == 0 || matches!(self.enough, Enough::Moves(most) if length <= most) {
                return Break(());
            }
            self.most = length.saturating_sub(self.step);
        }
        Continue(())
    }

    /// The length of a phase 2 of at most `left` moves, if there is one, with its turns on the path.
    fn second(&mut self, at: Second, left: usize) -> ControlFlow<(), Option<usize>> {
        let bound = SECOND_PAIRS.bound(at) as usize;
        if bound == 0 {
            return Continue(Some(0));
        }
        if bound > left {
            self.record(TraceEvent::Pruned, SECOND, bound as u8, self.most);
            return Continue(None);
        }
        self.poll()?;
        self.record(TraceEvent::Opened, SECOND, bound as u8, self.most);
        let may_turn = self.may_turn();
        for (i, turn) in SECOND_TURNS.into_iter().enumerate() {
            let price = self.prices[turn as usize] as usize;
            if price <= left && may_turn >> (turn / 3) & 1 == 1 {
                self.push(turn as usize);
                if let Some(rest) = self.second(at.after(i, &TRANSITIONS), left - price)? {
                    return Continue(Some(rest + price));
                }
                self.depth -= 1;
            }
        }
        Continue(None)
    }
}
