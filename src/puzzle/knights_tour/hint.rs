//! Hints: the next square of a begun tour, and why.

use super::{RestrictedTour, TourSquare, solve_restricted};
use crate::{AnyOf, Cost, KeepGoing, Solved, Verdict};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TourHint {
    /// A tour continues through this square.
    Next {
        square: TourSquare,
        because: TourReason,
    },
    Finished,
    /// No tour continues from here.
    TakeBack {
        /// The number of squares that stay visited; a tour continues from the last of them.
        to: usize,
        /// The last of them.
        square: TourSquare,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("tour_because")]
pub enum TourReason {
    OnlySquare { onward: usize },
    FewestOnward { onward: usize },
    OthersBarred { onward: usize, barred: AnyOf<TourSquare> },
}

/// A hint for a begun tour ([`RestrictedTour::begun`]): the first square by Warnsdorff's rule through which a tour continues, which the learning method
/// proves, or how many squares to take back. [`Verdict::Impossible`] if there is no tour from the start.
pub fn hint(field: &RestrictedTour, keep_going: KeepGoing) -> Solved<TourHint> {
    let mut cost = Cost::default();
    let verdict = advise(field, &mut cost, keep_going);
    Solved { verdict, cost }
}

fn advise(field: &RestrictedTour, cost: &mut Cost, keep_going: KeepGoing) -> Verdict<TourHint> {
    let visited = field.visited();
    if visited.len() == field.squares().count() {
        return match tour_through(field, visited, cost, keep_going) {
            Verdict::Solved(()) => Verdict::Solved(TourHint::Finished),
            _ => back(field, cost, keep_going),
        };
    }
    let fresh = |square: TourSquare| field.neighbours(square).filter(|beside| !visited.contains(beside));
    let mut choices: Vec<(usize, TourSquare)> =
        fresh(visited[visited.len() - 1]).map(|square| (fresh(square).filter(|next| *next != square).count(), square)).collect();
    choices.sort_by_key(|(onward, _)| *onward);
    let mut excluded = Vec::new();
    for &(onward, square) in &choices {
        let through: Vec<TourSquare> = visited.iter().copied().chain([square]).collect();
        let because = |onward| match choices.len() {
            1 => TourReason::OnlySquare { onward },
            _ if excluded.is_empty() => TourReason::FewestOnward { onward },
            _ => TourReason::OthersBarred { onward, barred: AnyOf(excluded.clone()) },
        };
        match tour_through(field, &through, cost, keep_going) {
            Verdict::Solved(()) => return Verdict::Solved(TourHint::Next { square, because: because(onward) }),
            Verdict::Impossible(_) => excluded.push(square),
            Verdict::LimitReached => return Verdict::LimitReached,
        }
    }
    back(field, cost, keep_going)
}

/// The longest prefix of the visited squares with which a tour begins, by binary search.
fn back(field: &RestrictedTour, cost: &mut Cost, keep_going: KeepGoing) -> Verdict<TourHint> {
    let visited = field.visited();
    let (mut good, mut bad) = (0, visited.len());
    while bad - good > 1 {
        let middle = usize::midpoint(good, bad);
        match tour_through(field, &visited[..middle], cost, keep_going) {
            Verdict::Solved(()) => good = middle,
            Verdict::Impossible(_) => bad = middle,
            Verdict::LimitReached => return Verdict::LimitReached,
        }
    }
    if good > 0 {
        return Verdict::Solved(TourHint::TakeBack { to: good, square: visited[good - 1] });
    }
    tour_through(field, &visited[..1], cost, keep_going).map(|()| TourHint::TakeBack { to: 1, square: visited[0] })
}

/// Decides whether a tour begins with these squares.
fn tour_through(field: &RestrictedTour, begun: &[TourSquare], cost: &mut Cost, keep_going: KeepGoing) -> Verdict<()> {
    let path: Vec<(u64, u64)> = begun.iter().map(|square| (square.row.into(), square.column.into())).collect();
    let field = field.clone().begun(&path).expect("a knight's way, and one more move of it");
    let before = *cost;
    let solved = solve_restricted(&field, &mut |now| keep_going(&before.and(now)));
    *cost = before.and(&solved.cost);
    solved.verdict.map(|_| ())
}
