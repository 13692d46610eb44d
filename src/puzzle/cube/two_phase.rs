//! Kociemba's two-phase search for the 3×3×3.
//!
//! Iterative deepening over the number of moves outside G1; each path into G1 is completed by phase 2 if that gives a shorter solution than the best so
//! far. The cube is searched along its three axes, and inverted, in turn (as by Kociemba's Cube Explorer and Rokicki's cube20). Some moves outside G1 may
//! follow phase 2, which min2phase (Chen Shuang) calls pre-moves of the search: one more move outside G1 multiplies the paths by 13 and leaves phase 2
//! one move less, so that many ways to divide a small number of moves are worth more than a larger number.

use super::cubies::{Cube3, CubeState};
use super::phase_tables::{Phase1State, Phase2State, PhaseTables};
use super::snapshot::{Watcher, snapshot};
use super::transitions::SECOND_TURNS;
use super::turn::{Metric, Turn};
use super::views::{CubeView, views};
use crate::permutation::is_odd;
use crate::{Cost, KeepGoing, Observer, Snapshot, Solved, TraceEvent, Verdict};
use std::ops::ControlFlow::{self, Break, Continue};

const POLL: u64 = 256;

struct Tuning {
    /// Every cube has a solution of this many moves (half turns: Rokicki and others, 2010; quarter turns: Rokicki and Davidson, 2014).
    gods_number: usize,
    /// The longest phase 2 while there is no solution: trying many paths into G1 is quicker than a long phase 2.
    longest_first_second: usize,
    /// Numbers of moves outside G1, and turns of them in a tail after phase 2, the most promising for their time first. Fewer moves, without a tail, are
    /// tried before them, more moves after them, with every tail up to the longest here.
    splits: &'static [(usize, usize)],
}

const TUNING: [Tuning; 2] = [
    Tuning { gods_number: 20, longest_first_second: 12, splits: &HALF },
    Tuning { gods_number: 26, longest_first_second: 17, splits: &QUARTER },
];

/// The moves outside G1 of all solutions that a steady search tries. It takes 5 ms on average, 30 ms at most; one more would take 100 ms for cubes in G1.
const FEW: usize = 6;

const HALF: [(usize, usize); 12] = [(9, 0), (9, 1), (8, 1), (10, 0), (10, 1), (10, 2), (9, 2), (11, 0), (11, 1), (11, 2), (11, 3), (10, 3)];
const QUARTER: [(usize, usize); 12] =
    [(10, 0), (10, 1), (11, 0), (11, 1), (11, 2), (12, 0), (12, 1), (12, 2), (13, 0), (13, 1), (13, 2), (13, 3)];

/// When the two-phase method has searched enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enough {
    /// With a solution of at most this many moves: 20 or more (26 in quarter turns) always end, 0 at the end of the budget or with a shortest solution.
    Moves(usize),
    /// With any solution after this many generated states, which is deterministic.
    States(u64),
    /// In half turns, with the shortest solution along an axis whose moves outside G1 are few, or as few as there are. What is left of it after a turn is
    /// such a solution of the cube then: each search after a turn of the one before finds a shorter solution.
    Steady,
}

pub(super) struct TwoPhaseResult {
    pub(super) turns: Vec<Turn>,
    pub(super) shortest: bool,
    pub(super) lower_bound: usize,
}

/// Searches until `enough`, a proof that no solution is shorter, or the end of the budget; answers with the best solution.
pub(super) fn solve(
    tables: &PhaseTables,
    metric: Metric,
    cube: Cube3,
    enough: Enough,
    watcher: Watcher<'_, impl Observer>,
    keep_going: KeepGoing,
) -> Solved<TwoPhaseResult> {
    let sides = views(cube);
    let Tuning { gods_number, longest_first_second, splits } = TUNING[metric as usize];
    let most = match enough {
        Enough::Moves(most) if most >= gods_number => most,
        Enough::Steady => LONGEST - 2,
        // The first solution is found in milliseconds.
        _ => gods_number + 6,
    };
    // Every quarter turn changes the parity of the corners, so all solutions have the same parity.
    let (step, is_other) = match metric {
        Metric::Half => (1, false),
        Metric::Quarter => (2, is_odd(&cube.corners.pieces()) != (most % 2 == 1)),
    };
    let mut search = TwoPhaseSearch {
        tables,
        keep_going,
        watcher,
        sides: &sides,
        prices: Turn::ALL.map(|turn| metric.price(turn) as u8),
        enough,
        most: most - usize::from(is_other),
        longest_second: if enough == Enough::Steady { LONGEST } else { longest_first_second },
        step,
        best: None,
        cost: Cost { generated: 1, bytes: tables.bytes(), ..Cost::default() },
        path: [0; LONGEST],
        depth: 0,
        cubes: [cube; LONGEST],
        known: 0,
        side: 0,
        entered: [false; 6],
        tail: Vec::new(),
        splits,
    };
    let ended = if enough == Enough::Steady { search.exhaust() } else { search.improve() };
    // The frontier of a depth-first search is its path.
    let cost = Cost { frontier: search.cost.depth as u64 + 1, ..search.cost };
    let is_best = |turns: &[Turn]| enough != Enough::Steady || ended.is_continue() || turns.is_empty();
    let verdict = match search.best.filter(|(turns, _)| is_best(turns)) {
        None => Verdict::LimitReached,
        Some((turns, side)) => {
            let turns = sides[side].seen_from_front(&turns);
            let shortest = ended == Continue(true) || turns.is_empty();
            let lower_bound = sides.iter().map(|side| tables.first(side.cube, LONGEST).bound).max().unwrap_or(0).into();
            Verdict::Solved(TwoPhaseResult { turns, shortest, lower_bound })
        }
    };
    Solved { verdict, cost }
}

