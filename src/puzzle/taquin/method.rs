//! Methods for taquins, by name.

use super::{TaquinError, TaquinShape};
use crate::named::{named, read_by_name};

named! {
    pub enum TaquinMethod {
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

read_by_name!(TaquinMethod, TaquinError, |text| TaquinError::UnknownMethod {
    text,
    methods: TaquinMethod::ALL.map(TaquinMethod::name).join(", ")
});

impl TaquinMethod {
    pub const TRACED: [TaquinMethod; 6] = [
        TaquinMethod::AStarManhattan,
        TaquinMethod::AStarMisplaced,
        TaquinMethod::IdaStar,
        TaquinMethod::Patterns,
        TaquinMethod::BreadthFirst,
        TaquinMethod::Greedy,
    ];

    pub fn default_for(shape: TaquinShape) -> TaquinMethod {
        if shape.cells() <= 16 { TaquinMethod::Patterns } else { TaquinMethod::Weighted }
    }

    pub fn is_optimal(self) -> bool {
        !matches!(self, TaquinMethod::Weighted | TaquinMethod::Layers | TaquinMethod::Greedy)
    }

    pub fn most_cells(self) -> usize {
        match self {
            TaquinMethod::Weighted | TaquinMethod::Layers => 10_000,
            TaquinMethod::Patterns => 64,
            _ => 255,
        }
    }

    pub(super) fn must_take(self, shape: TaquinShape) -> Result<(), TaquinError> {
        let (cells, most) = (shape.cells(), self.most_cells());
        if cells > most {
            Err(TaquinError::LargeForMethod { method: self.to_string(), shape: shape.to_string(), cells, most })
        } else {
            Ok(())
        }
    }
}
