//! Graph searches: A* and IDA*, which without a heuristic are breadth-first search and iterative deepening, and bidirectional search.

use super::cubies::CubeState;
use super::heuristics::CubeEstimate;
use super::snapshot::{Watcher, snapshot};
use super::{Facelets, Metric, Turn};
use crate::memory::{Reserve, may_grow};
use crate::{Cost, KeepGoing, Observer, ResumableSearch, Snapshot, Solved, TraceEvent, Verdict};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::ops::ControlFlow::{self, Break, Continue};

const POLL: u64 = 1024;

/// The least known depth of a state, and the turn that led there.
type Visit = (u8, Option<Turn>);

type Known<S> = FxHashMap<S, Visit>;

fn way_to<S: CubeState>(mut cube: S, known: &Known<S>) -> Vec<Turn> {
    let mut turns = Vec::new();
    while let Some(turn) = known[&cube].1 {
        turns.push(turn);
        cube = cube.turned(turn.inverse());
    }
    turns.reverse();
    turns
}

/// A*. A state reached by a shorter path is expanded again, so the heuristic need not be consistent.
pub(super) fn a_star<S: CubeState>(
    start: S,
    metric: Metric,
    estimate: &CubeEstimate<'_>,
    mut watcher: Watcher<'_, impl Observer>,
    keep_going: KeepGoing,
) -> Solved<Vec<Turn>> {
    let actions = S::actions(metric);
    let mut known = Known::from_iter([(start, (0, None))]);
    let mut open = Open(Vec::new());
    let _reserved = open.push(estimate.moves(start), (0, start));
    let mut cost = Cost { generated: 1, frontier: 1, ..Cost::default() };
    while let Some((depth, cube)) = open.pop() {
        let (least, led) = known[&cube];
        if depth > least {
            continue;
        }
        let here = |start: &Facelets| Snapshot {
            estimate: Some(estimate.moves(cube)),
            waiting: Some(open.count()),
            ..snapshot(start, &way_to(cube, &known))
        };
        if cube == S::SOLVED {
            watcher.record(TraceEvent::Found, here);
            return Solved { verdict: Verdict::Solved(way_to(cube, &known)), cost };
        }
        watcher.record(TraceEvent::Opened, here);
        if cost.expanded.is_multiple_of(POLL) {
            let (more, beside) = (actions.len() * POLL as usize, estimate.bytes() as usize);
            if !may_grow(&mut [&mut known, &mut open], more, beside, &mut cost, keep_going) {
                return Solved { verdict: Verdict::LimitReached, cost };
            }
        }
        cost.expanded += 1;
        // A second turn of the same face is equivalent to one turn or none.
        let idle = |turn: Turn| match (led, metric) {
            (None, _) => false,
            (Some(led), Metric::Half) => led.face == turn.face,
            (Some(led), Metric::Quarter) => led == turn.inverse(),
        };
        for turn in actions.iter().copied().filter(|turn| !idle(*turn)) {
            let (depth, next) = (depth + 1, cube.turned(turn));
            cost.generated += 1;
            match known.entry(next) {
                Entry::Occupied(known) if known.get().0 <= depth => continue,
                Entry::Occupied(mut known) => *known.get_mut() = (depth, Some(turn)),
                Entry::Vacant(unknown) => _ = unknown.insert((depth, Some(turn))),
            }
            cost.depth = cost.depth.max(depth.into());
            // Without a heuristic the first path found is a shortest one.
            let sum = match estimate {
                CubeEstimate::None if next == S::SOLVED => 0,
                _ => u32::from(depth) + estimate.moves(next),
            };
            if open.push(sum, (depth, next)).is_none() {
                return Solved { verdict: Verdict::LimitReached, cost };
            }
        }
        cost.frontier = cost.frontier.max(open.count());
    }
    Solved { verdict: Verdict::Impossible(crate::Impossible::EveryCube), cost }
}

/// Bucket queue: the waiting states by depth + heuristic, a stack in each bucket.
struct Open<S>(Vec<Vec<(u8, S)>>);

