//! Methods for tours, by name.

use std::fmt;
use std::str::FromStr;

use super::{Chessboard, MAX_SQUARES, RestrictedTour, TourError};
use crate::quotation::clip;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TourMethod {
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

impl TourMethod {
    pub const ALL: [TourMethod; 7] = [
        TourMethod::Construction,
        TourMethod::Learning,
        TourMethod::FewestOnward,
        TourMethod::DepthFirst,
        TourMethod::BreadthFirst,
        TourMethod::DepthLimited(None),
        TourMethod::IterativeDeepening,
    ];

    pub const TRACED: [TourMethod; 5] = *Self::ALL.last_chunk().expect("there are seven");

    /// The most squares, limited by memory.
    pub fn most_squares(self) -> u32 {
        match self {
            TourMethod::Construction => MAX_SQUARES,
            TourMethod::Learning => RestrictedTour::MAX_SQUARES,
            _ => 1 << 20,
        }
    }

    pub fn without_limit(self) -> TourMethod {
        if matches!(self, TourMethod::DepthLimited(_)) { TourMethod::DepthLimited(None) } else { self }
    }

    pub(super) fn must_take(self, board: Chessboard) -> Result<(), TourError> {
        let (width, height, most) = (board.width(), board.height(), self.most_squares());
        if board.squares() > most { Err(TourError::LargeForMethod { method: self.to_string(), width, height, most }) } else { Ok(()) }
    }
}

impl fmt::Display for TourMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TourMethod::Construction => "construction",
            TourMethod::Learning => "learning",
            TourMethod::FewestOnward => "fewest-onward",
            TourMethod::DepthFirst => "depth-first",
            TourMethod::BreadthFirst => "breadth-first",
            TourMethod::DepthLimited(None) => "depth-limited",
            TourMethod::DepthLimited(Some(limit)) => return write!(f, "depth-limited:{limit}"),
            TourMethod::IterativeDeepening => "iterative-deepening",
        })
    }
}

impl FromStr for TourMethod {
    type Err = TourError;

    /// Parses a name as it is displayed, such as `depth-first` or `depth-limited:35`.
    fn from_str(text: &str) -> Result<TourMethod, TourError> {
        let wrong = || TourError::UnknownMethod { text: clip(text), methods: TourMethod::ALL.map(|method| method.to_string()).join(", ") };
        let text = text.trim();
        if let Some(limit) = text.strip_prefix("depth-limited:") {
            let plain = limit.bytes().all(|byte| byte.is_ascii_digit());
            return limit.parse().ok().filter(|_| plain).map(|limit| TourMethod::DepthLimited(Some(limit))).ok_or_else(wrong);
        }
        TourMethod::ALL.into_iter().find(|method| method.to_string() == text).ok_or_else(wrong)
    }
}
