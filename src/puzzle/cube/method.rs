//! Methods for cubes, by name.

use super::error::Error;
use super::size::Size;
use crate::named::named;
use crate::quotation::clip;
use std::fmt;
use std::str::FromStr;

named! {
    pub enum Heuristic {
        /// The number of colours on each face.
        Colors = "colors",
        /// The distance of each sticker to its own face.
        Scatter = "scatter",
        /// A pattern database of the corners, whose distances are those of a 2×2×2.
        Corners = "corners",
    }
}

/// A way to solve a cube. Every method except the two-phase one finds a shortest solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// Kociemba's two-phase method, for the 3×3×3: at most 22 moves at once, fewer with time.
    TwoPhase,
    /// Upper bounds by the two-phase method and lower bounds by IDA* with the distances to a subgroup, for the 3×3×3, until they meet: seconds to some
    /// minutes with existing tables.
    Optimal,
    /// A table of all distances, for the 2×2×2.
    DistanceTable,
    BreadthFirst,
    /// Breadth-first search from both ends until they meet.
    Bidirectional,
    IterativeDeepening,
    AStar(Heuristic),
    IdaStar(Heuristic),
}

impl Method {
    /// Every method, the recommended ones first.
    pub const ALL: [Method; 12] = [
        Method::TwoPhase,
        Method::Optimal,
        Method::DistanceTable,
        Method::BreadthFirst,
        Method::Bidirectional,
        Method::IterativeDeepening,
        Method::AStar(Heuristic::Colors),
        Method::AStar(Heuristic::Scatter),
        Method::AStar(Heuristic::Corners),
        Method::IdaStar(Heuristic::Colors),
        Method::IdaStar(Heuristic::Scatter),
        Method::IdaStar(Heuristic::Corners),
    ];

    pub fn fastest(size: Size) -> Method {
        match size {
            Size::Two => Method::DistanceTable,
            Size::Three => Method::TwoPhase,
        }
    }

    /// Whether an observer can follow it: a table has no steps.
    pub fn is_watched(self) -> bool {
        self != Method::DistanceTable
    }

    pub fn is_for(self, size: Size) -> bool {
        match self {
            Method::TwoPhase | Method::Optimal => size == Size::Three,
            Method::DistanceTable => size == Size::Two,
            _ => true,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::TwoPhase => f.write_str("two-phase"),
            Method::Optimal => f.write_str("optimal"),
            Method::DistanceTable => f.write_str("distance-table"),
            Method::BreadthFirst => f.write_str("breadth-first"),
            Method::Bidirectional => f.write_str("bidirectional"),
            Method::IterativeDeepening => f.write_str("iterative-deepening"),
            Method::AStar(heuristic) => write!(f, "a-star-{heuristic}"),
            Method::IdaStar(heuristic) => write!(f, "ida-star-{heuristic}"),
        }
    }
}

impl FromStr for Method {
    type Err = Error;

    /// Parses the name; also `a*-colors` and `IDA* corners`.
    fn from_str(text: &str) -> Result<Method, Error> {
        let name = clip(text.trim()).to_lowercase().replace('*', "-star").replace([' ', '_'], "-");
        let methods = Method::ALL.map(|method| method.to_string());
        let found = methods.iter().position(|method| *method == name).map(|at| Method::ALL[at]);
        found.ok_or_else(|| Error::Method { name: clip(text), methods: methods.join(", ") })
    }
}
