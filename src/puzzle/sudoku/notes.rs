//! Pencil marks: the digits so far and the candidates of each empty cell.

use super::{SudokuCell, SudokuContradiction, SudokuPuzzle, SudokuShape, SudokuStep};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Candidates(u32);

impl Candidates {
    pub(super) fn all(shape: SudokuShape) -> Candidates {
        Candidates((2 << shape.side()) - 2)
    }

    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn contains(self, digit: u8) -> bool {
        self.0 >> digit & 1 == 1
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        core::iter::successors(Some(self.0), |bits| Some(bits & (bits - 1)))
            .take(self.0.count_ones() as usize)
            .map(|bits| bits.trailing_zeros() as u8)
    }

    pub(super) fn union(self, other: Candidates) -> Candidates {
        Candidates(self.0 | other.0)
    }

    pub(super) fn remove(&mut self, digit: u8) {
        self.0 &= !(1 << digit);
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Notes {
    shape: SudokuShape,
    digits: Vec<u8>,
    candidates: Vec<Candidates>,
}

impl Notes {
    /// The givens, and in every empty cell the digits without a clash.
    pub(super) fn new(puzzle: &SudokuPuzzle) -> Notes {
        let shape = puzzle.shape();
        let candidates = vec![Candidates::all(shape); shape.cells()];
        let mut notes = Notes { shape, digits: vec![0; shape.cells()], candidates };
        for (index, &digit) in puzzle.digits().iter().enumerate() {
            if digit != 0 {
                notes.place(shape.cell(index), digit);
            }
        }
        notes
    }

    pub(super) fn shape(&self) -> SudokuShape {
        self.shape
    }

    /// The digits so far in reading order, 0 for an empty cell.
    pub(super) fn digits(&self) -> &[u8] {
        &self.digits
    }

    pub(super) fn candidates(&self, cell: SudokuCell) -> Candidates {
        self.candidates[self.shape.index(cell)]
    }

    pub(super) fn is_filled(&self, cell: SudokuCell) -> bool {
        self.digits[self.shape.index(cell)] != 0
    }

    pub(super) fn is_full(&self) -> bool {
        !self.digits.contains(&0)
    }

    /// The candidates of a cell as bits; none if it is filled.
    pub(super) fn bits(&self, at: usize) -> u32 {
        self.candidates[at].0
    }

    /// Places a digit, and removes it from the peers of the cell.
    pub(super) fn place(&mut self, cell: SudokuCell, digit: u8) {
        self.digits[self.shape.index(cell)] = digit;
        self.candidates[self.shape.index(cell)] = Candidates::default();
        for unit in self.shape.units_of(cell) {
            for peer in self.shape.cells_of(unit) {
                self.candidates[self.shape.index(peer)].remove(digit);
            }
        }
    }

    pub(super) fn apply(&mut self, step: &SudokuStep) {
        for &(cell, digit) in &step.removals {
            self.candidates[self.shape.index(cell)].remove(digit);
        }
        if let Some((cell, digit)) = step.placement {
            self.place(cell, digit);
        }
    }

    /// A cell without a candidate or a digit without a place in a unit.
    pub(super) fn contradiction(&self) -> Option<SudokuContradiction> {
        let stuck = |cell: &SudokuCell| !self.is_filled(*cell) && self.candidates(*cell).is_empty();
        if let Some(cell) = (0..self.shape.cells()).map(|index| self.shape.cell(index)).find(stuck) {
            return Some(SudokuContradiction::Cell { cell });
        }
        self.shape.units().find_map(|unit| {
            let here =
                |digit| move |cell: SudokuCell| self.digits[self.shape.index(cell)] == digit || self.candidates(cell).contains(digit);
            let digit = (1..=self.shape.side()).find(|&digit| !self.shape.cells_of(unit).any(here(digit)))?;
            Some(SudokuContradiction::Unit { digit, unit })
        })
    }
}
