//! Puzzles with several solutions: the first solution, uniqueness, and streams of all solutions.

use core::ops::ControlFlow;

use crate::{Cost, Impossible, KeepGoing, NoObserver, Observer, Solved, Verdict};

/// Receives the solutions one by one until it breaks.
pub type Each<'a, S> = &'a mut dyn FnMut(S) -> ControlFlow<()>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<S> {
    pub solution: S,
    pub others: Others<S>,
}

/// Further solutions beside the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Others<S> {
    /// Proven: the solution is unique.
    None,
    Another(S),
    /// The budget ended before a second one was found or excluded.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamEnding {
    Exhausted,
    Stopped,
    /// The budget ended, or the method cannot continue.
    LimitReached,
}

/// The end and the cost of a stream of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    pub ending: StreamEnding,
    pub found: u64,
    pub cost: Cost,
}

/// A puzzle with methods that find its solutions.
pub trait Solvable {
    type Method;
    type Solution;

    /// Passes the solutions to `each` until it breaks, they are exhausted, or the budget ends. The observer sees every step if the method can be
    /// watched.
    fn search(&self, method: Self::Method, observer: &mut impl Observer, keep_going: KeepGoing, each: Each<Self::Solution>) -> Stream;

    /// The reason why there is no solution, after a search of this cost.
    fn why_impossible(&self, cost: &Cost) -> Impossible;
}

pub fn each_solution<P: Solvable>(puzzle: &P, method: P::Method, keep_going: KeepGoing, each: Each<P::Solution>) -> Stream {
    puzzle.search(method, &mut NoObserver, keep_going, each)
}

/// The first solution and whether it is unique.
pub fn solve<P: Solvable>(puzzle: &P, method: P::Method, keep_going: KeepGoing) -> Solved<Answer<P::Solution>> {
    watch(puzzle, method, &mut NoObserver, keep_going)
}

/// [`solve`] with an observer, if the method can be watched.
pub fn watch<P: Solvable>(
    puzzle: &P,
    method: P::Method,
    observer: &mut impl Observer,
    keep_going: KeepGoing,
) -> Solved<Answer<P::Solution>> {
    let mut found = Vec::with_capacity(2);
    let stream = puzzle.search(method, observer, keep_going, &mut |solution| {
        found.push(solution);
        if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let mut found = found.into_iter();
    let verdict = match (found.next(), found.next(), stream.ending) {
        (Some(solution), Some(second), _) => Verdict::Solved(Answer { solution, others: Others::Another(second) }),
        (Some(solution), None, StreamEnding::Exhausted) => Verdict::Solved(Answer { solution, others: Others::None }),
        (Some(solution), None, _) => Verdict::Solved(Answer { solution, others: Others::Unknown }),
        (None, _, StreamEnding::Exhausted) => Verdict::Impossible(puzzle.why_impossible(&stream.cost)),
        (None, _, _) => Verdict::LimitReached,
    };
    Solved { verdict, cost: stream.cost }
}

/// Counts solutions up to `limit`; the count is complete if the stream is [`StreamEnding::Exhausted`].
pub fn count<P: Solvable>(puzzle: &P, method: P::Method, limit: u64, keep_going: KeepGoing) -> Stream {
    if limit == 0 {
        return Stream { ending: StreamEnding::Stopped, found: 0, cost: Cost::default() };
    }
    let mut found = 0;
    each_solution(puzzle, method, keep_going, &mut |_| {
        found += 1;
        if found < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}
