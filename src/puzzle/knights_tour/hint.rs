//! Where to go next in a tour that has begun, and why.

use super::board::Square;
use super::field::Field;
use super::solve::solve_field;
use crate::{Cost, Solved, Verdict};

/// What to do next; what it says is proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The square to go to: a tour goes on through it.
    Next {
        /// Where to go.
        square: Square,
        /// Why there, in a sentence.
        because: String,
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
        match tour_through(field, &through, cost, go_on) {
            Verdict::Solved(()) => return Verdict::Solved(Hint::Next { square, because: because(onward, choices.len(), &barred) }),
            Verdict::Impossible(_) => barred.push(square),
            Verdict::GaveUp => return Verdict::GaveUp,
        }
    }
    back(field, cost, go_on)
}

fn because(onward: usize, choices: usize, barred: &[Square]) -> String {
    let leads = match onward {
        0 => "it is the last square".to_owned(),
        1 => "one square leads on from it".to_owned(),
        _ => format!("{onward} squares lead on from it"),
    };
    let list = barred.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    match (choices, barred) {
        (1, _) => format!("it is the only square left to go to, and a tour goes on through it; {leads}"),
        (_, []) => format!("{leads}, and fewer from none of the others; a tour goes on through it"),
        _ => format!("{leads}; no tour goes on through {list}, from where no more lead on"),
    }
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
