//! Methods for cubes, by name.

use super::{CubeError, Size};
use crate::named::named;
use crate::quotation::clip;

named! {
    /// A way to solve a cube, the recommended ones first. Every method except the two-phase one finds a shortest solution.
    pub enum CubeMethod {
        /// Kociemba's two-phase method, for the 3×3×3: a first solution of at most 22 moves in milliseconds, shorter ones with time.
        TwoPhase = "two-phase",
        /// Upper bounds by the two-phase method and lower bounds by IDA* with the distances to a subgroup, for the 3×3×3, until they meet: seconds to some
        /// minutes with existing tables.
        Optimal = "optimal",
        /// A table of all distances, for the 2×2×2.
        DistanceTable = "distance-table",
        BreadthFirst = "breadth-first",
        /// Breadth-first search from both ends until they meet.
        Bidirectional = "bidirectional",
        IterativeDeepening = "iterative-deepening",
        /// By the number of colours on each face.
        AStarColors = "a-star-colors",
        /// By the distance of each sticker to its own face.
        AStarScatter = "a-star-scatter",
        /// By a pattern database of the corners, whose distances are those of a 2×2×2.
        AStarCorners = "a-star-corners",
        IdaStarColors = "ida-star-colors",
        IdaStarScatter = "ida-star-scatter",
        IdaStarCorners = "ida-star-corners",
    }
}

impl CubeMethod {
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

impl std::str::FromStr for CubeMethod {
    type Err = CubeError;

    /// Parses the name; also `a*-colors` and `IDA* corners`.
    fn from_str(text: &str) -> Result<CubeMethod, CubeError> {
        let name = clip(text.trim()).to_lowercase().replace('*', "-star").replace([' ', '_'], "-");
        let unknown = || CubeError::Method { name: clip(text), methods: CubeMethod::ALL.map(CubeMethod::name).join(", ") };
        CubeMethod::ALL.into_iter().find(|method| method.name() == name).ok_or_else(unknown)
    }
}
