//! Solving by any method: every solution one by one, their number, or the first with the proof that it is the only one.

use core::ops::ControlFlow;

use crate::{Answer, Cost, Event, Nobody, Observer, Scene, Solved, Stream, StreamEnding};

use super::{Mark, Method, Puzzle, Solution, backtracking, deduce, learning, patterns};

/// Hands the solutions to `each` one by one, until it breaks, they are exhausted, or the budget ends. Nothing is kept.
pub fn each_solution(
    board: &Puzzle,
    method: Method,
    go_on: &mut impl FnMut(&Cost) -> bool,
    each: &mut impl FnMut(Solution) -> ControlFlow<()>,
) -> Stream {
    watch_each(board, method, &mut Nobody, go_on, each)
}

fn watch_each(
    board: &Puzzle,
    method: Method,
    observer: &mut impl Observer,
    go_on: &mut impl FnMut(&Cost) -> bool,
    each: &mut impl FnMut(Solution) -> ControlFlow<()>,
) -> Stream {
    let mut found = 0;
    let mut checked = |bulbs: Vec<bool>| {
        found += 1;
        each(Solution::check(board, bulbs).expect("the search keeps the rules of the checker"))
    };
    let (ending, cost) = match method {
        Method::Backtracking => backtracking::search(board, observer, go_on, &mut checked),
        Method::Patterns => patterns_alone(board, observer, go_on, &mut checked),
        Method::PatternsSearch => patterns::search(board, observer, go_on, &mut checked),
        Method::Learning => learning::search(board, go_on, &mut checked),
    };
    Stream { ending, found, cost }
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
    // The black cells, and of the white ones what is known by then.
    let black = |&mark: &Mark| if mark == Mark::Black { mark } else { Mark::Unknown } as u32;
    let mut cells: Vec<u32> = deduction.marks.iter().map(black).collect();
    for step in &deduction.steps {
        let cell = usize::from(step.cell.row) * usize::from(board.width()) + usize::from(step.cell.column);
        cells[cell] = step.mark as u32;
        let because = || Some(step.to_string());
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

/// The first solution, and whether it is the only one.
pub fn solve(board: &Puzzle, method: Method, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Answer<Solution>> {
    watch(board, method, &mut Nobody, go_on)
}

/// The same, and tells the observer of every step if the method is one of [`Method::WATCHED`]: each cell has the number of its [`Mark`].
pub fn watch(
    board: &Puzzle,
    method: Method,
    observer: &mut impl Observer,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Solved<Answer<Solution>> {
    let mut found = Vec::with_capacity(2);
    let stream = watch_each(board, method, observer, go_on, &mut |solution| {
        found.push(solution);
        if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    Answer::judge(found, &stream, || {
        let tried = || format!("every way to place the bulbs was tried and fails ({} guesses)", stream.cost.expanded);
        deduce(board).contradiction.unwrap_or_else(tried)
    })
}

/// The number of solutions up to `limit`. [`StreamEnding::Exhausted`] says that there are no more than were found.
pub fn count(board: &Puzzle, method: Method, limit: u64, go_on: &mut impl FnMut(&Cost) -> bool) -> Stream {
    if limit == 0 {
        return Stream { ending: StreamEnding::Stopped, found: 0, cost: Cost::default() };
    }
    let mut found = 0;
    each_solution(board, method, go_on, &mut |_| {
        found += 1;
        if found < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}
