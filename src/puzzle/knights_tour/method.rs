//! Methods for tours, by name.

use std::fmt;
use std::str::FromStr;

use super::board::{Chessboard, MAX_SQUARES};
use super::error::Error;
use super::field::Field;
use crate::quotation::clip;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Divide and conquer: linear time, any board. The default.
    Construction,
    /// Conflict-driven clause learning; complete, and the only method for forbidden squares or a given end.
    Learning,
    /// Depth-first, fewest onward moves first; complete.
    FewestOnward,
    /// Depth-first in the order of [`MOVES`](super::MOVES).
    DepthFirst,
    BreadthFirst,
    /// Depth-first to this depth; without a number, to that of a tour.
    DepthLimited(Option<u32>),
    /// Depth-limited with limits 0, 1, 2, …
    IterativeDeepening,
}

impl Method {
    /// Every method, the default first.
    pub const ALL: [Method; 7] = [
        Method::Construction,
        Method::Learning,
        Method::FewestOnward,
        Method::DepthFirst,
        Method::BreadthFirst,
        Method::DepthLimited(None),
        Method::IterativeDeepening,
    ];

    pub const WATCHED: [Method; 5] =
        [Method::FewestOnward, Method::DepthFirst, Method::BreadthFirst, Method::DepthLimited(None), Method::IterativeDeepening];

    /// The most squares, limited by memory.
    pub fn most_squares(self) -> u32 {
        match self {
            Method::Construction => MAX_SQUARES,
            Method::Learning => Field::MAX_SQUARES,
            _ => 1 << 20,
        }
    }

    #[must_use]
    pub fn without_limit(self) -> Method {
        if matches!(self, Method::DepthLimited(_)) { Method::DepthLimited(None) } else { self }
    }

    pub(super) fn must_take(self, board: Chessboard) -> Result<(), Error> {
        let (width, height, most) = (board.width(), board.height(), self.most_squares());
        if board.squares() > most { Err(Error::LargeForMethod { method: self.to_string(), width, height, most }) } else { Ok(()) }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Construction => "construction",
            Method::Learning => "learning",
            Method::FewestOnward => "fewest-onward",
            Method::DepthFirst => "depth-first",
            Method::BreadthFirst => "breadth-first",
            Method::DepthLimited(None) => "depth-limited",
            Method::DepthLimited(Some(limit)) => return write!(f, "depth-limited:{limit}"),
            Method::IterativeDeepening => "iterative-deepening",
        })
    }
}

impl FromStr for Method {
    type Err = Error;

    /// Parses a name as it is displayed, such as `depth-first` or `depth-limited:35`.
    fn from_str(text: &str) -> Result<Method, Error> {
        let wrong = || Error::UnknownMethod { text: clip(text), methods: Method::ALL.map(|method| method.to_string()).join(", ") };
        let text = text.trim();
        if let Some(limit) = text.strip_prefix("depth-limited:") {
            let plain = limit.bytes().all(|byte| byte.is_ascii_digit());
            return limit.parse().ok().filter(|_| plain).map(|limit| Method::DepthLimited(Some(limit))).ok_or_else(wrong);
        }
        Method::ALL.into_iter().find(|method| method.to_string() == text).ok_or_else(wrong)
    }
}
