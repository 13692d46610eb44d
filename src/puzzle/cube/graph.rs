//! The classroom's searches over the graph of cubes: A* and IDA*, which without a heuristic are breadth-first search and
//! iterative deepening.

use super::cubies::State;
use super::estimate::{Estimate, HasCorners};
use super::turn::{Metric, Turn};
use crate::{Cost, Solved, Verdict};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::hash_map::{DefaultHasher, Entry, HashMap};
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow::{self, Break, Continue};

/// How many expansions between two questions to `go_on`.
const POLL: u64 = 1024;

/// A*. States are kept with their least known depth and the turn that led there; a state reached by a shorter path is
/// opened again, so the heuristic need not be consistent.
pub(super) fn a_star<S: State + HasCorners>(
    start: S,
    metric: Metric,
    estimate: &Estimate<'_>,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Solved<Vec<Turn>> {
    type Came = (u8, Option<Turn>);
    let actions = S::actions(metric);
    // A fixed hasher: the same search every time.
    let mut known: HashMap<S, Came, BuildHasherDefault<DefaultHasher>> = HashMap::default();
    let mut open = BinaryHeap::from([(Reverse(estimate.moves(start)), 0_u8, start)]);
    known.insert(start, (0, None));
    let mut cost = Cost {
        generated: 1,
        frontier: 1,
        ..Cost::default()
    };
    while let Some((_, depth, cube)) = open.pop() {
        if cube == S::SOLVED {
            let mut turns = Vec::new();
            let mut cube = cube;
            while let Some(turn) = known[&cube].1 {
                turns.push(turn);
                cube = cube.turned(turn.inverse());
            }
            turns.reverse();
            return Solved {
                verdict: Verdict::Solved(turns),
                cost,
            };
        }
        let (least, led) = known[&cube];
        if depth > least {
            continue;
        }
        if cost.expanded.is_multiple_of(POLL) {
            let state = size_of::<(S, Came)>() + 1;
            cost.bytes = (known.capacity() * state
                + open.capacity() * size_of::<(Reverse<u32>, u8, S)>())
                as u64
                + estimate.bytes();
            if !go_on(&cost) {
                return Solved {
                    verdict: Verdict::GaveUp,
                    cost,
                };
            }
        }
        cost.expanded += 1;
        // A second turn of the same face leads where one turn leads, or back.
        let idle = |turn: &Turn| match (led, metric) {
            (None, _) => false,
            (Some(led), Metric::Half) => led.face == turn.face,
            (Some(led), Metric::Quarter) => led == turn.inverse(),
        };
        for turn in actions.iter().filter(|turn| !idle(turn)) {
            let next = cube.turned(*turn);
            let depth = depth + 1;
            cost.generated += 1;
            match known.entry(next) {
                Entry::Occupied(known) if known.get().0 <= depth => continue,
                Entry::Occupied(mut known) => *known.get_mut() = (depth, Some(*turn)),
                Entry::Vacant(unknown) => {
                    unknown.insert((depth, Some(*turn)));
                }
            }
            cost.depth = cost.depth.max(depth as u32);
            open.push((Reverse(depth as u32 + estimate.moves(next)), depth, next));
        }
        cost.frontier = cost.frontier.max(open.len() as u64);
    }
    Solved {
        verdict: Verdict::Impossible("every cube that turns reach was seen".into()),
        cost,
    }
}

/// IDA*: depth first, cut off where depth + heuristic exceeds a limit, which grows to the least value that exceeded it.
pub(super) fn ida_star<S: State + HasCorners>(
    start: S,
    metric: Metric,
    estimate: &Estimate<'_>,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Solved<Vec<Turn>> {
    let cost = Cost {
        generated: 1,
        bytes: estimate.bytes(),
        ..Cost::default()
    };
    let mut search = Deepening {
        metric,
        estimate,
        go_on,
        actions: S::actions(metric),
        path: Vec::new(),
        cost,
        beyond: 0,
    };
    let mut limit = estimate.moves(start);
    loop {
        search.beyond = u32::MAX;
        let verdict = match search.visit(start, limit) {
            Break(true) => Verdict::Solved(search.path),
            Break(false) => Verdict::GaveUp,
            Continue(()) => {
                limit = search.beyond;
                continue;
            }
        };
        return Solved {
            verdict,
            cost: search.cost,
        };
    }
}

struct Deepening<'a, G> {
    metric: Metric,
    estimate: &'a Estimate<'a>,
    go_on: &'a mut G,
    actions: Vec<Turn>,
    path: Vec<Turn>,
    cost: Cost,
    /// The least depth + heuristic that exceeded the limit.
    beyond: u32,
}

impl<G: FnMut(&Cost) -> bool> Deepening<'_, G> {
    /// Breaks with whether the cube was solved (the path tells how) or the budget ended.
    fn visit<S: State + HasCorners>(&mut self, cube: S, limit: u32) -> ControlFlow<bool> {
        let depth = self.path.len() as u32;
        let least = depth + self.estimate.moves(cube);
        if least > limit {
            self.beyond = self.beyond.min(least);
            return Continue(());
        }
        if cube == S::SOLVED {
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
