//! Breadth-first search from both ends, the scrambled cube and the solved one, until they meet in the middle: each end
//! sees about the square root of what one end alone would.

use super::cubies::State;
use super::known::{Came, Known, way_to};
use super::turn::{Metric, Turn};
use super::watched::{At, Watcher};
use crate::room::may_grow;
use crate::{Cost, Event, Observer, Solved, Verdict};
use std::collections::hash_map::Entry;

/// How many expansions between two questions to `go_on`.
const POLL: u64 = 1024;

/// The states seen from one end, and the outermost of them.
struct End<S> {
    known: Known<S>,
    shell: Vec<S>,
    depth: u8,
}

impl<S: State> End<S> {
    fn new(cube: S) -> End<S> {
        End { known: Known::from_iter([(cube, (0, None))]), shell: vec![cube], depth: 0 }
    }

    fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(S, Came)>() + 1) + self.shell.capacity() * size_of::<S>()
    }
}

/// Grows the end whose outermost states are fewer, one whole move at a time, until a state is known from both ends: no
/// shorter solution exists, or the ends would have met before.
pub(super) fn search<S: State>(
    start: S,
    metric: Metric,
    mut watcher: Watcher<'_, impl Observer>,
    go_on: &mut impl FnMut(&Cost) -> bool,
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
        let old_shell = end.shell.capacity() * size_of::<S>();
        for cube in std::mem::take(&mut end.shell) {
            if cost.expanded.is_multiple_of(POLL) {
                let (more, beside) = (actions.len() * POLL as usize, old_shell + other_bytes);
                if !may_grow(&mut [&mut end.known, &mut shell], more, beside, &mut cost, go_on) {
                    return Solved { verdict: Verdict::GaveUp, cost };
                }
            }
            cost.expanded += 1;
            let waiting = Some((shell.len() + other.shell.len()) as u64);
            watcher.tell(Event::Opened, || match grown {
                0 => At { turns: way_to(cube, &end.known), waiting, ..At::default() },
                // From the solved cube a search goes back: its turns are undone.
                _ => {
                    At { turns: way_to(cube, &end.known), waiting, is_from_solved: true, figures: vec![("backwards", 1)], ..At::default() }
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
                    watcher.tell(Event::Found, || At { turns: turns.clone(), ..At::default() });
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