const FIRST: u64 = 1;
const SECOND: u64 = 2;

/// More turns than any relevant solution has.
const LONGEST: usize = 40;

/// The turns that stay in G1, as bits by index in [`Turn::ALL`].
const STAYING: u32 = 0o227227;

/// The turns of a set of bits, by index in [`Turn::ALL`].
fn bits(set: u32) -> impl Iterator<Item = usize> {
    (0..18).filter(move |turn| set >> turn & 1 == 1)
}

struct TwoPhaseSearch<'a, O> {
    tables: &'a PhaseTables,
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
    /// The sides along which a phase 1 has been completed.
    entered: [bool; 6],
    /// The turns after phase 2, the last one first.
    tail: Vec<u8>,
    splits: &'static [(usize, usize)],
}

impl<O: Observer> TwoPhaseSearch<'_, O> {
    /// Reports the phase, its lower bound, and the limit of all turns.
    #[inline(always)]
    fn record(&mut self, event: TraceEvent, phase: u64, bound: u8, limit: usize) {
        let TwoPhaseSearch { watcher, sides, side, path, depth, best, most, step, tail, cubes, .. } = self;
        watcher.record(event, |start| {
            let CubeView { front, inverted, axis, .. } = &sides[*side];
            let turns: Vec<Turn> = path[..*depth].iter().map(|turn| front.turn(Turn::ALL[*turn as usize])).collect();
            let mut figures = vec![("phase", phase), ("axis", *axis), ("backwards", u64::from(*inverted))];
            figures.extend((!tail.is_empty()).then_some(("tail", tail.len() as u64)));
            figures.extend(best.is_some().then(|| ("best", (*most + *step) as u64)));
            let start = if *inverted || !tail.is_empty() { &front.cube(cubes[0]).facelets() } else { start };
            Snapshot { estimate: Some(bound.into()), waiting: Some(limit as u64), figures, ..snapshot(start, &turns) }
        });
    }

    /// Finds any solution, and then shorter ones from the beginning, until none is shorter.
    fn improve(&mut self) -> ControlFlow<(), bool> {
        self.deepen()?;
        self.longest_second = LONGEST;
        self.deepen()?;
        Continue(true)
    }

    /// Tries every solution along an axis with few moves outside G1, or as few as there are. Continues with whether that proves that no solution is shorter.
    fn exhaust(&mut self) -> ControlFlow<(), bool> {
        for length in 0.. {
            let is_open = |side: &usize| !self.sides[*side].inverted && (length <= FEW || !self.entered[*side]);
            let open: Vec<usize> = (0..self.sides.len()).filter(is_open).collect();
            if open.is_empty() || length > self.most {
                return Continue(!open.is_empty());
            }
            for side in open {
                self.side = side;
                self.outside(self.sides[side].cube, length, length, 0)?;
            }
        }
        Continue(false)
    }

    /// Deepens from every side until a solution is short enough, none is shorter, or the budget ends. While phase 2 is limited, any solution ends it,
    /// without a proof.
    fn deepen(&mut self) -> ControlFlow<()> {
        let (first, last) = (self.splits[0].0, self.splits.iter().max().expect("there are some"));
        let longer = (last.0 + 1..).flat_map(|length| (0..=last.1).map(move |tail| (length, tail)));
        let splits = (0..first).map(|length| (length, 0)).chain(self.splits.iter().copied()).chain(longer);
        for ((length, tail), (i, side)) in splits.flat_map(|split| self.sides.iter().enumerate().map(move |side| (split, side))) {
            if length > self.most || self.longest_second < LONGEST && self.best.is_some() {
                break;
            }
            self.side = i;
            self.outside(side.cube, length, length, tail)?;
        }
        Continue(())
    }

    /// Tries every solution of exactly `length` moves outside G1 with `more` turns before the tail so far, which precedes `cube`; `left` moves are for them
    /// and for phase 1.
    fn outside(&mut self, cube: Cube3, left: usize, length: usize, more: usize) -> ControlFlow<()> {
        if more == 0 {
            let start = self.tables.first(cube, left);
            if start.bound as usize > left {
                return Continue(());
            }
            (self.cubes[0], self.known, self.depth) = (cube, 0, 0);
            self.record(TraceEvent::Deepened, FIRST, start.bound, length);
            return self.first(start, left, length);
        }
        // A last turn that stays in G1 belongs to phase 2.
        for turn in bits(self.turns_after(self.tail.last()) & if more == 1 { !STAYING } else { u32::MAX }) {
            if let Some(left) = left.checked_sub(self.prices[turn] as usize) {
                self.poll()?;
                self.cost.generated += 1;
                self.tail.push(turn as u8);
                let end = self.outside(cube.preceded_by(Turn::ALL[turn]), left, length, more - 1);
                self.tail.pop();
                end?;
            }
        }
        Continue(())
    }

    /// The turns that may follow the last one of the path or the tail, as bits: not of the same face, of opposite faces in one order, and no mirror images
    /// of others at the beginning.
    fn turns_after(&self, last: Option<&u8>) -> u32 {
        const NEXT: [u32; 6] = [0o777770, 0o777707, 0o777077, 0o770770, 0o707707, 0o077077];
        match last {
            Some(turn) => NEXT[*turn as usize / 3],
            None if self.tail.is_empty() => self.sides[self.side].first_turns,
            None => 0o777777,
        }
    }

    fn may_turn(&self) -> u32 {
        self.turns_after(self.path[..self.depth].last())
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
        let prices = self.prices;
        let turns = bits(self.may_turn()).filter_map(|turn| {
            let rest = left.checked_sub(prices[turn] as usize)?;
            // The last turn of phase 1 is not in G1, or phase 1 would have ended before it.
            (rest > 0 || STAYING >> turn & 1 == 0).then_some((turn, rest))
        });
        let mut next = [(0, 0, way); 18];
        let count = self.tables.first_after(way, turns, &mut next);
        for &(turn, rest, state) in &next[..count] {
            if state.bound as usize <= rest {
                self.push(turn);
                let end = self.first(state, rest, length);
                self.depth -= 1;
                end?;
            }
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
        self.entered[self.side] = true;
        let cube = self.cubes[self.depth];
        self.record(TraceEvent::Propagated, SECOND, 0, self.most);
        while let Some(limit) = self.most.checked_sub(length) {
            let limit = limit.min(self.longest_second);
            let Some(start) = self.tables.second(cube, limit) else {
                break;
            };
            let depth = self.depth;
            let found = self.second(start, limit)?;
            let Some(second) = found else {
                break;
            };
            let turns = self.path[..self.depth].iter().chain(self.tail.iter().rev()).map(|turn| Turn::ALL[*turn as usize]).collect();
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
    fn second(&mut self, at: Phase2State, left: usize) -> ControlFlow<(), Option<usize>> {
        if at.least as usize > left {
            self.record(TraceEvent::Pruned, SECOND, at.least, self.most);
            return Continue(None);
        }
        if at.least == 0 {
            return Continue((!self.turns_merge()).then_some(0));
        }
        self.poll()?;
        self.record(TraceEvent::Opened, SECOND, at.least, self.most);
        let may_turn = self.may_turn();
        for (i, turn) in SECOND_TURNS.into_iter().enumerate() {
            let price = self.prices[turn as usize] as usize;
            if price <= left && may_turn >> turn & 1 == 1 {
                self.push(turn as usize);
                if let Some(rest) = self.second(self.tables.second_after(at, i, left - price), left - price)? {
                    return Continue(Some(rest + price));
                }
                self.depth -= 1;
            }
        }
        Continue(None)
    }

    /// Whether the tail begins with a face that has just turned, which a shorter solution turns once.
    fn turns_merge(&self) -> bool {
        let Some(first) = self.tail.last() else { return false };
        self.path[..self.depth].iter().rev().take_while(|turn| *turn / 3 % 3 == first / 3 % 3).any(|turn| turn / 3 == first / 3)
    }
}
