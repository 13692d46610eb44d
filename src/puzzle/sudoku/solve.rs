//! Solver with its methods, and the proof of a contradiction.

use core::ops::ControlFlow;

use super::patterns::{hidden_single, is_single, naked_single};
use super::{Error, Notes, Proof, Puzzle, Shape, Solution, Steps, backtracking, learning, propagation};
use crate::named::{named, read_by_name};
use crate::{Cost, Impossible, Observer, Solvable, Stream};

named! {
    /// How to solve a Sudoku. All methods find the same solutions and prove the same.
    #[derive(Default)]
    pub enum Method {
        /// Backtracking in reading order, as in class.
        Backtracking = "backtracking",
        /// Backtracking in the empty cell with the fewest candidates.
        FewestFirst = "fewest-first",
        /// Naked and hidden singles and locked candidates, with a guess where there are fewest choices.
        Propagation = "propagation",
        /// Conflict-driven clause learning.
        #[default]
        Learning = "learning",
    }
}

read_by_name!(Method, Error, |name| Error::Method { name, methods: Method::ALL.map(Method::name).join(", ") });

impl Method {
    pub const WATCHED: [Method; 3] = [Method::Propagation, Method::FewestFirst, Method::Backtracking];

    /// The fastest method for most grids of a shape.
    pub(super) fn quickest(shape: Shape) -> Method {
        if shape.side() <= 9 { Method::Propagation } else { Method::Learning }
    }
}

impl Solvable for Puzzle {
    type Method = Method;
    type Solution = Solution;

    /// The observer sees the candidates of each cell as bits, 1 as the lowest; none where nothing is known.
    fn search(
        &self,
        method: Method,
        observer: &mut impl Observer,
        keep_going: &mut impl FnMut(&Cost) -> bool,
        each: &mut impl FnMut(Solution) -> ControlFlow<()>,
    ) -> Stream {
        let mut found = 0;
        let mut checked = |digits: &[u8]| {
            found += 1;
            each(Solution::check(self, digits.to_vec()).expect("the search keeps the rules of the checker"))
        };
        let (ending, cost) = match method {
            Method::Backtracking => backtracking::search(self, backtracking::Order::Reading, observer, keep_going, &mut checked),
            Method::FewestFirst => backtracking::search(self, backtracking::Order::Fewest, observer, keep_going, &mut checked),
            Method::Propagation => propagation::search(self, observer, keep_going, &mut checked),
            Method::Learning => learning::search(self, keep_going, &mut checked),
        };
        Stream { ending, found, cost }
    }

    /// Singles that lead to a contradiction; else that every filling was tried.
    fn why_impossible(&self, cost: &Cost) -> Impossible {
        match contradiction_by_singles(self) {
            Some(proof) => Impossible::Sudoku(proof),
            None => Impossible::EveryFilling { guesses: cost.expanded },
        }
    }
}

/// The singles that lead to a contradiction, all of them needed.
fn contradiction_by_singles(puzzle: &Puzzle) -> Option<Proof> {
    let mut notes = Notes::new(puzzle);
    let mut steps = Vec::new();
    let end = loop {
        if let Some(end) = notes.contradiction() {
            break end;
        }
        let step = hidden_single(&notes).or_else(|| naked_single(&notes))?;
        notes.apply(&step);
        steps.push(step);
    };
    // The last steps first: the steps that they need may then go too.
    for at in (0..steps.len()).rev() {
        let mut fewer = steps.clone();
        fewer.remove(at);
        let mut notes = Notes::new(puzzle);
        let follow = fewer.iter().all(|step| {
            let follows = is_single(&notes, step);
            notes.apply(step);
            follows
        });
        if follow && notes.contradiction() == Some(end) {
            steps = fewer;
        }
    }
    Some(Proof { steps: Steps(steps), end })
}
