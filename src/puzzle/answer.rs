//! Puzzles that may have several solutions: the first, what is known of the others, and how a stream of them ended.

use core::ops::ControlFlow;

use crate::{Cost, Impossible, Nobody, Observer, Solved, Verdict};

/// A solution and what is known of any others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<S> {
    /// The first solution found.
    pub solution: S,
    /// Whether it is the only one.
    pub others: Others<S>,
}

/// What is known of further solutions beside the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Others<S> {
    /// Proven: the solution is unique.
    None,
    /// The solution is not unique: here is a second one.
    Another(S),
    /// The budget ended before a second one was found or ruled out.
    Unknown,
}

/// Why a stream of solutions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamEnding {
    /// Proven: there are no more.
    Exhausted,
    /// The receiver wanted no more.
    Stopped,
    /// The budget ended first (or the method knows no further).
    GaveUp,
}

/// The account of a stream of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Why it ended.
    pub ending: StreamEnding,
    /// How many solutions were handed out.
    pub found: u64,
    /// What it cost.
    pub cost: Cost,
}

/// A puzzle that may have several solutions, with methods that find them.
pub trait Solvable {
    /// How to find them.
    type Method;
    /// One that has passed the independent checker.
    type Solution;

    /// Hands the solutions to `each` one by one, until it breaks, they are exhausted, or the budget ends. Nothing is kept. The observer is
    /// told of every step if the method can be watched.
    fn search(
        &self,
        method: Self::Method,
        observer: &mut impl Observer,
        go_on: &mut impl FnMut(&Cost) -> bool,
        each: &mut impl FnMut(Self::Solution) -> ControlFlow<()>,
    ) -> Stream;

    /// Why there is no solution, which a search of this cost has proven.
    fn why_impossible(&self, cost: &Cost) -> Impossible;
}

/// [`Solvable::search`] without an observer.
pub fn each_solution<P: Solvable>(
    puzzle: &P,
    method: P::Method,
    go_on: &mut impl FnMut(&Cost) -> bool,
    each: &mut impl FnMut(P::Solution) -> ControlFlow<()>,
) -> Stream {
    puzzle.search(method, &mut Nobody, go_on, each)
}

/// The first solution, and whether it is the only one.
pub fn solve<P: Solvable>(puzzle: &P, method: P::Method, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Answer<P::Solution>> {
    watch(puzzle, method, &mut Nobody, go_on)
}

/// The same, and tells the observer of every step if the method can be watched.
pub fn watch<P: Solvable>(
    puzzle: &P,
    method: P::Method,
    observer: &mut impl Observer,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Solved<Answer<P::Solution>> {
    let mut found = Vec::with_capacity(2);
    let stream = puzzle.search(method, observer, go_on, &mut |solution| {
        found.push(solution);
        if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let mut found = found.into_iter();
    let verdict = match (found.next(), found.next(), stream.ending) {
        (Some(solution), Some(second), _) => Verdict::Solved(Answer { solution, others: Others::Another(second) }),
        (Some(solution), None, StreamEnding::Exhausted) => Verdict::Solved(Answer { solution, others: Others::None }),
        (Some(solution), None, _) => Verdict::Solved(Answer { solution, others: Others::Unknown }),
        (None, _, StreamEnding::Exhausted) => Verdict::Impossible(puzzle.why_impossible(&stream.cost)),
        (None, _, _) => Verdict::GaveUp,
    };
    Solved { verdict, cost: stream.cost }
}

/// The number of solutions up to `limit`. [`StreamEnding::Exhausted`] says that there are no more than were found.
pub fn count<P: Solvable>(puzzle: &P, method: P::Method, limit: u64, go_on: &mut impl FnMut(&Cost) -> bool) -> Stream {
    if limit == 0 {
        return Stream { ending: StreamEnding::Stopped, found: 0, cost: Cost::default() };
    }
    let mut found = 0;
    each_solution(puzzle, method, go_on, &mut |_| {
        found += 1;
        if found < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}
