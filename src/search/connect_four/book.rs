//! The values of the first positions of the game, which take longest to find.

use rules::ConnectFour;
use std::collections::BTreeMap;

/// Values that were computed before, by the example `book`.
pub(super) struct Book(BTreeMap<u64, i32>);

impl Book {
    /// As it was written by the example: a position a line, as the columns played (`-` for none) and its value. Mirror images are the
    /// same position.
    pub(super) fn new() -> Book {
        let lines = include_str!("book.txt").lines().filter(|line| !line.starts_with('#'));
        let read = |line: &str| {
            let (columns, value) = line.split_once(' ')?;
            let position = ConnectFour::after(columns.trim_matches('-')).ok()?;
            Some((position.symmetric_code(), value.parse().ok()?))
        };
        Book(lines.map(|line| read(line).expect("the example writes nothing else, and a test reads it all")).collect())
    }

    pub(super) fn value(&self, position: &ConnectFour) -> Option<i32> {
        self.0.get(&position.symmetric_code()).copied()
    }
}
