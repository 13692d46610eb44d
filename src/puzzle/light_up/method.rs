//! The methods by name.

use core::{fmt, str::FromStr};

use super::Error;

/// How to solve a Light Up board. All but [`Method::Patterns`] find the same solutions and prove the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Method {
    /// The classroom's: cell by cell, with a bulb and without, and back when a rule is broken.
    Backtracking,
    /// What follows from the patterns alone. Gives up where they end; see [`super::deduce`] for how far they lead.
    Patterns,
    /// The patterns, then a guess, then the patterns again.
    PatternsSearch,
    /// Propagation with a clause learnt from every contradiction.
    #[default]
    Learning,
}

impl Method {
    /// Every method, the simplest first.
    pub const ALL: [Method; 4] = [Method::Backtracking, Method::Patterns, Method::PatternsSearch, Method::Learning];

    /// The methods that can be watched step by step.
    pub const WATCHED: [Method; 3] = [Method::PatternsSearch, Method::Patterns, Method::Backtracking];

    /// The name, as written and read.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Backtracking => "backtracking",
            Method::Patterns => "patterns",
            Method::PatternsSearch => "patterns-search",
            Method::Learning => "learning",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(text: &str) -> Result<Method, Error> {
        let found = Method::ALL.into_iter().find(|method| method.name() == text);
        found.ok_or_else(|| Error::Method { name: text.chars().take(40).collect(), methods: Method::ALL.map(Method::name).join(", ") })
    }
}
