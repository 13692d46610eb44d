//! The methods by name.

use super::Error;
use crate::named::{named, read_by_name};

named! {
    /// How to solve a Light Up board. All but [`Method::Patterns`] find the same solutions and prove the same.
    #[derive(Default)]
    pub enum Method {
        /// The classroom's: cell by cell, with a bulb and without, and back when a rule is broken.
        Backtracking = "backtracking",
        /// What follows from the patterns alone. Gives up where they end; see [`super::walk`] for how far they lead.
        Patterns = "patterns",
        /// The patterns, then a guess, then the patterns again.
        PatternsSearch = "patterns-search",
        /// Propagation with a clause learnt from every contradiction.
        #[default]
        Learning = "learning",
    }
}

read_by_name!(Method, Error, |name| Error::Method { name, methods: Method::ALL.map(Method::name).join(", ") });

impl Method {
    /// The methods that can be watched step by step.
    pub const WATCHED: [Method; 3] = [Method::PatternsSearch, Method::Patterns, Method::Backtracking];
}
