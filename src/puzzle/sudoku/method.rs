//! The methods by name.

use super::{Error, Shape};
use crate::named::{named, read_by_name};

named! {
    /// How to solve a Sudoku. All methods find the same solutions and prove the same.
    #[derive(Default)]
    pub enum Method {
        /// The classroom's: the first empty cell in reading order, each digit that clashes with nothing, and back.
        Backtracking = "backtracking",
        /// Backtracking where it hurts most: always the empty cell with the fewest digits left.
        FewestFirst = "fewest-first",
        /// Naked and hidden singles and locked candidates until nothing follows, then a guess where there are fewest choices.
        Propagation = "propagation",
        /// Propagation with a clause learnt from every contradiction.
        #[default]
        Learning = "learning",
    }
}

read_by_name!(Method, Error, |name| Error::Method { name, methods: Method::ALL.map(Method::name).join(", ") });

impl Method {
    /// The methods that can be watched step by step.
    pub const WATCHED: [Method; 3] = [Method::Propagation, Method::FewestFirst, Method::Backtracking];

    /// The quickest for most grids of a shape: learning takes longer than it saves in small ones.
    pub(super) fn quickest(shape: Shape) -> Method {
        if shape.side() <= 9 { Method::Propagation } else { Method::Learning }
    }
}
