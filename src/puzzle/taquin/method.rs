//! Methods for sliding puzzles, by name.

use super::error::Error;
use super::grid::Shape;
use crate::named::{named, read_by_name};

named! {
    pub enum Method {
        /// IDA* guided by additive pattern tables: optimal, the default up to 16 cells.
        Patterns = "patterns",
        /// Weighted A* with the Manhattan distance after the outer lines of a large board: any size, not optimal, fewer moves than layers; the default
        /// beyond 16 cells.
        Weighted = "weighted",
        /// Line by line from the outside in: any size, not optimal.
        Layers = "layers",
        /// A* with the number of misplaced tiles (h1): optimal.
        AStarMisplaced = "a-star-misplaced",
        /// A* with the Manhattan distance (h2): optimal.
        AStarManhattan = "a-star-manhattan",
        /// Iterative-deepening A* with the Manhattan distance: optimal, with little memory.
        IdaStar = "ida-star",
        /// Breadth-first search: optimal.
        BreadthFirst = "breadth-first",
        /// Greedy best-first search by Manhattan distance: quick, not optimal.
        Greedy = "greedy",
    }
}

read_by_name!(Method, Error, |text| Error::UnknownMethod { text, methods: Method::ALL.map(Method::name).join(", ") });

impl Method {
    pub const WATCHED: [Method; 6] =
        [Method::AStarManhattan, Method::AStarMisplaced, Method::IdaStar, Method::Patterns, Method::BreadthFirst, Method::Greedy];

    pub fn default_for(shape: Shape) -> Method {
        if shape.cells() <= 16 { Method::Patterns } else { Method::Weighted }
    }

    pub fn is_optimal(self) -> bool {
        !matches!(self, Method::Weighted | Method::Layers | Method::Greedy)
    }

    pub fn most_cells(self) -> usize {
        match self {
            Method::Weighted | Method::Layers => 10_000,
            Method::Patterns => 64,
            _ => 255,
        }
    }

    pub(super) fn must_take(self, shape: Shape, most: usize) -> Result<(), Error> {
        let cells = shape.cells();
        if cells > most { Err(Error::LargeForMethod { method: self.to_string(), shape: shape.to_string(), cells, most }) } else { Ok(()) }
    }
}
