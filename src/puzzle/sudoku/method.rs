//! The methods by name.

use core::{fmt, str::FromStr};

use super::{Error, Shape};

/// How to solve a Sudoku. All methods find the same solutions and prove the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Method {
    /// The classroom's: the first empty cell in reading order, each digit that clashes with nothing, and back.
    Backtracking,
    /// Backtracking where it hurts most: always the empty cell with the fewest digits left.
    FewestFirst,
    /// Naked and hidden singles and locked candidates until nothing follows, then a guess where there are fewest choices.
    Propagation,
    /// Propagation with a clause learnt from every contradiction.
    #[default]
    Learning,
}

impl Method {
    /// Every method, the simplest first.
    pub const ALL: [Method; 4] = [Method::Backtracking, Method::FewestFirst, Method::Propagation, Method::Learning];

    /// The methods that can be watched step by step.
    pub const WATCHED: [Method; 3] = [Method::Propagation, Method::FewestFirst, Method::Backtracking];

    /// The quickest for most grids of a shape: learning takes longer than it saves in small ones.
    pub(super) fn quickest(shape: Shape) -> Method {
        if shape.side() <= 9 { Method::Propagation } else { Method::Learning }
    }

    /// The name, as written and read.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Backtracking => "backtracking",
            Method::FewestFirst => "fewest-first",
            Method::Propagation => "propagation",
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
