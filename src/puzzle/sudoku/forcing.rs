//! Forcing chains: a candidate is refuted if singles lead from it to a contradiction. Nested forcing chains also refute further candidates on
//! the way.

use crate::{Answer, Others, Verdict};

use super::patterns::open_cells;
use super::{
    Assumption, Notes, SudokuCell, SudokuContradiction, SudokuMethod, SudokuPuzzle, SudokuReason, SudokuShape, SudokuStep, Technique, Unit,
    solve,
};

/// Limit of guesses of the solver that shows which candidates are false.
const GUESSES: u64 = 20_000;

/// The shortest refutation of a candidate by singles alone, or the first by nested ones.
pub(super) fn find(notes: &Notes, technique: Technique) -> Option<SudokuStep> {
    let puzzle = SudokuPuzzle::new(notes.shape(), notes.digits().to_vec()).ok()?;
    let solved = solve(&puzzle, SudokuMethod::quickest(puzzle.shape()), &mut |cost| cost.expanded < GUESSES).verdict;
    let (solution, unique) = match &solved {
        Verdict::Solved(Answer { solution, others }) => (Some(solution), *others == Others::None),
        // Every candidate can be refuted.
        Verdict::Impossible(_) => (None, true),
        Verdict::LimitReached => (None, false),
    };
    let nested = technique == Technique::NestedForcingChain;
    if nested && !unique {
        return None;
    }
    let shape = notes.shape();
    let is_wrong = |cell: SudokuCell, digit: u8| solution.is_none_or(|solution| solution.digits()[shape.index(cell)] != digit);
    let mut cells: Vec<SudokuCell> = open_cells(notes).collect();
    cells.sort_by_key(|&cell| notes.candidates(cell).len());
    let all = cells.into_iter().flat_map(|cell| notes.candidates(cell).iter().map(move |digit| (cell, digit)));
    let state = ForcingState::new(notes);
    let mut refuted =
        all.filter(|&(cell, digit)| is_wrong(cell, digit)).filter_map(|tried| Some(state.refute(tried, nested, &mut Vec::new())?.0));
    let assumption = if nested { refuted.next() } else { refuted.min_by_key(|assumption| assumption.steps.len()) }?;
    Some(assumption.step(technique))
}

impl Assumption {
    fn step(self, technique: Technique) -> SudokuStep {
        SudokuStep { technique, placement: None, removals: vec![(self.cell, self.digit)], because: SudokuReason::Tried { tried: self } }
    }
}

/// Not removed by a link: missing in the notes.
const NOTES: u32 = u32::MAX;

struct ForcingLink {
    cell: SudokuCell,
    digit: u8,
    why: Why,
}

enum Why {
    Tried,
    /// The cell has no other candidate.
    Naked,
    /// The digit has no other place in the unit.
    Hidden(Unit),
    /// The candidate was refuted by another assumption, after these links.
    Refuted(Assumption, Vec<u32>),
}

/// Candidates, and the link that removed each.
#[derive(Clone)]
struct ForcingState {
    shape: SudokuShape,
    /// Per cell, bits from 1. A filled cell has its digit.
    candidates: Vec<u32>,
    filled: Vec<bool>,
    removed_by: Vec<u32>,
}

impl ForcingState {
    fn new(notes: &Notes) -> ForcingState {
        let shape = notes.shape();
        let cells = (0..shape.cells()).map(|index| shape.cell(index));
        let bits = |cell: SudokuCell| match notes.digits()[shape.index(cell)] {
            0 => notes.candidates(cell).iter().fold(0, |bits, digit| bits | 1 << digit),
            digit => 1 << digit,
        };
        let filled = notes.digits().iter().map(|&digit| digit != 0).collect();
        let removed_by = vec![NOTES; shape.cells() * usize::from(shape.side())];
        ForcingState { shape, candidates: cells.map(bits).collect(), filled, removed_by }
    }

    fn holds(&self, cell: SudokuCell, digit: u8) -> bool {
        self.candidates[self.shape.index(cell)] >> digit & 1 == 1
    }

    fn number(&self, cell: SudokuCell, digit: u8) -> usize {
        self.shape.index(cell) * usize::from(self.shape.side()) + usize::from(digit) - 1
    }

    /// Tries a candidate after some links, which stay as they are: the assumption if it is refuted, and the links that the refutation needs.
    fn refute(&self, (cell, digit): (SudokuCell, u8), nested: bool, links: &mut Vec<ForcingLink>) -> Option<(Assumption, Vec<u32>)> {
        let first = links.len();
        let mut state = self.clone();
        links.push(ForcingLink { cell, digit, why: Why::Tried });
        state.filled[self.shape.index(cell)] = true;
        let mut head = first;
        let mut end = state.follow(&mut head, links);
        while nested && end.is_none() {
            let Some(link) = state.refute_one(links) else { break };
            let (cell, digit) = (link.cell, link.digit);
            links.push(link);
            end = state.remove(cell, digit, links.len() as u32 - 1, links).or_else(|| state.follow(&mut head, links));
        }
        let found = end.map(|end| state.trace(end, first, links));
        links.truncate(first);
        found
    }