impl<S> Open<S> {
    /// `None` if an allocation fails.
    fn push(&mut self, sum: u32, state: (u8, S)) -> Option<()> {
        let sum = sum as usize;
        if self.0.len() <= sum {
            self.0.resize_with(sum + 1, Vec::new);
        }
        self.0[sum].reserve_more(1)?;
        self.0[sum].push(state);
        Some(())
    }

    fn pop(&mut self) -> Option<(u8, S)> {
        let least = self.0.iter().position(|stack| !stack.is_empty())?;
        // Smaller sums seldom come back.
        self.0[..least].iter_mut().for_each(|stack| *stack = Vec::new());
        self.0[least].pop()
    }

    fn count(&self) -> u64 {
        self.0.iter().map(|stack| stack.len() as u64).sum()
    }
}

impl<S> Reserve for Open<S> {
    fn bytes_with(&self, more: usize) -> usize {
        let larger = self.0.iter().map(|stack| stack.bytes_with(more) - stack.bytes_with(0)).max();
        self.0.iter().map(|stack| stack.bytes_with(0)).sum::<usize>() + larger.unwrap_or(0)
    }

    fn reserve_more(&mut self, _more: usize) -> Option<()> {
        Some(())
    }
}

/// IDA* (Korf 1985), from the proven lower bound on.
pub(super) fn ida_star<S: CubeState>(
    start: S,
    metric: Metric,
    estimate: &CubeEstimate<'_>,
    resumable: &mut ResumableSearch,
    watcher: Watcher<'_, impl Observer>,
    keep_going: KeepGoing,
) -> Solved<Vec<Turn>> {
    let cost = Cost { generated: 1, bytes: estimate.bytes(), ..Cost::default() };
    let mut search = Deepening { metric, estimate, keep_going, actions: S::actions(metric), path: Vec::new(), cost, beyond: 0, watcher };
    let mut limit = estimate.moves(start).max(resumable.bound());
    loop {
        search.beyond = u32::MAX;
        let verdict = match search.visit(start, limit) {
            Break(true) => Verdict::Solved(search.path),
            Break(false) => Verdict::LimitReached,
            Continue(()) => {
                limit = search.beyond;
                resumable.proven(limit);
                search.record(TraceEvent::Deepened, estimate.moves(start), limit);
                continue;
            }
        };
        return Solved { verdict, cost: search.cost };
    }
}

struct Deepening<'a, O> {
    metric: Metric,
    watcher: Watcher<'a, O>,
    estimate: &'a CubeEstimate<'a>,
    keep_going: KeepGoing<'a>,
    actions: Vec<Turn>,
    path: Vec<Turn>,
    cost: Cost,
    /// The least depth + heuristic that exceeded the limit.
    beyond: u32,
}

impl<O: Observer> Deepening<'_, O> {
    #[inline(always)]
    fn record(&mut self, event: TraceEvent, estimate: u32, limit: u32) {
        let path = &self.path;
        self.watcher.record(event, |start| Snapshot { estimate: Some(estimate), waiting: Some(limit.into()), ..snapshot(start, path) });
    }

    /// Breaks with `true` if the cube is solved by the path, with `false` if the budget ended.
    fn visit<S: CubeState>(&mut self, cube: S, limit: u32) -> ControlFlow<bool> {
        let depth = self.path.len() as u32;
        let least = depth + self.estimate.moves(cube);
        if least > limit {
            self.beyond = self.beyond.min(least);
            self.record(TraceEvent::Pruned, least - depth, limit);
            return Continue(());
        }
        if cube == S::SOLVED {
            self.record(TraceEvent::Found, 0, limit);
            return Break(true);
        }
        if least == limit && matches!(self.estimate, CubeEstimate::None) {
            self.beyond = limit + 1;
            return Continue(());
        }
        self.cost.depth = self.cost.depth.max(depth + 1);
        self.cost.frontier = self.cost.frontier.max(depth as u64 + 1);
        if self.cost.expanded.is_multiple_of(POLL) && !(self.keep_going)(&self.cost) {
            return Break(false);
        }
        self.cost.expanded += 1;
        self.record(TraceEvent::Opened, least - depth, limit);
        for i in 0..self.actions.len() {
            let turn = self.actions[i];
            if turn.may_follow(&self.path, self.metric) {
                self.cost.generated += 1;
                self.path.push(turn);
                self.visit(cube.turned(turn), limit)?;
                self.path.pop();
            }
        }
        Continue(())
    }
}

