//! Solver by method.

use core::ops::ControlFlow;

use message::Coded as _;

use crate::{Cost, Event, Impossible, Observer, Scene, Solvable, Stream, StreamEnding};

use super::{Mark, Method, Puzzle, Solution, backtracking, deduce, learning, patterns};

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
            Method::Patterns => patterns_alone(self, observer, go_on, &mut checked),
            Method::PatternsSearch => patterns::search(self, observer, go_on, &mut checked),
            Method::Learning => learning::search(self, go_on, &mut checked),
        };
        Stream { ending, found, cost }
    }

    fn why_impossible(&self, cost: &Cost) -> Impossible {
        deduce(self).contradiction.map_or(Impossible::EveryPlacing { guesses: cost.expanded }, Impossible::from)
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
        return (StreamEnding::GaveUp, cost);
    }
    let deduction = deduce(board);
    let black = |&mark: &Mark| if mark == Mark::Black { mark } else { Mark::Unknown } as u32;
    let mut cells: Vec<u32> = deduction.marks.iter().map(black).collect();
    for step in &deduction.steps {
        let cell = usize::from(step.cell.row) * usize::from(board.width()) + usize::from(step.cell.column);
        cells[cell] = step.mark as u32;
        let because = || Some(step.message());
        observer.tell(Event::Followed, || Scene { cells: cells.clone(), cell: Some(cell), because: because(), ..Scene::default() });
    }
    if deduction.contradiction.is_some() {
        return (StreamEnding::Exhausted, cost);
    }
    if deduction.marks.contains(&Mark::Unknown) {
        return (StreamEnding::GaveUp, cost);
    }
    observer.tell(Event::Found, || Scene { cells: cells.clone(), ..Scene::default() });
    let bulbs = deduction.marks.iter().map(|&mark| mark == Mark::Bulb).collect();
    if each(bulbs).is_break() { (StreamEnding::Stopped, cost) } else { (StreamEnding::Exhausted, cost) }
}