    fn follow(&mut self, head: &mut usize, links: &mut Vec<ForcingLink>) -> Option<SudokuContradiction> {
        while let Some(&ForcingLink { cell, digit, ref why }) = links.get(*head) {
            let by = *head as u32;
            *head += 1;
            if matches!(why, Why::Refuted(..)) {
                continue;
            }
            for other in (1..=self.shape.side()).filter(|&other| other != digit) {
                if let Some(end) = self.remove(cell, other, by, links) {
                    return Some(end);
                }
            }
            for unit in self.shape.units_of(cell) {
                for peer in self.shape.cells_of(unit).filter(|&peer| peer != cell) {
                    if let Some(end) = self.remove(peer, digit, by, links) {
                        return Some(end);
                    }
                }
            }
        }
        None
    }

    /// Removes a candidate, and adds the singles that follow.
    fn remove(&mut self, cell: SudokuCell, digit: u8, by: u32, links: &mut Vec<ForcingLink>) -> Option<SudokuContradiction> {
        if !self.holds(cell, digit) {
            return None;
        }
        let (index, number) = (self.shape.index(cell), self.number(cell, digit));
        self.candidates[index] &= !(1 << digit);
        self.removed_by[number] = by;
        let left = self.candidates[index];
        if left == 0 {
            return Some(SudokuContradiction::Cell { cell });
        }
        if left.is_power_of_two() && !core::mem::replace(&mut self.filled[index], true) {
            links.push(ForcingLink { cell, digit: left.trailing_zeros() as u8, why: Why::Naked });
        }
        for unit in self.shape.units_of(cell) {
            let mut places = self.shape.cells_of(unit).filter(|&place| self.holds(place, digit));
            match (places.next(), places.next()) {
                (None, _) => return Some(SudokuContradiction::Unit { digit, unit }),
                (Some(only), None) if !self.filled[self.shape.index(only)] => {
                    self.filled[self.shape.index(only)] = true;
                    links.push(ForcingLink { cell: only, digit, why: Why::Hidden(unit) });
                }
                _ => {}
            }
        }
        None
    }

    /// First candidate whose assumption leads to a contradiction.
    fn refute_one(&self, links: &mut Vec<ForcingLink>) -> Option<ForcingLink> {
        let mut cells: Vec<usize> = (0..self.candidates.len()).filter(|&index| !self.filled[index]).collect();
        cells.sort_by_key(|&index| self.candidates[index].count_ones());
        cells.into_iter().map(|index| self.shape.cell(index)).find_map(|cell| {
            (1..=self.shape.side()).filter(|&digit| self.holds(cell, digit)).find_map(|digit| {
                let (assumption, premises) = self.refute((cell, digit), false, links)?;
                Some(ForcingLink { cell, digit, why: Why::Refuted(assumption, premises) })
            })
        })
    }

    /// The links from `first` on that a contradiction needs, as steps, and the earlier ones that it needs.
    fn trace(&self, end: SudokuContradiction, first: usize, links: &[ForcingLink]) -> (Assumption, Vec<u32>) {
        let mut needed = vec![false; links.len()];
        // A later removal depends on the link `at`, and is not a part of its reason.
        let need = |needed: &mut [bool], at: usize, cell: SudokuCell, digit: u8| {
            let by = self.removed_by[self.number(cell, digit)] as usize;
            if by < at {
                needed[by] = true;
            }
        };
        let (side, all) = (self.shape.side(), links.len());
        match end {
            SudokuContradiction::Cell { cell } => (1..=side).for_each(|digit| need(&mut needed, all, cell, digit)),
            SudokuContradiction::Unit { unit, digit } => self.shape.cells_of(unit).for_each(|cell| need(&mut needed, all, cell, digit)),
        }
        for at in (first..links.len()).rev() {
            if !needed[at] {
                continue;
            }
            let &ForcingLink { cell, digit, ref why } = &links[at];
            match why {
                Why::Tried => {}
                Why::Naked => (1..=side).filter(|other| *other != digit).for_each(|other| need(&mut needed, at, cell, other)),
                Why::Hidden(unit) => {
                    self.shape.cells_of(*unit).filter(|other| *other != cell).for_each(|other| need(&mut needed, at, other, digit));
                }
                Why::Refuted(_, premises) => premises.iter().for_each(|&by| needed[by as usize] = true),
            }
        }
        let steps = links[first..].iter().zip(&needed[first..]).filter(|(_, needed)| **needed).filter_map(|(link, _)| link.step());
        let ForcingLink { cell, digit, .. } = links[first];
        let before = (0..first as u32).filter(|&by| needed[by as usize]).collect();
        (Assumption { cell, digit, steps: steps.collect(), end }, before)
    }
}

impl ForcingLink {
    fn step(&self) -> Option<SudokuStep> {
        let &ForcingLink { cell, digit, ref why } = self;
        match why {
            Why::Tried => None,
            Why::Naked => Some(Technique::NakedSingle.place((cell, digit), SudokuReason::Naked { cell, digit })),
            Why::Hidden(unit) => Some(Technique::HiddenSingle.place((cell, digit), SudokuReason::Hidden { unit: *unit, digit, cell })),
            Why::Refuted(assumption, _) => Some(assumption.clone().step(Technique::DynamicForcingChain)),
        }
    }
}
