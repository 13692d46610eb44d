//! Where to go next in a tour that has begun, and why.

use super::board::Square;
use super::field::Field;
use super::solve::solve_field;
use crate::{AnyOf, Cost, Solved, Verdict};

/// What to do next; what it says is proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The square to go to: a tour goes on through it.
    Next {
        /// Where to go.
        square: Square,
        /// Why there.
        because: Because,
    },
    /// Every square is visited, and the tour is one that was asked for.
    Finished,
    /// No tour goes on from here.
    TakeBack {
        /// How many squares stay visited: from the last of them a tour goes on.
        to: usize,
        /// That square.
        square: Square,
    },
}

/// Why a square is the next.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("tour_because")]
pub enum Because {
    /// There is no other.
    OnlySquare {
        /// How many squares lead on from it.
        onward: usize,
    },
    /// Fewest squares lead on from it.
    FewestOnward {
        /// How many.
        onward: usize,
    },
    /// No tour goes on through the squares from which as few lead on, or fewer.
    OthersBarred {
        /// How many lead on from it.
        onward: usize,
        /// Those others.
        barred: AnyOf<Square>,
    },
}

/// Advice for a tour that has begun ([`Field::begun`]): of the squares from which fewest lead on (Warnsdorff's rule) the first through
/// which a tour goes on, which the learning method proves; or how far to go back. [`Verdict::Impossible`] if there is no tour even from
/// the start.
pub fn hint(field: &Field, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Hint> {
    let mut cost = Cost::default();
    let verdict = advise(field, &mut cost, go_on);
    Solved { verdict, cost }
}

fn advise(field: &Field, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) -> Verdict<Hint> {
    let visited = field.visited();
    if visited.len() == field.squares().count() {
        return match tour_through(field, visited, cost, go_on) {
            Verdict::Solved(()) => Verdict::Solved(Hint::Finished),
            _ => back(field, cost, go_on),
        };
    }
    let fresh = |square: Square| field.neighbours(square).filter(|beside| !visited.contains(beside));
    let mut choices: Vec<(usize, Square)> =
        fresh(visited[visited.len() - 1]).map(|square| (fresh(square).filter(|next| *next != square).count(), square)).collect();
    choices.sort_by_key(|(onward, _)| *onward);
    let mut barred = Vec::new();
    for &(onward, square) in &choices {
        let through: Vec<Square> = visited.iter().copied().chain([square]).collect();
        let because = |onward| match choices.len() {
            1 => Because::OnlySquare { onward },
            _ if barred.is_empty() => Because::FewestOnward { onward },
            _ => Because::OthersBarred { onward, barred: AnyOf(barred.clone()) },
        };
        match tour_through(field, &through, cost, go_on) {
            Verdict::Solved(()) => return Verdict::Solved(Hint::Next { square, because: because(onward) }),
            Verdict::Impossible(_) => barred.push(square),
            Verdict::GaveUp => return Verdict::GaveUp,
        }
    }
    back(field, cost, go_on)
}

/// The longest part of what is visited from which a tour goes on. If one goes on from some square, it does from those before it.
fn back(field: &Field, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) -> Verdict<Hint> {
    let visited = field.visited();
    let (mut good, mut bad) = (0, visited.len());
    while bad - good > 1 {
        let middle = usize::midpoint(good, bad);
        match tour_through(field, &visited[..middle], cost, go_on) {
            Verdict::Solved(()) => good = middle,
            Verdict::Impossible(_) => bad = middle,
            Verdict::GaveUp => return Verdict::GaveUp,
        }
    }
    if good > 0 {
        return Verdict::Solved(Hint::TakeBack { to: good, square: visited[good - 1] });
    }
    tour_through(field, &visited[..1], cost, go_on).map(|()| Hint::TakeBack { to: 1, square: visited[0] })
}

/// Whether a tour begins with these squares.
fn tour_through(field: &Field, begun: &[Square], cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) -> Verdict<()> {
    let path: Vec<(u64, u64)> = begun.iter().map(|square| (square.row().into(), square.column().into())).collect();
    let field = field.clone().begun(&path).expect("a knight's way, and one more move of it");
    let before = *cost;
    let solved = solve_field(&field, &mut |now| go_on(&before.and(now)));
    *cost = before.and(&solved.cost);
    solved.verdict.map(|_| ())
}
