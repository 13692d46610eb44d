//! The next digit for a person who is stuck, with the reasons that lead to it.

use super::{Notes, Puzzle, Step, Technique};

/// What can be said of the next move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The steps to the next digit: any number that strike out candidates, then one that places a digit.
    Next(Vec<Step>),
    /// The grid is full.
    Finished,
    /// The grid cannot be filled: the steps that show it, and what is wrong then.
    Contradiction(Vec<Step>, String),
    /// The known techniques lead no further than these steps; no digit follows from them.
    Stuck(Vec<Step>),
}

/// The easiest steps to the next digit. `puzzle` is the grid as filled so far.
#[must_use]
pub fn hint(puzzle: &Puzzle) -> Hint {
    next(&mut Notes::new(puzzle))
}

/// The easiest steps from these notes to the next digit, carried out in the notes.
pub(super) fn next(notes: &mut Notes) -> Hint {
    let mut steps = Vec::new();
    loop {
        if let Some(words) = notes.contradiction() {
            return Hint::Contradiction(steps, words);
        }
        if notes.is_full() {
            return Hint::Finished;
        }
        let Some(step) = Technique::ALL.iter().find_map(|technique| technique.find(notes)) else {
            return Hint::Stuck(steps);
        };
        notes.apply(&step);
        let placed = step.placement.is_some();
        steps.push(step);
        if placed {
            return Hint::Next(steps);
        }
    }
}

impl Notes {
    /// All steps that the known techniques give from here, carried out one after the other.
    pub fn walk(&mut self) -> Vec<Step> {
        let mut steps = Vec::new();
        while let Hint::Next(more) = next(self) {
            steps.extend(more);
        }
        steps
    }
}
