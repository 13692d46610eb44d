//! The values of the first positions of the game, which take longest to find.

use rules::{ConnectFour, Position};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How many plies its last positions have.
const PLIES: u32 = 6;

/// Values that were computed before, by the example `book`.
pub(super) struct Book(BTreeMap<u64, i32>);

/// The book, which is read when it is first asked.
pub(super) static BOOK: LazyLock<Book> = LazyLock::new(Book::read);

impl Book {
    /// As it was written by the example: a position a line, as the columns played (`-` for none) and its value. Mirror images are the
    /// same position.
    fn read() -> Book {
        let lines = include_str!("book.txt").lines().filter(|line| !line.starts_with('#'));
        let read = |line: &str| {
            let (columns, value) = line.split_once(' ')?;
            let position = ConnectFour::after(columns.trim_matches('-')).ok()?;
            Some((position.symmetric_code(), value.parse().ok()?))
        };
        Book(lines.map(|line| read(line).expect("the example writes nothing else, and a test reads it all")).collect())
    }

    /// The value of a position, if it is in the book.
    pub(super) fn value(book: &LazyLock<Book>, position: &ConnectFour) -> Option<i32> {
        // Of a later position nothing is in it, for which reading it would take longer than most answers.
        if position.ply() > PLIES { None } else { book.0.get(&position.symmetric_code()).copied() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_every_position_of_the_first_plies() {
        let mut layer = BTreeMap::from([(ConnectFour::start().symmetric_code(), ConnectFour::start())]);
        for _ in 0..=PLIES {
            assert!(layer.values().all(|position| Book::value(&BOOK, position).is_some()));
            let children = layer.values().flat_map(|position| {
                position.legal_moves().into_iter().map(|mv| {
                    let mut child = position.clone();
                    child.play(mv);
                    (child.symmetric_code(), child)
                })
            });
            layer = children.collect();
        }
        assert!(layer.values().all(|position| Book::value(&BOOK, position).is_none()));
    }
}
