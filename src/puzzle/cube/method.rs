//! Methods for cubes, by name.

use super::error::CubeError;
use super::size::Size;
use crate::named::named;
use crate::quotation::clip;
use std::fmt;
use std::str::FromStr;

named! {
    pub enum CubeHeuristic {
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
pub enum CubeMethod {
    /// Kociemba's two-phase method, for the 3×3×3: a first solution of at most 22 moves in milliseconds, shorter ones with time.
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
    AStar(CubeHeuristic),
    IdaStar(CubeHeuristic),
}

impl CubeMethod {
    /// Every method, the recommended ones first.
    pub const ALL: [CubeMethod; 12] = [
        CubeMethod::TwoPhase,
        CubeMethod::Optimal,
        CubeMethod::DistanceTable,
        CubeMethod::BreadthFirst,
        CubeMethod::Bidirectional,
        CubeMethod::IterativeDeepening,
        CubeMethod::AStar(CubeHeuristic::Colors),
        CubeMethod::AStar(CubeHeuristic::Scatter),
        CubeMethod::AStar(CubeHeuristic::Corners),
        CubeMethod::IdaStar(CubeHeuristic::Colors),
        CubeMethod::IdaStar(CubeHeuristic::Scatter),
        CubeMethod::IdaStar(CubeHeuristic::Corners),
    ];

    pub fn fastest(size: Size) -> CubeMethod {
        match size {
            Size::Two => CubeMethod::DistanceTable,
            Size::Three => CubeMethod::TwoPhase,
        }
    }

    /// Whether an observer can follow it: a table has no steps.
    pub fn is_traced(self) -> bool {
        self != CubeMethod::DistanceTable
    }

    pub fn is_for(self, size: Size) -> bool {
        match self {
            CubeMethod::TwoPhase | CubeMethod::Optimal => size == Size::Three,
            CubeMethod::DistanceTable => size == Size::Two,
            _ => true,
        }
    }
}

impl fmt::Display for CubeMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CubeMethod::TwoPhase => f.write_str("two-phase"),
            CubeMethod::Optimal => f.write_str("optimal"),
            CubeMethod::DistanceTable => f.write_str("distance-table"),
            CubeMethod::BreadthFirst => f.write_str("breadth-first"),
            CubeMethod::Bidirectional => f.write_str("bidirectional"),
            CubeMethod::IterativeDeepening => f.write_str("iterative-deepening"),
            CubeMethod::AStar(heuristic) => write!(f, "a-star-{heuristic}"),
            CubeMethod::IdaStar(heuristic) => write!(f, "ida-star-{heuristic}"),
        }
    }
}

impl FromStr for CubeMethod {
    type Err = CubeError;

    /// Parses the name; also `a*-colors` and `IDA* corners`.
    fn from_str(text: &str) -> Result<CubeMethod, CubeError> {
        let name = clip(text.trim()).to_lowercase().replace('*', "-star").replace([' ', '_'], "-");
        let methods = CubeMethod::ALL.map(|method| method.to_string());
        let found = methods.iter().position(|method| *method == name).map(|at| CubeMethod::ALL[at]);
        found.ok_or_else(|| CubeError::Method { name: clip(text), methods: methods.join(", ") })
    }
}
