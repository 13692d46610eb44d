//! How hard a puzzle is for a person.

use core::{fmt, str::FromStr};

/// How hard a puzzle is for a person, by the hardest step that leads to its solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Difficulty {
    /// Each step is seen at a glance.
    Easy,
    /// Some steps need a look at several places together.
    Medium,
    /// Some steps need a chain of thought, or something tried.
    Hard,
    /// Some steps need more than that.
    Extreme,
}

/// A difficulty that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no difficulty '{0}': expected easy, medium, hard or extreme")]
pub struct NoSuchDifficulty(String);

impl Difficulty {
    /// Every difficulty, the easiest first.
    pub const ALL: [Difficulty; 4] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard, Difficulty::Extreme];

    /// The name, as written and read.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Extreme => "extreme",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Difficulty {
    type Err = NoSuchDifficulty;

    fn from_str(text: &str) -> Result<Difficulty, NoSuchDifficulty> {
        let found = Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == text);
        found.ok_or_else(|| NoSuchDifficulty(text.chars().take(40).collect()))
    }
}
