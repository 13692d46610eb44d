//! Backtracking as in class: place a digit without a clash, continue, and take it back at a dead end.

use core::ops::ControlFlow;

use crate::{Cost, Each, KeepGoing, Observer, Snapshot, StreamEnding, TraceEvent};

use super::{SudokuCell, SudokuPuzzle, SudokuShape};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellOrder {
    Reading,
    /// Fewest candidates first, then reading order.
    Fewest,
}

struct Backtracking<'a, O> {
    shape: SudokuShape,
    order: CellOrder,
    digits: Vec<u8>,
    /// The cells that were filled, in order.
    path: Vec<usize>,
    /// The digits of each row, column and box, as bits from 1.
    used: [[u32; 3]; SudokuShape::LARGEST as usize],
    cost: Cost,
    /// Open alternatives on the path.
    waiting: u64,
    observer: &'a mut O,
    keep_going: KeepGoing<'a>,
    each: Each<'a, Vec<u8>>,
}

pub(super) fn search(
    puzzle: &SudokuPuzzle,
    order: CellOrder,
    observer: &mut impl Observer,
    keep_going: KeepGoing,
    each: Each<Vec<u8>>,
) -> (StreamEnding, Cost) {
    let shape = puzzle.shape();
    let digits = vec![0; shape.cells()];
    let bytes = digits.len() as u64 + size_of::<[[u32; 3]; 25]>() as u64;
    let cost = Cost { generated: 1, frontier: 1, bytes, ..Cost::default() };
    let used = [[0; 3]; SudokuShape::LARGEST as usize];
    let mut search = Backtracking { shape, order, digits, path: Vec::new(), used, cost, waiting: 0, observer, keep_going, each };
    for (index, &digit) in puzzle.digits().iter().enumerate() {
        if digit != 0 {
            search.toggle(shape.cell(index), digit);
            search.digits[index] = digit;
        }
    }
    match search.descend(0, 0) {
        ControlFlow::Continue(()) => (StreamEnding::Exhausted, search.cost),
        ControlFlow::Break(ending) => (ending, search.cost),
    }
}

pub(super) fn choice(shape: SudokuShape, index: usize, digit: u8) -> String {
    let SudokuCell { row, column } = shape.cell(index);
    format!("r{}c{}={digit}", row + 1, column + 1)
}

impl<O: Observer> Backtracking<'_, O> {
    fn descend(&mut self, from: usize, depth: u32) -> ControlFlow<StreamEnding> {
        self.cost.depth = self.cost.depth.max(depth);
        if self.cost.expanded.is_multiple_of(1024) && !(self.keep_going)(&self.cost) {
            return ControlFlow::Break(StreamEnding::LimitReached);
        }
        let Some(index) = self.next(from) else {
            self.record(TraceEvent::Found, None, depth);
            return (self.each)(self.digits.clone()).map_break(|()| StreamEnding::Stopped);
        };
        self.cost.expanded += 1;
        let cell = self.shape.cell(index);
        let mut left = self.candidates(cell);
        self.waiting += u64::from(left.count_ones());
        self.cost.generated += u64::from(left.count_ones());
        self.cost.frontier = self.cost.frontier.max(self.waiting);
        while left != 0 {
            let digit = left.trailing_zeros() as u8;
            left &= left - 1;
            self.waiting -= 1;
            self.digits[index] = digit;
            self.path.push(index);
            self.toggle(cell, digit);
            self.record(TraceEvent::Tried, Some(index), depth + 1);
            self.descend(index + 1, depth + 1)?;
            self.toggle(cell, digit);
            self.digits[index] = 0;
            self.path.pop();
            self.record(TraceEvent::Failed, Some(index), depth);
        }
        ControlFlow::Continue(())
    }

    fn record(&mut self, event: TraceEvent, cell: Option<usize>, depth: u32) {
        let (shape, path, digits, waiting) = (self.shape, &self.path, &self.digits, self.waiting);
        self.observer.record(event, || {
            let cells = digits.iter().map(|&digit| if digit == 0 { 0 } else { 1 << (digit - 1) }).collect();
            let moves = path.iter().map(|&index| choice(shape, index, digits[index])).collect();
            Snapshot { cells, cell, depth, waiting: Some(waiting), moves, ..Snapshot::default() }
        });
    }

    fn next(&self, from: usize) -> Option<usize> {
        match self.order {
            CellOrder::Reading => (from..self.digits.len()).find(|&index| self.digits[index] == 0),
            CellOrder::Fewest => (0..self.digits.len())
                .filter(|&index| self.digits[index] == 0)
                .min_by_key(|&index| self.candidates(self.shape.cell(index)).count_ones()),
        }
    }

    fn candidates(&self, cell: SudokuCell) -> u32 {
        let [row, column, block] = [cell.row, cell.column, self.shape.box_of(cell)].map(usize::from);
        let all = (2_u32 << self.shape.side()) - 2;
        all & !(self.used[row][0] | self.used[column][1] | self.used[block][2])
    }

    fn toggle(&mut self, cell: SudokuCell, digit: u8) {
        for (kind, unit) in [cell.row, cell.column, self.shape.box_of(cell)].into_iter().enumerate() {
            self.used[usize::from(unit)][kind] ^= 1 << digit;
        }
    }
}
