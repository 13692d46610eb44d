//! A number as an answer.

use super::Shown;
use protocol::{CountAnswer, PuzzleAnswer};

/// How many there are, of tours or of solutions.
pub(super) struct Number {
    pub(super) what: &'static str,
    pub(super) number: u64,
    pub(super) all: bool,
}

impl Shown for Number {
    fn answer(&self) -> PuzzleAnswer {
        PuzzleAnswer::Count(CountAnswer { solutions: self.number, all: self.all })
    }

    fn brief(&self) -> String {
        format!("{}{} {}", if self.all { "" } else { "at least " }, self.number, self.what)
    }
}
