//! Difficulty of a puzzle for a person.

use crate::named::{named, read_by_name};

named! {
    /// The difficulty of a puzzle for a person, by the hardest step of its solution.
    pub enum Difficulty {
        /// Each step is obvious.
        Easy = "easy",
        /// Some steps combine several places.
        Medium = "medium",
        /// Some steps need a chain of implications or a trial.
        Hard = "hard",
        Extreme = "extreme",
    }
}

message::display_as_param!(Difficulty);
read_by_name!(Difficulty, NoSuchDifficulty, |name| NoSuchDifficulty { name });

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("no_such_difficulty")]
pub struct NoSuchDifficulty {
    name: String,
}
