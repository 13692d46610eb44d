//! The stages of a tournament.

use core::fmt;

/// Where a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// For entry.
    Open,
    /// Games are played.
    Running,
    /// No new game begins.
    Paused,
    /// All is played.
    Finished,
    /// Nothing changes any more.
    Archived,
}

impl Stage {
    /// The stage as one word.
    pub const fn word(self) -> &'static str {
        match self {
            Stage::Open => "open",
            Stage::Running => "running",
            Stage::Paused => "paused",
            Stage::Finished => "finished",
            Stage::Archived => "archived",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
