//! How hard a puzzle is for a person.

use crate::named::{named, read_by_name};

named! {
    /// How hard a puzzle is for a person, by the hardest step that leads to its solution.
    pub enum Difficulty {
        /// Each step is seen at a glance.
        Easy = "easy",
        /// Some steps need a look at several places together.
        Medium = "medium",
        /// Some steps need a chain of thought, or something tried.
        Hard = "hard",
        /// Some steps need more than that.
        Extreme = "extreme",
    }
}

message::tell_displayed!(Difficulty);
read_by_name!(Difficulty, NoSuchDifficulty, |name| NoSuchDifficulty { name });

/// A difficulty that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("no_such_difficulty")]
pub struct NoSuchDifficulty {
    name: String,
}
