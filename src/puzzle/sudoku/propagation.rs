//! Constraint propagation (naked singles, hidden singles, locked candidates) and backtracking, with a guess where the fewest choices are left.

use crate::{Cost, Each, KeepGoing, Observer, Snapshot, StreamEnding, TraceEvent};

use super::backtracking::choice;
use super::{SudokuPuzzle, SudokuReason, SudokuShape, SudokuStep, Technique, Unit};

struct Tables {
    shape: SudokuShape,
    side: usize,
    all: u32,
    /// The cells of each unit, `side` per unit: rows, columns, boxes.
    units: Vec<u16>,
    units_of: Vec<[u16; 3]>,
    /// The lines (rows, then columns) that cross each box.
    crossings: Vec<(u16, u16)>,
    is_given: Vec<bool>,
}

struct Contradiction;

/// A cell and the candidate that is tried in it, as a bit.
type Guess = (usize, u32);

/// Candidates of each cell as bits from 0, and the work left to propagate.
#[derive(Clone)]
struct PropagationState {
    cells: Vec<u32>,
    /// Cells with one candidate that is not yet removed from their peers.
    singles: Vec<u16>,
    dirty: Vec<bool>,
    /// Whether a cell changed since the last search for locked candidates.
    stale: bool,
}

impl Tables {
    fn new(puzzle: &SudokuPuzzle) -> Tables {
        let shape = puzzle.shape();
        let side = usize::from(shape.side());
        let units = shape.units().flat_map(|unit| shape.cells_of(unit)).map(|cell| shape.index(cell) as u16).collect();
        let units_of = (0..shape.cells()).map(|index| {
            let cell = shape.cell(index);
            let n = u16::from(shape.side());
            [u16::from(cell.row), n + u16::from(cell.column), 2 * n + u16::from(shape.box_of(cell))]
        });
        let units_of: Vec<[u16; 3]> = units_of.collect();
        let mut crossings: Vec<(u16, u16)> = units_of.iter().flat_map(|u| [(u[0], u[2]), (u[1], u[2])]).collect();
        crossings.sort_unstable();
        crossings.dedup();
        Tables {
            shape,
            side,
            all: ((1_u64 << side) - 1) as u32,
            units,
            units_of,
            crossings,
            is_given: puzzle.digits().iter().map(|digit| *digit != 0).collect(),
        }
    }

    fn unit(&self, unit: usize) -> &[u16] {
        &self.units[unit * self.side..][..self.side]
    }
}

impl PropagationState {
    fn new(tables: &Tables, puzzle: &SudokuPuzzle) -> Result<PropagationState, Contradiction> {
        let cells = vec![tables.all; tables.units_of.len()];
        let mut state = PropagationState { cells, singles: Vec::new(), dirty: vec![true; 3 * tables.side], stale: true };
        for (index, &digit) in puzzle.digits().iter().enumerate() {
            if digit != 0 {
                state.restrict(tables, index, 1 << (digit - 1))?;
            }
        }
        Ok(state)
    }

    fn copy_from(&mut self, other: &PropagationState) {
        self.cells.copy_from_slice(&other.cells);
        self.dirty.copy_from_slice(&other.dirty);
        self.singles.clone_from(&other.singles);
        self.stale = other.stale;
    }

    fn restrict(&mut self, tables: &Tables, index: usize, to: u32) -> Result<(), Contradiction> {
        let (old, new) = (self.cells[index], self.cells[index] & to);
        if new == old {
            return Ok(());
        }
        if new == 0 {
            return Err(Contradiction);
        }
        self.cells[index] = new;
        self.stale = true;
        for unit in tables.units_of[index] {
            self.dirty[usize::from(unit)] = true;
        }
        if new & (new - 1) == 0 {
            self.singles.push(index as u16);
        }
        Ok(())
    }