/// The states reached from one end, and the outermost of them.
struct End<S> {
    known: Known<S>,
    shell: Vec<S>,
    depth: u8,
}

impl<S: CubeState> End<S> {
    fn new(cube: S) -> End<S> {
        End { known: Known::from_iter([(cube, (0, None))]), shell: vec![cube], depth: 0 }
    }

    fn bytes(&self) -> usize {
        self.known.bytes_with(0) + self.shell.bytes_with(0)
    }
}

/// Bidirectional breadth-first search from the scrambled and the solved cube. The end with fewer outermost states grows by one whole move at a
/// time until the ends meet.
pub(super) fn bidirectional<S: CubeState>(
    start: S,
    metric: Metric,
    mut watcher: Watcher<'_, impl Observer>,
    keep_going: KeepGoing,
) -> Solved<Vec<Turn>> {
    let actions = S::actions(metric);
    let mut cost = Cost { generated: 2, frontier: 2, ..Cost::default() };
    let mut ends = [End::new(start), End::new(S::SOLVED)];
    if start == S::SOLVED {
        return Solved { verdict: Verdict::Solved(Vec::new()), cost };
    }
    while ends.iter().all(|end| !end.shell.is_empty()) {
        let grown = (ends[1].shell.len() < ends[0].shell.len()) as usize;
        let other_bytes = ends[1 - grown].bytes();
        let [from_start, from_solved] = &mut ends;
        let (end, other) = if grown == 0 { (from_start, from_solved) } else { (from_solved, from_start) };
        end.depth += 1;
        cost.depth = cost.depth.max(end.depth.into());
        let mut shell = Vec::new();
        let old_shell = end.shell.bytes_with(0);
        for cube in std::mem::take(&mut end.shell) {
            if cost.expanded.is_multiple_of(POLL) {
                let (more, beside) = (actions.len() * POLL as usize, old_shell + other_bytes);
                if !may_grow(&mut [&mut end.known, &mut shell], more, beside, &mut cost, keep_going) {
                    return Solved { verdict: Verdict::LimitReached, cost };
                }
            }
            cost.expanded += 1;
            let waiting = Some((shell.len() + other.shell.len()) as u64);
            watcher.record(TraceEvent::Opened, |start| {
                let way = way_to(cube, &end.known);
                match grown {
                    0 => Snapshot { waiting, ..snapshot(start, &way) },
                    _ => Snapshot { waiting, figures: vec![("backwards", 1)], ..snapshot(&Facelets::solved(S::SIZE), &way) },
                }
            });
            for turn in &actions {
                let next = cube.turned(*turn);
                cost.generated += 1;
                let Entry::Vacant(unknown) = end.known.entry(next) else {
                    continue;
                };
                unknown.insert((end.depth, Some(*turn)));
                if other.known.contains_key(&next) {
                    let [there, back] = &ends;
                    let mut turns = way_to(next, &there.known);
                    turns.extend(way_to(next, &back.known).into_iter().rev().map(Turn::inverse));
                    watcher.record(TraceEvent::Found, |start| snapshot(start, &turns));
                    return Solved { verdict: Verdict::Solved(turns), cost };
                }
                shell.push(next);
            }
        }
        end.shell = shell;
        cost.frontier = cost.frontier.max((end.shell.len() + other.shell.len()) as u64);
    }
    Solved { verdict: Verdict::Impossible(crate::Impossible::EveryCube), cost }
}
