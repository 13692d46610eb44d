//! Hints by human techniques: the steps to the next digit, or to the end.

use super::{Notes, SudokuCell, SudokuContradiction, SudokuPuzzle, SudokuStep, Technique, chains, forcing, patterns};
use crate::{Cost, KeepGoing, Solved, Verdict};

/// Steps, each of which follows from the grid and the steps before it, and how they end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SudokuWalk {
    pub steps: Vec<SudokuStep>,
    /// The candidates of the cells of each step before it.
    pub candidates: Vec<Vec<(SudokuCell, Vec<u8>)>>,
    pub end: SudokuEnd,
}

/// The state after the last step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SudokuEnd {
    /// The last step placed a digit; more may follow.
    Next,
    Finished,
    Contradiction(SudokuContradiction),
    /// No known technique applies.
    Stuck,
}

impl SudokuWalk {
    /// The hardest technique of the steps, which rates the puzzle.
    pub fn hardest(&self) -> Option<Technique> {
        self.steps.iter().map(|step| step.technique).max()
    }
}

/// The easiest steps to the next digit of a grid.
pub fn hint(puzzle: &SudokuPuzzle, keep_going: KeepGoing) -> Solved<SudokuWalk> {
    follow(puzzle, true, keep_going)
}

/// All steps that the techniques give, the easiest first.
pub fn walk(puzzle: &SudokuPuzzle, keep_going: KeepGoing) -> Solved<SudokuWalk> {
    follow(puzzle, false, keep_going)
}

fn follow(puzzle: &SudokuPuzzle, only_next: bool, keep_going: KeepGoing) -> Solved<SudokuWalk> {
    let (mut notes, mut cost, mut steps, mut candidates) = (Notes::new(puzzle), Cost::default(), Vec::new(), Vec::new());
    let end = loop {
        if let Some(end) = notes.contradiction() {
            break SudokuEnd::Contradiction(end);
        }
        if notes.is_full() {
            break SudokuEnd::Finished;
        }
        if !keep_going(&cost) {
            return Solved { verdict: Verdict::LimitReached, cost };
        }
        let Some(step) = Technique::ALL.iter().find_map(|technique| technique.find(&notes)) else { break SudokuEnd::Stuck };
        cost.generated += 1;
        cost.expanded += 1;
        cost.depth += 1;
        let mut cells: Vec<SudokuCell> = step.removals.iter().chain(&step.placement).map(|(cell, _)| *cell).chain(step.cells()).collect();
        cells.sort_unstable();
        cells.dedup();
        candidates.push(cells.into_iter().map(|cell| (cell, notes.candidates(cell).iter().collect())).collect());
        notes.apply(&step);
        let is_placed = step.placement.is_some();
        steps.push(step);
        if is_placed && only_next {
            break SudokuEnd::Next;
        }
    };
    Solved { verdict: Verdict::Solved(SudokuWalk { steps, candidates, end }), cost }
}

impl Technique {
    pub(super) fn find(self, notes: &Notes) -> Option<SudokuStep> {
        match self {
            Technique::HiddenSingle => patterns::hidden_single(notes),
            Technique::NakedSingle => patterns::naked_single(notes),
            Technique::Pointing | Technique::Claiming => patterns::locked_candidates(notes, self),
            Technique::NakedPair => patterns::naked(notes, 2, self),
            Technique::NakedTriple => patterns::naked(notes, 3, self),
            Technique::NakedQuad => patterns::naked(notes, 4, self),
            Technique::HiddenPair => patterns::hidden(notes, 2, self),
            Technique::HiddenTriple => patterns::hidden(notes, 3, self),
            Technique::HiddenQuad => patterns::hidden(notes, 4, self),
            Technique::XWing => patterns::fish(notes, 2, self),
            Technique::Swordfish => patterns::fish(notes, 3, self),
            Technique::Jellyfish => patterns::fish(notes, 4, self),
            Technique::XyWing => patterns::wing(notes, 2, self),
            Technique::XyzWing => patterns::wing(notes, 3, self),
            Technique::SimpleColouring | Technique::XChain | Technique::XyChain | Technique::ForcingChain => chains::find(notes, self),
            Technique::DynamicForcingChain | Technique::NestedForcingChain => forcing::find(notes, self),
        }
    }
}
