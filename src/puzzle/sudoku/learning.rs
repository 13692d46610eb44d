//! Sudoku by clause learning: a variable for each digit of each cell, and exactly-one constraints (groups).

use core::ops::ControlFlow;

use crate::learning::{Rules, Search, Trail, Value};
use crate::{Cost, StreamEnding};

use super::{Puzzle, Unit};

/// Hands each solution's digits to `each`.
pub(super) fn search(
    puzzle: &Puzzle,
    keep_going: &mut impl FnMut(&Cost) -> bool,
    each: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
) -> (StreamEnding, Cost) {
    let shape = puzzle.shape();
    let side = usize::from(shape.side());
    let mut search = Search::new(Groups::new(puzzle));
    let mut digits = vec![0; shape.cells()];
    let ending = search.run(keep_going, &mut |trail| {
        for (cell, digit) in digits.iter_mut().enumerate() {
            let is_true = |digit: &usize| trail.value((cell * side + digit) as u16) == Value::True;
            *digit = 1 + (0..side).find(is_true).expect("every group has one that is true") as u8;
        }
        each(&digits)
    });
    (ending, search.cost())
}

#[derive(Clone, Copy)]
enum Reason {
    /// That variable of a common group is true.
    Other(u16),
    /// All others of that group are false.
    Last(u16),
}

enum Conflict {
    /// These two of a group are true.
    Two(u16, u16),
    /// All of that group are false.
    Empty(u16),
}

/// The groups: the digits of a cell, the cells of a digit in a unit. A 25×25 grid has 15,625 variables and 2,500 groups.
struct Groups<'a> {
    puzzle: &'a Puzzle,
    /// The members of each group, `side` a group.
    members: Vec<u16>,
    /// The groups of each variable.
    of: Vec<[u16; 4]>,
    /// The number of variables of each group that are not false.
    open: Vec<u8>,
}

impl<'a> Groups<'a> {
    fn new(puzzle: &'a Puzzle) -> Groups<'a> {
        let shape = puzzle.shape();
        let side = usize::from(shape.side());
        let variable = |cell: usize, digit: usize| (cell * side + digit) as u16;
        let cells = (0..shape.cells()).flat_map(|cell| (0..side).map(move |digit| variable(cell, digit)));
        let in_unit =
            |unit: Unit| (0..side).flat_map(move |digit| shape.cells_of(unit).map(move |cell| variable(shape.index(cell), digit)));
        let members: Vec<u16> = cells.chain(shape.units().flat_map(in_unit)).collect();
        let mut of = vec![[0; 4]; shape.cells() * side];
        for (at, &variable) in members.iter().enumerate() {
            // First all cells, then all rows, columns and boxes.
            of[usize::from(variable)][at / (shape.cells() * side)] = (at / side) as u16;
        }
        Groups { puzzle, open: vec![shape.side(); members.len() / side], members, of }
    }

    fn group(&self, group: u16) -> &[u16] {
        let side = usize::from(self.puzzle.shape().side());
        &self.members[usize::from(group) * side..][..side]
    }
}

impl Rules for Groups<'_> {
    type Reason = Reason;
    type Conflict = Conflict;
    const BYTES: u64 = 64;

    fn variables(&self) -> usize {
        self.of.len()
    }

    #[inline]
    fn count(&mut self, variable: u16, value: Value) {
        for group in self.of[usize::from(variable)] {
            self.open[usize::from(group)] -= u8::from(value == Value::False);
        }
    }

    #[inline]
    fn take_back(&mut self, variable: u16, value: Value) {
        for group in self.of[usize::from(variable)] {
            self.open[usize::from(group)] += u8::from(value == Value::False);
        }
    }

    fn start(trail: &mut Trail<Self>) -> Result<(), Conflict> {
        let puzzle = trail.rules.puzzle;
        let side = u16::from(puzzle.shape().side());
        for (cell, &digit) in (0..).zip(puzzle.digits()) {
            if digit != 0 {
                let variable = cell * side + u16::from(digit) - 1;
                trail.set(variable, Value::True, Reason::Other(variable));
            }
        }
        Ok(())
    }

    fn follow(trail: &mut Trail<Self>, variable: u16) -> Result<(), Conflict> {
        let is_true = trail.value(variable) == Value::True;
        for group in trail.rules.of[usize::from(variable)] {
            if !is_true && trail.rules.open[usize::from(group)] > 1 {
                continue;
            }
            let side = usize::from(trail.rules.puzzle.shape().side());
            let first = usize::from(group) * side;
            if is_true {
                for at in first..first + side {
                    let other = trail.rules.members[at];
                    match trail.value(other) {
                        Value::Unknown => trail.set(other, Value::False, Reason::Other(variable)),
                        Value::True if other != variable => return Err(Conflict::Two(variable, other)),
                        _ => {}
                    }
                }
                continue;
            }
            let Some(&last) = trail.rules.group(group).iter().find(|&&other| trail.value(other) != Value::False) else {
                return Err(Conflict::Empty(group));
            };
            if trail.value(last) == Value::Unknown {
                trail.set(last, Value::True, Reason::Last(group));
            }
        }
        Ok(())
    }

    fn blame(trail: &Trail<Self>, conflict: Conflict, mut cause: impl FnMut(u16)) {
        match conflict {
            Conflict::Two(one, other) => {
                cause(one);
                cause(other);
            }
            Conflict::Empty(group) => trail.rules.group(group).iter().copied().for_each(cause),
        }
    }

    fn explain(trail: &Trail<Self>, variable: u16, reason: Reason, mut cause: impl FnMut(u16)) {
        match reason {
            Reason::Other(other) => cause(other),
            Reason::Last(group) => trail.rules.group(group).iter().copied().filter(|&other| other != variable).for_each(cause),
        }
    }
}
