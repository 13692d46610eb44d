//! The classroom's searches over the graph of cubes: A* and IDA*, which without a heuristic are breadth-first search and
//! iterative deepening.

use super::cubies::State;
use super::estimate::{Estimate, HasCorners};
use super::known::{Known, way_to};
use super::turn::{Metric, Turn};
use super::watched::{At, Watcher};
use crate::effort::Effort;
use crate::room::{Room, may_grow};
use crate::{Cost, Event, Observer, Solved, Verdict};
use std::collections::hash_map::Entry;
use std::ops::ControlFlow::{self, Break, Continue};

/// How many expansions between two questions to `go_on`.
const POLL: u64 = 1024;

/// A*. States are kept with their least known depth and the turn that led there; a state reached by a shorter path is
/// opened again, so the heuristic need not be consistent.
pub(super) fn a_star<S: State + HasCorners>(
    start: S,
    metric: Metric,
    estimate: &Estimate<'_>,
    mut watcher: Watcher<'_, impl Observer>,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Solved<Vec<Turn>> {
    let actions = S::actions(metric);
    let mut known = Known::from_iter([(start, (0, None))]);
    let mut open = Open::default();
    let _room_for_one = open.push(estimate.moves(start), (0, start));
    let mut cost = Cost { generated: 1, frontier: 1, ..Cost::default() };
    while let Some((depth, cube)) = open.pop() {
        let (least, led) = known[&cube];
        if depth > least {
            continue;
        }
        let here =
            || At { turns: way_to(cube, &known), estimate: Some(estimate.moves(cube)), waiting: Some(open.count as u64), ..At::default() };
        if cube == S::SOLVED {
            watcher.tell(Event::Found, here);
            return Solved { verdict: Verdict::Solved(way_to(cube, &known)), cost };
        }
        watcher.tell(Event::Opened, here);
        if cost.expanded.is_multiple_of(POLL) {
            let (more, beside) = (actions.len() * POLL as usize, estimate.bytes() as usize);
            if !may_grow(&mut [&mut known, &mut open], more, beside, &mut cost, go_on) {
                return Solved { verdict: Verdict::GaveUp, cost };
            }
        }
        cost.expanded += 1;
        // A second turn of the same face leads where one turn leads, or back.
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
            // Without a heuristic the first way found is a shortest one: no need to see the rest of its depth first.
            let sum = match estimate {
                Estimate::None if next == S::SOLVED => 0,
                _ => u32::from(depth) + estimate.moves(next),
            };
            if open.push(sum, (depth, next)).is_none() {
                return Solved { verdict: Verdict::GaveUp, cost };
            }
        }
        cost.frontier = cost.frontier.max(open.count as u64);
    }
    Solved { verdict: Verdict::Impossible(crate::Impossible::EveryCube), cost }
}

/// The states that wait, in a stack for each depth + heuristic: these sums are small numbers.
struct Open<S> {
    stacks: Vec<Vec<(u8, S)>>,
    /// No stack before this one holds anything.
    least: usize,
    count: usize,
}

impl<S> Default for Open<S> {
    fn default() -> Open<S> {
        Open { stacks: Vec::new(), least: 0, count: 0 }
    }
}

impl<S> Open<S> {
    /// Nothing if there is no room.
    fn push(&mut self, sum: u32, state: (u8, S)) -> Option<()> {
        let sum = sum as usize;
        if self.stacks.len() <= sum {
            self.stacks.resize_with(sum + 1, Vec::new);
        }
        self.stacks[sum].make_room(1)?;
        self.stacks[sum].push(state);
        self.least = self.least.min(sum);
        self.count += 1;
        Some(())
    }

    fn pop(&mut self) -> Option<(u8, S)> {
        while self.least < self.stacks.len() {
            if let Some(state) = self.stacks[self.least].pop() {
                self.count -= 1;
                return Some(state);
            }
            self.stacks[self.least] = Vec::new();
            self.least += 1;
        }
        None
    }
}

impl<S> Room for Open<S> {
    /// One of the stacks may have to grow: most states go where the last ones went.
    fn bytes_for(&self, more: usize) -> usize {
        let held = |stack: &Vec<(u8, S)>| stack.capacity() * size_of::<(u8, S)>();
        let larger = self.stacks.iter().map(|stack| stack.bytes_for(more) - held(stack)).max();
        self.stacks.iter().map(held).sum::<usize>() + larger.unwrap_or(0)
    }

    /// It is made stack by stack, as states come.
    fn make_room(&mut self, _more: usize) -> Option<()> {
        Some(())
    }
}

/// IDA*: depth first, cut off where depth + heuristic exceeds a limit, which grows to the least value that exceeded it. It begins with what has
/// been proven already.
pub(super) fn ida_star<S: State + HasCorners>(
    start: S,
    metric: Metric,
    estimate: &Estimate<'_>,
    effort: &mut Effort,
    watcher: Watcher<'_, impl Observer>,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Solved<Vec<Turn>> {
    let cost = Cost { generated: 1, bytes: estimate.bytes(), ..Cost::default() };
    let mut search = Deepening { metric, estimate, go_on, actions: S::actions(metric), path: Vec::new(), cost, beyond: 0, watcher };
    let mut limit = estimate.moves(start).max(effort.bound());
    loop {
        search.beyond = u32::MAX;
        let verdict = match search.visit(start, limit) {
            Break(true) => Verdict::Solved(search.path),
            Break(false) => Verdict::GaveUp,
            Continue(()) => {
                limit = search.beyond;
                effort.proven(limit);
                search.tell(Event::Deepened, estimate.moves(start), limit);
                continue;
            }
        };
        return Solved { verdict, cost: search.cost };
    }
}

struct Deepening<'a, O, G> {
    metric: Metric,
    watcher: Watcher<'a, O>,
    estimate: &'a Estimate<'a>,
    go_on: &'a mut G,
    actions: Vec<Turn>,
    path: Vec<Turn>,
    cost: Cost,
    /// The least depth + heuristic that exceeded the limit.
    beyond: u32,
}

impl<O: Observer, G: FnMut(&Cost) -> bool> Deepening<'_, O, G> {
    #[inline(always)]
    fn tell(&mut self, event: Event, estimate: u32, limit: u32) {
        let path = &self.path;
        self.watcher.tell(event, || At { turns: path.clone(), estimate: Some(estimate), waiting: Some(limit.into()), ..At::default() });
    }

    /// Breaks with whether the cube was solved (the path tells how) or the budget ended.
    fn visit<S: State + HasCorners>(&mut self, cube: S, limit: u32) -> ControlFlow<bool> {
        let depth = self.path.len() as u32;
        let least = depth + self.estimate.moves(cube);
        if least > limit {
            self.beyond = self.beyond.min(least);
            self.tell(Event::Pruned, least - depth, limit);
            return Continue(());
        }
        if cube == S::SOLVED {
            self.tell(Event::Found, 0, limit);
            return Break(true);
        }
        if least == limit && matches!(self.estimate, Estimate::None) {
            self.beyond = limit + 1;
            return Continue(());
        }
        self.cost.depth = self.cost.depth.max(depth + 1);
        self.cost.frontier = self.cost.frontier.max(depth as u64 + 1);
        if self.cost.expanded.is_multiple_of(POLL) && !(self.go_on)(&self.cost) {
            return Break(false);
        }
        self.cost.expanded += 1;
        self.tell(Event::Opened, least - depth, limit);
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
