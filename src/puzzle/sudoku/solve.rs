//! Solver with its methods, and the proof of a contradiction.

use super::patterns::{hidden_single, is_single, naked_single};
use super::{Notes, SudokuError, SudokuProof, SudokuPuzzle, SudokuShape, SudokuSolution, SudokuSteps, backtracking, learning, propagation};
use crate::named::{named, read_by_name};
use crate::{Cost, Each, Impossible, KeepGoing, Observer, Solvable, Stream};

named! {
    /// How to solve a Sudoku. All methods find the same solutions and prove the same.
    #[derive(Default)]
    pub enum SudokuMethod {
        /// Backtracking in reading order, as in class.
        Backtracking = "backtracking",
        /// Backtracking in the empty cell with the fewest candidates.
        FewestFirst = "fewest-first",
        /// Naked and hidden singles and locked candidates, with a guess where there are fewest choices.
        Propagation = "propagation",
        #[default]
        Learning = "learning",
    }
}

read_by_name!(SudokuMethod, SudokuError, |name| SudokuError::Method {
    name,
    methods: SudokuMethod::ALL.map(SudokuMethod::name).join(", ")
});

impl SudokuMethod {
    pub const TRACED: [SudokuMethod; 3] = [SudokuMethod::Propagation, SudokuMethod::FewestFirst, SudokuMethod::Backtracking];

    /// The fastest method for most grids of a shape.
    pub(super) fn quickest(shape: SudokuShape) -> SudokuMethod {
        if shape.side() <= 9 { SudokuMethod::Propagation } else { SudokuMethod::Learning }
    }
}

impl Solvable for SudokuPuzzle {
    type Method = SudokuMethod;
    type Solution = SudokuSolution;

    /// The observer sees the candidates of each cell as bits, 1 as the lowest; none where nothing is known.
    fn search(&self, method: SudokuMethod, observer: &mut impl Observer, keep_going: KeepGoing, each: Each<SudokuSolution>) -> Stream {
        let mut found = 0;
        let mut checked = |digits: Vec<u8>| {
            found += 1;
            each(SudokuSolution::check(self, digits).expect("the search keeps the rules of the checker"))
        };
        let (ending, cost) = match method {
            SudokuMethod::Backtracking => backtracking::search(self, backtracking::CellOrder::Reading, observer, keep_going, &mut checked),
            SudokuMethod::FewestFirst => backtracking::search(self, backtracking::CellOrder::Fewest, observer, keep_going, &mut checked),
            SudokuMethod::Propagation => propagation::search(self, observer, keep_going, &mut checked),
            SudokuMethod::Learning => learning::search(self, keep_going, &mut checked),
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
fn contradiction_by_singles(puzzle: &SudokuPuzzle) -> Option<SudokuProof> {
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
    Some(SudokuProof { steps: SudokuSteps(steps), end })
}
