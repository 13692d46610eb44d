//! The next digit for a person who is stuck, with the reasons that lead to it.

use super::{Contradiction, Notes, Puzzle, Step, Technique, chains, forcing, patterns};
use crate::{Cost, Solved, Verdict};

/// What can be said of the next move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The steps to the next digit: any number that strike out candidates, then one that places a digit.
    Next(Vec<Step>),
    /// The grid is full.
    Finished,
    /// The grid cannot be filled: the steps that show it, and what is wrong then.
    Contradiction(Vec<Step>, Contradiction),
    /// The known techniques lead no further than these steps; no digit follows from them.
    Stuck(Vec<Step>),
}

/// All steps, one after the other, and how they end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The steps, each of which follows from the grid and the steps before it.
    pub steps: Vec<Step>,
    /// What there is to say after the last step; it holds no steps itself.
    pub end: Hint,
}

impl Walk {
    /// The hardest technique on the way: it rates the puzzle. None if there was nothing to do.
    #[must_use]
    pub fn hardest(&self) -> Option<Technique> {
        self.steps.iter().map(|step| step.technique).max()
    }
}

impl From<Hint> for Walk {
    /// The steps of a hint, and how they end.
    fn from(hint: Hint) -> Walk {
        match hint {
            Hint::Next(steps) => Walk { steps, end: Hint::Next(Vec::new()) },
            Hint::Stuck(steps) => Walk { steps, end: Hint::Stuck(Vec::new()) },
            Hint::Contradiction(steps, end) => Walk { steps, end: Hint::Contradiction(Vec::new(), end) },
            Hint::Finished => Walk { steps: Vec::new(), end: Hint::Finished },
        }
    }
}

/// The easiest steps to the next digit. `puzzle` is the grid as filled so far.
pub fn hint(puzzle: &Puzzle, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Hint> {
    let mut cost = Cost::default();
    let verdict = next(&mut Notes::new(puzzle), &Technique::ALL, &mut cost, go_on).map_or(Verdict::GaveUp, Verdict::Solved);
    Solved { verdict, cost }
}

/// All steps that the techniques give, the easiest first.
pub fn walk(puzzle: &Puzzle, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Walk> {
    walk_by(puzzle, &Technique::ALL, go_on)
}

/// The same by some techniques only, the easiest first.
pub(super) fn walk_by(puzzle: &Puzzle, techniques: &[Technique], go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Walk> {
    let (mut notes, mut cost, mut steps) = (Notes::new(puzzle), Cost::default(), Vec::new());
    let verdict = loop {
        match next(&mut notes, techniques, &mut cost, go_on).map(Walk::from) {
            None => break Verdict::GaveUp,
            Some(more) => {
                steps.extend(more.steps);
                if !matches!(more.end, Hint::Next(_)) {
                    break Verdict::Solved(Walk { steps, end: more.end });
                }
            }
        }
    };
    Solved { verdict, cost }
}

/// The easiest steps from these notes to the next digit, carried out in the notes; nothing when out of budget.
fn next(notes: &mut Notes, techniques: &[Technique], cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) -> Option<Hint> {
    let mut steps = Vec::new();
    loop {
        if let Some(end) = notes.contradiction() {
            return Some(Hint::Contradiction(steps, end));
        }
        if notes.is_full() {
            return Some(Hint::Finished);
        }
        if !go_on(cost) {
            return None;
        }
        let Some(step) = techniques.iter().find_map(|technique| technique.find(notes)) else {
            return Some(Hint::Stuck(steps));
        };
        cost.generated += 1;
        cost.expanded += 1;
        cost.depth += 1;
        notes.apply(&step);
        let placed = step.placement.is_some();
        steps.push(step);
        if placed {
            return Some(Hint::Next(steps));
        }
    }
}

impl Technique {
    /// The first step of this kind in the notes, if there is one.
    #[must_use]
    pub fn find(self, notes: &Notes) -> Option<Step> {
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
            Technique::XyWing => patterns::xy_wing(notes),
            Technique::XyzWing => patterns::xyz_wing(notes),
            Technique::XChain | Technique::XyChain | Technique::ForcingChain => chains::find(notes, self),
            Technique::DynamicForcingChain | Technique::NestedForcingChain => forcing::find(notes, self),
        }
    }
}