    /// Propagates to a fixed point, and reports each settled cell to the observer.
    fn propagate(&mut self, tables: &Tables, guesses: &[Guess], observer: &mut impl Observer) -> Result<(), Contradiction> {
        loop {
            while let Some(index) = self.singles.pop() {
                if !tables.is_given[usize::from(index)] {
                    let because = || Some(self.single(tables, index.into()).message());
                    observer.record(TraceEvent::Propagated, || Snapshot {
                        because: because(),
                        ..self.snapshot(tables, Some(index.into()), guesses)
                    });
                }
                let bit = self.cells[usize::from(index)];
                for unit in tables.units_of[usize::from(index)] {
                    for &peer in tables.unit(usize::from(unit)) {
                        if peer != index && self.cells[usize::from(peer)] & bit != 0 {
                            self.restrict(tables, usize::from(peer), !bit)?;
                        }
                    }
                }
            }
            while self.singles.is_empty()
                && let Some(unit) = self.dirty.iter().position(|dirty| *dirty)
            {
                self.dirty[unit] = false;
                self.hidden_singles(tables, unit)?;
            }
            if !self.singles.is_empty() {
                continue;
            }
            if !self.stale {
                return Ok(());
            }
            self.stale = false;
            self.locked_candidates(tables)?;
        }
    }

    /// The cell's only digit as a step: a hidden single, if no other cell of a unit may hold it, or a naked one.
    fn single(&self, tables: &Tables, index: usize) -> SudokuStep {
        let (cell, bit) = (tables.shape.cell(index), self.cells[index]);
        let digit = bit.trailing_zeros() as u8 + 1;
        let is_alone =
            |unit: &Unit| tables.shape.cells_of(*unit).all(|other| other == cell || self.cells[tables.shape.index(other)] & bit == 0);
        match tables.shape.units_of(cell).into_iter().find(is_alone) {
            Some(unit) => Technique::HiddenSingle.place((cell, digit), SudokuReason::Hidden { unit, digit, cell }),
            None => Technique::NakedSingle.place((cell, digit), SudokuReason::Naked { cell, digit }),
        }
    }

    fn snapshot(&self, tables: &Tables, cell: Option<usize>, guesses: &[Guess]) -> Snapshot {
        let moves = guesses.iter().map(|&(cell, bit)| choice(tables.shape, cell, bit.trailing_zeros() as u8 + 1)).collect();
        Snapshot { cells: self.cells.clone(), cell, depth: guesses.len() as u32, moves, ..Snapshot::default() }
    }

    fn hidden_singles(&mut self, tables: &Tables, unit: usize) -> Result<(), Contradiction> {
        let (mut once, mut twice) = (0, 0);
        for &index in tables.unit(unit) {
            let candidates = self.cells[usize::from(index)];
            twice |= once & candidates;
            once |= candidates;
        }
        if once != tables.all {
            return Err(Contradiction);
        }
        let hidden = once & !twice;
        if hidden != 0 {
            for &index in tables.unit(unit) {
                let found = self.cells[usize::from(index)] & hidden;
                if found != 0 {
                    // Two hidden singles in one cell leave nothing.
                    let one = if found & (found - 1) == 0 { found } else { 0 };
                    self.restrict(tables, usize::from(index), one)?;
                }
            }
        }
        Ok(())
    }

