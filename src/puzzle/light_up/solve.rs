//! Solver with its methods.

use core::ops::ControlFlow;

use super::lines::Lines;
use super::patterns::{self, Patterns};
use super::{Error, Puzzle, Solution, backtracking, learning};
use crate::named::{named, read_by_name};
use crate::{Cost, Impossible, Observer, Solvable, Stream};

use crate::{Cost, Event, Impossible, Observer, Snapshot, Solvable, Stream, StreamEnding};

read_by_name!(Method, Error, |name| Error::Method { name, methods: Method::ALL.map(Method::name).join(", ") });

impl Method {
    /// The methods that can be watched step by step.
    pub const WATCHED: [Method; 3] = [Method::PatternsSearch, Method::Patterns, Method::Backtracking];
}

impl Solvable for Puzzle {
    type Method = Method;
    type Solution = Solution;

    /// The observer sees the number of the [`Mark`] of each cell.
    fn search(
        &self,
        method: Method,
        observer: &mut impl Observer,
        go_on: &mut impl FnMut(&Cost) -> bool,
        each: &mut impl FnMut(Solution) -> ControlFlow<()>,
    ) -> Stream {
        let mut found = 0;
        let mut checked = |bulbs: Vec<bool>| {
            found += 1;
            each(Solution::check(self, bulbs).expect("the search keeps the rules of the checker"))
        };
        let (ending, cost) = match method {
            Method::Backtracking => backtracking::search(self, observer, go_on, &mut checked),
            Method::Patterns => patterns::search(self, false, observer, go_on, &mut checked),
            Method::PatternsSearch => patterns::search(self, true, observer, go_on, &mut checked),
            Method::Learning => learning::search(self, go_on, &mut checked),
        };
        Stream { ending, found, cost }
    }

    fn why_impossible(&self, cost: &Cost) -> Impossible {
        let contradiction = Patterns::new(self, &Lines::new(self)).exhaust().err();
        contradiction.map_or(Impossible::EveryPlacing { guesses: cost.expanded }, Impossible::from)
    }
}

/// The patterns prove what they find: a full board is the only solution, a contradiction that there is none.
fn patterns_alone(
    board: &Puzzle,
    observer: &mut impl Observer,
    go_on: &mut impl FnMut(&Cost) -> bool,
    each: &mut impl FnMut(Vec<bool>) -> ControlFlow<()>,
) -> (StreamEnding, Cost) {
    let bytes = board.squares().len() as u64;
    let cost = Cost { generated: 1, expanded: 1, frontier: 1, depth: 0, bytes };
    if !go_on(&cost) {
        return (StreamEnding::LimitReached, cost);
    }
    let deduction = deduce(board);
    let black = |&mark: &Mark| if mark == Mark::Black { mark } else { Mark::Unknown } as u32;
    let mut cells: Vec<u32> = deduction.marks.iter().map(black).collect();
    for step in &deduction.steps {
        let cell = usize::from(step.cell.row) * usize::from(board.width()) + usize::from(step.cell.column);
        cells[cell] = step.mark as u32;
        let because = || Some(step.message());
        observer.record(Event::Propagated, || Snapshot {
            cells: cells.clone(),
            cell: Some(cell),
            because: because(),
            ..Snapshot::default()
        });
    }
    if deduction.contradiction.is_some() {
        return (StreamEnding::Exhausted, cost);
    }
    if deduction.marks.contains(&Mark::Unknown) {
        return (StreamEnding::LimitReached, cost);
    }
    observer.record(Event::Found, || Snapshot { cells: cells.clone(), ..Snapshot::default() });
    let bulbs = deduction.marks.iter().map(|&mark| mark == Mark::Bulb).collect();
    if each(bulbs).is_break() { (StreamEnding::Stopped, cost) } else { (StreamEnding::Exhausted, cost) }
}
