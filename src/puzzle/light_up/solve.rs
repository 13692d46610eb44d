//! Solving by any method: every solution one by one, their number, or the first with the proof that it is the only one.

use core::ops::ControlFlow;

use crate::{Answer, Cost, Solved, Stream, StreamEnding};

use super::{Mark, Method, Puzzle, Solution, backtracking, deduce, learning, patterns};

/// Hands the solutions to `each` one by one, until it breaks, they are exhausted, or the budget ends. Nothing is kept.
pub fn each_solution(
    board: &Puzzle,
    method: Method,
    go_on: &mut impl FnMut(&Cost) -> bool,
    each: &mut impl FnMut(Solution) -> ControlFlow<()>,
) -> Stream {
    let mut found = 0;
    let mut checked = |bulbs: Vec<bool>| {
        found += 1;
        each(Solution::check(board, bulbs).expect("the search keeps the rules of the checker"))
    };
    let (ending, cost) = match method {
        Method::Backtracking => backtracking::search(board, go_on, &mut checked),
        Method::Patterns => patterns_alone(board, go_on, &mut checked),
        Method::PatternsSearch => patterns::search(board, go_on, &mut checked),
        Method::Learning => learning::search(board, go_on, &mut checked),
    };
    Stream { ending, found, cost }
}

/// The patterns prove what they find: a full board is the only solution, a contradiction that there is none.
fn patterns_alone(
    board: &Puzzle,
    go_on: &mut impl FnMut(&Cost) -> bool,
    each: &mut impl FnMut(Vec<bool>) -> ControlFlow<()>,
) -> (StreamEnding, Cost) {
    let bytes = board.squares().len() as u64;
    let cost = Cost { generated: 1, expanded: 1, frontier: 1, depth: 0, bytes };
    if !go_on(&cost) {
        return (StreamEnding::GaveUp, cost);
    }
    let deduction = deduce(board);
    if deduction.contradiction.is_some() {
        return (StreamEnding::Exhausted, cost);
    }
    if deduction.marks.contains(&Mark::Unknown) {
        return (StreamEnding::GaveUp, cost);
    }
    let bulbs = deduction.marks.iter().map(|&mark| mark == Mark::Bulb).collect();
    if each(bulbs).is_break() { (StreamEnding::Stopped, cost) } else { (StreamEnding::Exhausted, cost) }
}

/// The first solution, and whether it is the only one.
pub fn solve(board: &Puzzle, method: Method, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Answer<Solution>> {
    let mut found = Vec::with_capacity(2);
    let stream = each_solution(board, method, go_on, &mut |solution| {
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
