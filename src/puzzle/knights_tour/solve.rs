//! Solves a problem by any method.

use super::{
    MoveOrder, NoTour, RestrictedTour, Tour, TourError, TourMethod, TourProblem, Tours, breadth_first, construction, existence, learning,
    strip,
};
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
    // An exhaustive search would not end if there is no tour.
    if method != TourMethod::Construction
        && let Some(verdict) = no_tour(problem, keep_going)
    {
        return Ok(Solved { verdict, cost });
    }
    let whole = board.squares() - 1;
    let verdict = match method {
        TourMethod::Construction => construct(problem, &mut cost, keep_going),
        TourMethod::Learning => return Ok(solve_restricted(&RestrictedTour::new(problem, &[], None)?, keep_going)),
        TourMethod::BreadthFirst => return Ok(breadth_first::search(problem, observer, keep_going)),
        TourMethod::IterativeDeepening => deepen(problem, observer, &mut cost, keep_going),
        TourMethod::FewestOnward | TourMethod::DepthFirst | TourMethod::DepthLimited(_) => {
            let order = if method == TourMethod::FewestOnward { MoveOrder::FewestOnward } else { MoveOrder::Listed };
            let limit = if let TourMethod::DepthLimited(Some(limit)) = method { limit } else { whole };
            match depth_limited(problem, order, limit, observer, &mut cost, keep_going) {
                (Verdict::Impossible(_), true) => Verdict::LimitReached,
                (verdict, _) => verdict,
            }
        }
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
        verdict => Some(verdict.map(|_| unreachable!("a tour was found"))),
    }
}

fn construct(problem: TourProblem, cost: &mut Cost, keep_going: KeepGoing) -> Verdict<Tour> {
    if let Some(why) = existence::refusal(problem) {
        return Verdict::Impossible(why.into());
    }
    let board = problem.board();
    let found = match board.width().min(board.height()) {
        1 | 2 => Verdict::Solved(vec![0]),
        3 | 4 => narrow(problem, cost, keep_going),
        _ => construction::construct(problem, cost, keep_going).map_or(Verdict::LimitReached, Verdict::Solved),
    };
    found.map(|order| {
        cost.generated = cost.generated.max(order.len() as u64);
        Tour::checked(problem, order)
    })
}

/// The answer of the [strip], which needs at least as many rows as columns.
fn narrow(problem: TourProblem, cost: &mut Cost, keep_going: KeepGoing) -> Verdict<Vec<u32>> {
    if problem.board().width() <= problem.board().height() {
        return strip::solve(problem, cost, keep_going);
    }
    let (tall, wide) = (problem.transposed().board(), problem.board());
    let turned = |order: Vec<u32>| order.into_iter().map(|index| wide.index(tall.at(index).transposed())).collect();
    strip::solve(problem.transposed(), cost, keep_going).map(turned)
}

/// The verdict of a search with paths of at most `limit` moves, and whether the limit pruned a path.
fn depth_limited(
    problem: TourProblem,
    order: MoveOrder,
    limit: u32,
    observer: &mut impl Observer,
    cost: &mut Cost,
    keep_going: KeepGoing,
) -> (Verdict<Tour>, bool) {
    let mut tours = Tours::limited(problem, order, limit, *cost);
    let verdict = tours.watch_next(observer, keep_going);
    *cost = tours.cost();
    (verdict, tours.was_cut())
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
        match depth_limited(problem, MoveOrder::Listed, limit, observer, cost, keep_going) {
            (Verdict::Impossible(_), true) => {}
            // Without pruning, a deeper search is the same search.
            (verdict, _) => return verdict,
        }
    }
    Verdict::Impossible(NoTour::EveryLength { kind: problem.kind() }.into())
}