    /// A digit whose places in a line lie in one box is removed from the rest of the box, and the other way round.
    fn locked_candidates(&mut self, tables: &Tables) -> Result<(), Contradiction> {
        for &(line, block) in &tables.crossings {
            let (line, block) = (usize::from(line), usize::from(block));
            let (mut both, mut line_only, mut box_only) = (0, 0, 0);
            for &index in tables.unit(line) {
                let inside = usize::from(tables.units_of[usize::from(index)][2]) == block;
                let set = if inside { &mut both } else { &mut line_only };
                *set |= self.cells[usize::from(index)];
            }
            let on_line = |index: u16| tables.units_of[usize::from(index)].contains(&(line as u16));
            for &index in tables.unit(block) {
                if !on_line(index) {
                    box_only |= self.cells[usize::from(index)];
                }
            }
            let (clear_box, clear_line) = (both & !line_only & box_only, both & !box_only & line_only);
            if clear_box != 0 {
                for &index in tables.unit(block) {
                    if !on_line(index) {
                        self.restrict(tables, usize::from(index), !clear_box)?;
                    }
                }
            }
            if clear_line != 0 {
                for &index in tables.unit(line) {
                    if usize::from(tables.units_of[usize::from(index)][2]) != block {
                        self.restrict(tables, usize::from(index), !clear_line)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The next guess: in a cell of two candidates, else a digit with two places in a unit, else in a cell of fewest candidates.
    fn choice(&self, tables: &Tables) -> Option<(usize, u32)> {
        let open = self.cells.iter().enumerate().filter(|(_, set)| set.count_ones() > 1);
        let (cell, set) = open.min_by_key(|(_, set)| set.count_ones())?;
        let first = |set: u32| set & set.wrapping_neg();
        if set.count_ones() == 2 {
            return Some((cell, first(*set)));
        }
        for unit in 0..3 * tables.side {
            let (mut one, mut two, mut three) = (0, 0, 0);
            for &index in tables.unit(unit) {
                let candidates = self.cells[usize::from(index)];
                three |= two & candidates;
                two |= one & candidates;
                one |= candidates;
            }
            let pairs = two & !three;
            if pairs != 0 {
                let bit = first(pairs);
                let found = tables.unit(unit).iter().find(|&&index| self.cells[usize::from(index)] & bit != 0);
                return found.map(|&index| (usize::from(index), bit));
            }
        }
        Some((cell, first(*set)))
    }
}

pub(super) fn search(
    puzzle: &SudokuPuzzle,
    observer: &mut impl Observer,
    keep_going: KeepGoing,
    each: Each<Vec<u8>>,
) -> (StreamEnding, Cost) {
    let tables = Tables::new(puzzle);
    let mut cost = Cost { generated: 1, frontier: 1, ..Cost::default() };
    let state_bytes = (tables.units_of.len() * (size_of::<u32>() + size_of::<u16>()) + 3 * tables.side) as u64;
    let Ok(root) = PropagationState::new(&tables, puzzle) else {
        return (StreamEnding::Exhausted, cost);
    };
    // states[..depth] are the open alternatives; states[depth] is the current state.
    let mut states = vec![root];
    let mut guesses: Vec<Guess> = Vec::new();
    loop {
        if cost.expanded.is_multiple_of(256) && !keep_going(&cost) {
            return (StreamEnding::LimitReached, cost);
        }
        cost.bytes = states.len() as u64 * state_bytes;
        let depth = guesses.len();
        let alive = states[depth].propagate(&tables, &guesses, observer).is_ok();
        let choice = if alive { states[depth].choice(&tables) } else { None };
        if let Some((cell, bit)) = choice {
            if states.len() == depth + 1 {
                states.push(states[depth].clone());
            } else {
                let (known, spare) = states.split_at_mut(depth + 1);
                spare[0].copy_from(&known[depth]);
            }
            // Neither can fail: the cell has at least two candidates.
            let _ = states[depth + 1].restrict(&tables, cell, bit);
            let _ = states[depth].restrict(&tables, cell, !bit);
            guesses.push((cell, bit));
            let depth = guesses.len();
            observer.record(TraceEvent::Tried, || states[depth].snapshot(&tables, Some(cell), &guesses));
            cost.expanded += 1;
            cost.generated += 2;
            cost.depth = cost.depth.max(depth as u32);
            cost.frontier = cost.frontier.max(depth as u64 + 1);
            continue;
        }
        if alive {
            observer.record(TraceEvent::Found, || states[depth].snapshot(&tables, None, &guesses));
            if each(states[depth].cells.iter().map(|set| set.trailing_zeros() as u8 + 1).collect()).is_break() {
                return (StreamEnding::Stopped, cost);
            }
        }
        let Some((cell, _)) = guesses.pop() else {
            return (StreamEnding::Exhausted, cost);
        };
        observer.record(TraceEvent::Failed, || states[guesses.len()].snapshot(&tables, Some(cell), &guesses));
    }
}
