//! Solver with its methods.

use super::lines::Lines;
use super::patterns::{self, Patterns};
use super::{LightUpError, LightUpPuzzle, LightUpSolution, backtracking, learning};
use crate::named::{named, read_by_name};
use crate::{Cost, Each, Impossible, KeepGoing, Observer, Solvable, Stream};

named! {
    /// How to solve a Light Up board. All but [`LightUpMethod::Patterns`] find the same solutions and prove the same.
    #[derive(Default)]
    pub enum LightUpMethod {
        /// Backtracking in reading order, as in class.
        Backtracking = "backtracking",
        /// The consequences of the patterns alone. Reaches its limit where they end; see [`super::walk`] for how far they lead.
        Patterns = "patterns",
        /// The patterns, then a guess, then the patterns again.
        PatternsSearch = "patterns-search",
        #[default]
        Learning = "learning",
    }
}

read_by_name!(LightUpMethod, LightUpError, |name| LightUpError::Method {
    name,
    methods: LightUpMethod::ALL.map(LightUpMethod::name).join(", ")
});

impl LightUpMethod {
    pub const TRACED: [LightUpMethod; 3] = [LightUpMethod::PatternsSearch, LightUpMethod::Patterns, LightUpMethod::Backtracking];
}

impl Solvable for LightUpPuzzle {
    type Method = LightUpMethod;
    type Solution = LightUpSolution;

    /// The observer sees the number of the mark of each cell.
    fn search(&self, method: LightUpMethod, observer: &mut impl Observer, keep_going: KeepGoing, each: Each<LightUpSolution>) -> Stream {
        let mut found = 0;
        let mut checked = |bulbs: Vec<bool>| {
            found += 1;
            each(LightUpSolution::check(self, bulbs).expect("the search keeps the rules of the checker"))
        };
        let (ending, cost) = match method {
            LightUpMethod::Backtracking => backtracking::search(self, observer, keep_going, &mut checked),
            LightUpMethod::Patterns => patterns::search(self, false, observer, keep_going, &mut checked),
            LightUpMethod::PatternsSearch => patterns::search(self, true, observer, keep_going, &mut checked),
            LightUpMethod::Learning => learning::search(self, keep_going, &mut checked),
        };
        Stream { ending, found, cost }
    }

    fn why_impossible(&self, cost: &Cost) -> Impossible {
        let contradiction = Patterns::new(self, &Lines::new(self)).exhaust().err();
        contradiction.map_or(Impossible::EveryPlacing { guesses: cost.expanded }, Impossible::from)
    }
}
