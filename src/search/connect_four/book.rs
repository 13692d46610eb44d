//! Opening book: the exact values of the first positions, which take longest to solve.

use rules::{ConnectFour, Position};
use std::collections::BTreeMap;
use std::sync::LazyLock;

const PLIES: usize = 7;

/// The values after [`PLIES`] plies in the order of the symmetric codes, each as a character: `P` for a draw, `Q` for 1, `O` for −1.
/// [`ConnectFourSolver::solve`](super::solver::ConnectFourSolver::solve) without a book found them in 65 minutes of one core.
const LAST: &str = include_str!("book.txt");

/// Values by symmetric code: mirror images are one position.
pub(super) struct Book(BTreeMap<u64, i32>);

pub(super) static BOOK: LazyLock<Book> = LazyLock::new(Book::read);

fn children(position: &ConnectFour) -> impl Iterator<Item = (u64, ConnectFour)> {
    position.legal_moves().into_iter().map(|mv| position.child(mv)).map(|child| (child.symmetric_code(), child))
}

impl Book {
    fn read() -> Book {
        let start = ConnectFour::start();
        let mut layers = vec![BTreeMap::from([(start.symmetric_code(), start)])];
        for ply in 0..PLIES {
            layers.push(layers[ply].values().flat_map(children).collect());
        }
        let last = LAST.bytes().filter(|value| *value != b'\n').map(|value| i32::from(value) - i32::from(b'P'));
        let mut values: BTreeMap<u64, i32> = layers[PLIES].keys().copied().zip(last).collect();
        for (&code, position) in layers[..PLIES].iter().rev().flatten() {
            // A win is worth as much with the stone that makes it as before.
            let best = children(position).map(|(child, _)| -values[&child]).max();
            values.insert(code, best.expect("no game is over before the last ply"));
        }
        Book(values)
    }

    pub(super) fn value(book: &LazyLock<Book>, position: &ConnectFour) -> Option<i32> {
        // For a later position, reading the book would take longer than most searches.
        if position.ply() as usize > PLIES { None } else { book.0.get(&position.symmetric_code()).copied() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::solver::ConnectFourSolver;
    use super::*;

    #[test]
    fn its_values_are_those_of_a_search() {
        assert_eq!(LAST.split_whitespace().map(str::len).sum::<usize>(), 27_473, "positions after the last ply");
        for columns in ["1166273", "2115157", "2213344"] {
            let position = ConnectFour::after(columns).expect("columns");
            let solved = ConnectFourSolver::new(64).without_book().solve(&position, &mut |_| true).expect("not stopped");
            assert_eq!(Book::value(&BOOK, &position), Some(solved.score), "{columns}");
        }
        let value = |columns: &str| Book::value(&BOOK, &ConnectFour::after(columns).expect("columns"));
        assert_eq!(["", "1", "2", "3", "4"].map(value), [1, 2, 1, 0, -1].map(Some), "Allis 1988");
        assert_eq!(value("44444411"), None);
    }
}
