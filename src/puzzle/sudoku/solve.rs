//! Solving by any method: every solution one by one, their number, or the first with the proof that it is the only one.

use core::ops::ControlFlow;

use crate::{Answer, Cost, Nobody, Observer, Solved, Stream, StreamEnding};

use super::patterns::{hidden_single, is_single, naked_single};
use super::{Method, Notes, Puzzle, Solution, Step, backtracking, learning, propagation};

/// Hands the solutions to `each` one by one, until it breaks, they are exhausted, or the budget ends. Nothing is kept.
pub fn each_solution(
    puzzle: &Puzzle,
    method: Method,
    go_on: &mut impl FnMut(&Cost) -> bool,
    each: &mut impl FnMut(Solution) -> ControlFlow<()>,
) -> Stream {
    watch_each(puzzle, method, &mut Nobody, go_on, each)
}

fn watch_each(
    puzzle: &Puzzle,
    method: Method,
    observer: &mut impl Observer,
    go_on: &mut impl FnMut(&Cost) -> bool,
    each: &mut impl FnMut(Solution) -> ControlFlow<()>,
) -> Stream {
    let mut found = 0;
    let mut checked = |digits: &[u8]| {
        found += 1;
        each(Solution::check(puzzle, digits.to_vec()).expect("the search keeps the rules of the checker"))
    };
    let (ending, cost) = match method {
        Method::Backtracking => backtracking::search(puzzle, backtracking::Order::Reading, observer, go_on, &mut checked),
        Method::FewestFirst => backtracking::search(puzzle, backtracking::Order::Fewest, observer, go_on, &mut checked),
        Method::Propagation => propagation::search(puzzle, observer, go_on, &mut checked),
        Method::Learning => learning::search(puzzle, go_on, &mut checked),
    };
    Stream { ending, found, cost }
}

/// The first solution, and whether it is the only one.
pub fn solve(puzzle: &Puzzle, method: Method, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Answer<Solution>> {
    watch(puzzle, method, &mut Nobody, go_on)
}

/// The same, and tells the observer of every step if the method is one of [`Method::WATCHED`]: each cell has the digits that it may still hold
/// as bits, 1 as the lowest; none where nothing is known.
pub fn watch(
    puzzle: &Puzzle,
    method: Method,
    observer: &mut impl Observer,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Solved<Answer<Solution>> {
    let mut found = Vec::with_capacity(2);
    let stream = watch_each(puzzle, method, observer, go_on, &mut |solution| {
        found.push(solution);
        if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    Answer::judge(found, &stream, || why_impossible(puzzle, &stream.cost))
}

/// The number of solutions up to `limit`. [`StreamEnding::Exhausted`] says that there are no more than were found.
pub fn count(puzzle: &Puzzle, method: Method, limit: u64, go_on: &mut impl FnMut(&Cost) -> bool) -> Stream {
    if limit == 0 {
        return Stream { ending: StreamEnding::Stopped, found: 0, cost: Cost::default() };
    }
    let mut found = 0;
    each_solution(puzzle, method, go_on, &mut |_| {
        found += 1;
        if found < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}

/// The easiest steps that lead to what cannot be, and what that is; or else that every way was tried.
fn why_impossible(puzzle: &Puzzle, cost: &Cost) -> String {
    match contradiction_by_singles(puzzle) {
        Some((steps, end)) => steps.into_iter().map(|step| step.words).chain([end]).collect::<Vec<_>>().join("; "),
        None => format!("every way to fill the grid was tried and fails ({} guesses)", cost.expanded),
    }
}

/// The singles that lead to what cannot be, none of which is superfluous, and what that is; nothing if singles do not show it.
fn contradiction_by_singles(puzzle: &Puzzle) -> Option<(Vec<Step>, String)> {
    let mut notes = Notes::new(puzzle);
    let mut steps = Vec::new();
    let end = loop {
        if let Some(words) = notes.contradiction() {
            break words;
        }
        let step = hidden_single(&notes).or_else(|| naked_single(&notes))?;
        notes.apply(&step);
        steps.push(step);
    };
    // The last steps first: what they rested on may then go too.
    for at in (0..steps.len()).rev() {
        let mut fewer = steps.clone();
        fewer.remove(at);
        let mut notes = Notes::new(puzzle);
        let follow = fewer.iter().all(|step| {
            let follows = is_single(&notes, step);
            notes.apply(step);
            follows
        });
        if follow && notes.contradiction().as_ref() == Some(&end) {
            steps = fewer;
        }
    }
    Some((steps, end))
}
