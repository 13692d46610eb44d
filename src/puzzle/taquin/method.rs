//! The methods by name.

use std::fmt;
use std::str::FromStr;

use super::error::Error;
use super::grid::Shape;
use crate::quotation::clip;

/// A way to solve a sliding puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// IDA* guided by additive pattern tables: optimal, the default up to 16 cells.
    Patterns,
    /// Weighted A* with the Manhattan distance, the outer lines of a large board set first: any size soon, not optimal, but with
    /// fewer moves than line by line; the default beyond 16 cells.
    Weighted,
    /// Line by line from the outside in: any size at once, not optimal.
    Layers,
    /// A* with the number of misplaced tiles (h1): optimal.
    AStarMisplaced,
    /// A* with the Manhattan distance (h2): optimal.
    AStarManhattan,
    /// Iterative-deepening A* with the Manhattan distance: optimal, hardly any memory.
    IdaStar,
    /// All boards one move away, then two, and so on: optimal.
    BreadthFirst,
    /// The board with the least Manhattan distance first: quick, not optimal.
    Greedy,
}

impl Method {
    /// Every method, the default first.
    pub const ALL: [Method; 8] = [
        Method::Patterns,
        Method::Weighted,
        Method::Layers,
        Method::AStarMisplaced,
        Method::AStarManhattan,
        Method::IdaStar,
        Method::BreadthFirst,
        Method::Greedy,
    ];

    /// The methods that can be watched step by step.
    pub const WATCHED: [Method; 6] =
        [Method::AStarManhattan, Method::AStarMisplaced, Method::IdaStar, Method::Patterns, Method::BreadthFirst, Method::Greedy];

    /// The method for a board of this shape when none is named.
    pub fn default_for(shape: Shape) -> Method {
        if shape.cells() <= 16 { Method::Patterns } else { Method::Weighted }
    }

    /// Whether its solutions have the fewest moves possible.
    pub fn is_optimal(self) -> bool {
        !matches!(self, Method::Weighted | Method::Layers | Method::Greedy)
    }

    /// The most cells of a board that the method takes.
    pub fn most_cells(self) -> usize {
        match self {
            Method::Weighted | Method::Layers => 10_000,
            Method::Patterns => 64,
            _ => 255,
        }
    }

    /// Refuses a board of more cells than `most`.
    pub(super) fn must_take(self, shape: Shape, most: usize) -> Result<(), Error> {
        let cells = shape.cells();
        if cells > most { Err(Error::LargeForMethod { method: self.to_string(), shape: shape.to_string(), cells, most }) } else { Ok(()) }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Patterns => "patterns",
            Method::Weighted => "weighted",
            Method::Layers => "layers",
            Method::AStarMisplaced => "a-star-misplaced",
            Method::AStarManhattan => "a-star-manhattan",
            Method::IdaStar => "ida-star",
            Method::BreadthFirst => "breadth-first",
            Method::Greedy => "greedy",
        })
    }
}

impl FromStr for Method {
    type Err = Error;

    /// Reads a name as it is displayed, such as `a-star-manhattan`.
    fn from_str(text: &str) -> Result<Method, Error> {
        let wanted = text.trim();
        let named = Method::ALL.into_iter().find(|method| method.to_string() == wanted);
        named.ok_or_else(|| Error::UnknownMethod { text: clip(text), methods: Method::ALL.map(|method| method.to_string()).join(", ") })
    }
}
