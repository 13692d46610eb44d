//! The methods by name.

use super::Error;
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
        Learning = "learning",
        /// 9×9 on vector registers, all boxes at once, by the configurations of a digit in a band; other sizes use [`Method::Learning`].
        #[default]
        Configurations = "configurations",
    }
}

read_by_name!(Method, Error, |name| Error::Method { name, methods: Method::ALL.map(Method::name).join(", ") });

impl Method {
    /// The methods that can be watched step by step.
    pub const WATCHED: [Method; 3] = [Method::Propagation, Method::FewestFirst, Method::Backtracking];
}
