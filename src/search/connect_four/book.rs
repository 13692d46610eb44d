//! Opening book: the exact values of the first positions, which take longest to solve.

use rules::{ConnectFour, Position};
use std::collections::BTreeMap;
use std::sync::LazyLock;

const PLIES: u32 = 6;

/// Values by symmetric code, made by `examples/book.rs` of commit ebd7dbaa (45 minutes of two cores).
pub(super) struct Book(BTreeMap<u64, i32>);

pub(super) static BOOK: LazyLock<Book> = LazyLock::new(Book::read);

impl Book {
    /// Parses a position a line: the columns played (`-` for none) and the value. Mirror images are one position.
    fn read() -> Book {
        let lines = include_str!("book.txt").lines().filter(|line| !line.starts_with('#'));
        let read = |line: &str| {
            let (columns, value) = line.split_once(' ')?;
            let position = ConnectFour::after(columns.trim_matches('-')).ok()?;
            Some((position.symmetric_code(), value.parse().ok()?))
        };
        Book(lines.map(|line| read(line).expect("a test reads every line")).collect())
    }

    pub(super) fn value(book: &LazyLock<Book>, position: &ConnectFour) -> Option<i32> {
        // For a later position, parsing the book would take longer than most searches.
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
            let children = layer.values().flat_map(|position| position.legal_moves().into_iter().map(|mv| position.child(mv)));
            layer = children.map(|child| (child.symmetric_code(), child)).collect();
        }
        assert!(layer.values().all(|position| Book::value(&BOOK, position).is_none()));
    }
}
