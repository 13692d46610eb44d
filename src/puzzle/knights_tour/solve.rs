//! Solves a problem by any method.

use super::board::TourProblem;
use super::depth_first::{MoveOrder, Tours};
use super::error::TourError;
use super::existence::NoTour;
use super::method::TourMethod;
use super::restricted_tour::RestrictedTour;
use super::tour::Tour;
use super::{breadth_first, construction, existence, learning, strip};
use crate::{Cost, KeepGoing, NoObserver, Observer, Snapshot, Solved, TraceEvent, Verdict};

/// Finds a tour, or the reason why there is none. A depth limit too small for a tour ends in [`Verdict::LimitReached`].
///
/// # Errors
/// [`TourError::LargeForMethod`] when the board is too large for the memory of the method.
pub fn solve(problem: TourProblem, method: TourMethod, keep_going: KeepGoing) -> Result<Solved<Tour>, TourError> {
    watch(problem, method, &mut NoObserver, keep_going)
}

/// [`solve`] with an observer, for the methods of [`TourMethod::TRACED`]: each cell has its number in order of visit from 1, or 0.
///
/// # Errors
/// As [`solve`].
pub fn watch(
    problem: TourProblem,
    method: TourMethod,
    observer: &mut impl Observer,
    keep_going: KeepGoing,
) -> Result<Solved<Tour>, TourError> {
    let board = problem.board();
    method.must_take(board)?;
    let mut cost = Cost::default();
    let whole = board.squares() - 1;
    let verdict = match method {
        TourMethod::Construction => construct(problem, &mut cost, keep_going),
        // An exhaustive search would not end if there is no tour.
        _ => match no_tour(problem, keep_going) {
            Some(verdict) => verdict,
            None => match method {
                TourMethod::Learning => return Ok(solve_restricted(&RestrictedTour::new(problem, &[], None)?, keep_going)),
                TourMethod::BreadthFirst => return Ok(breadth_first::search(problem, observer, keep_going)),
                TourMethod::IterativeDeepening => deepen(problem, observer, &mut cost, keep_going),
                TourMethod::DepthLimited(limit) => {
                    depth_limited(problem, MoveOrder::Listed, limit.unwrap_or(whole), observer, &mut cost, keep_going)
                }
                TourMethod::FewestOnward => depth_limited(problem, MoveOrder::FewestOnward, whole, observer, &mut cost, keep_going),
                TourMethod::DepthFirst | TourMethod::Construction => {
                    depth_limited(problem, MoveOrder::Listed, whole, observer, &mut cost, keep_going)
                }
            },
        },
    };
    Ok(Solved { verdict, cost })
}

pub fn solve_restricted(field: &RestrictedTour, keep_going: KeepGoing) -> Solved<Tour> {
    learning::search(field, keep_going)
}

pub fn exists(problem: TourProblem, keep_going: KeepGoing) -> Verdict<()> {
    match no_tour(problem, keep_going) {
        None => Verdict::Solved(()),
        Some(Verdict::Impossible(why)) => Verdict::Impossible(why),
        Some(_) => Verdict::LimitReached,
    }
}

/// The proof that there is no tour, or the end of the budget; `None` if there is a tour.
fn no_tour(problem: TourProblem, keep_going: KeepGoing) -> Option<Verdict<Tour>> {
    if let Some(why) = existence::refusal(problem) {
        return Some(Verdict::Impossible(why.into()));
    }
    let board = problem.board();
    if !(3..=4).contains(&board.width().min(board.height())) {
        return None;
    }
    match narrow(problem, &mut Cost::default(), keep_going) {
        Verdict::Solved(_) => None,
        Verdict::Impossible(why) => Some(Verdict::Impossible(why)),
        Verdict::LimitReached => Some(Verdict::LimitReached),
    }
}

fn construct(problem: TourProblem, cost: &mut Cost, keep_going: KeepGoing) -> Verdict<Tour> {
    if let Some(why) = existence::refusal(problem) {
        return Verdict::Impossible(why.into());
    }
    let board = problem.board();
    let order = match board.width().min(board.height()) {
        1 | 2 => vec![0],
        3 | 4 => match narrow(problem, cost, keep_going) {
            Verdict::Solved(order) => order,
            Verdict::Impossible(why) => return Verdict::Impossible(why),
            Verdict::LimitReached => return Verdict::LimitReached,
        },
        _ => match construction::construct(problem, cost, keep_going) {
            Some(order) => order,
            None => return Verdict::LimitReached,
        },
    };
    cost.generated = cost.generated.max(order.len() as u64);
    Verdict::Solved(Tour::checked(problem, order))
}

/// The answer of the [strip], which needs at least as many rows as columns.
fn narrow(problem: TourProblem, cost: &mut Cost, keep_going: KeepGoing) -> Verdict<Vec<u32>> {
    if problem.board().width() <= problem.board().height() {
        return strip::solve(problem, cost, keep_going);
    }
    let (tall, wide) = (problem.transposed().board(), problem.board());
    match strip::solve(problem.transposed(), cost, keep_going) {
        Verdict::Solved(order) => Verdict::Solved(order.into_iter().map(|index| wide.index(tall.at(index).transposed())).collect()),
        other => other,
    }
}

fn depth_limited(
    problem: TourProblem,
    order: MoveOrder,
    limit: u32,
    observer: &mut impl Observer,
    cost: &mut Cost,
    keep_going: KeepGoing,
) -> Verdict<Tour> {
    let mut tours = Tours::limited(problem, order, limit, *cost);
    let verdict = tours.watch_next(observer, keep_going);
    *cost = tours.cost();
    match verdict {
        Verdict::Impossible(_) if tours.was_cut() => Verdict::LimitReached,
        verdict => verdict,
    }
}

fn deepen(problem: TourProblem, observer: &mut impl Observer, cost: &mut Cost, keep_going: KeepGoing) -> Verdict<Tour> {
    for limit in 0..problem.board().squares() {
        if !keep_going(cost) {
            return Verdict::LimitReached;
        }
        observer.record(TraceEvent::Deepened, || {
            let cells = vec![0; problem.board().squares() as usize];
            Snapshot { cells, waiting: Some(limit.into()), ..Snapshot::default() }
        });
        let mut tours = Tours::limited(problem, MoveOrder::Listed, limit, *cost);
        let verdict = tours.watch_next(observer, keep_going);
        *cost = tours.cost();
        match verdict {
            // Without pruning, a deeper search is the same search.
            Verdict::Impossible(why) if !tours.was_cut() => return Verdict::Impossible(why),
            Verdict::Impossible(_) => {}
            verdict => return verdict,
        }
    }
    Verdict::Impossible(NoTour::EveryLength { kind: problem.kind() }.into())
}
