//! Light Up by clause learning: a variable for each white cell, true for a bulb.

use batsat::{TheoryArg, Var, lbool};

use crate::learning::{Formula, Rules, is_true};
use crate::{Cost, Each, KeepGoing, StreamEnding};

use super::LightUpPuzzle;
use super::lines::{Clue, Lines};
use super::pigeonholes::shortage;

/// Conflicts until pigeonholes are counted before each decision.
const HARD: u64 = if cfg!(test) { 2 } else { 256 };

pub(super) fn search(board: &LightUpPuzzle, keep_going: KeepGoing, each: Each<Vec<bool>>) -> (StreamEnding, Cost) {
    let lines = Lines::new(board);
    let mut formula = Formula::new();
    let bulbs: Vec<Var> = (0..lines.cells()).map(|_| formula.variable()).collect();
    let bulb = |&cell: &u16| bulbs[usize::from(cell)];
    for Clue { bulbs, places } in &lines.clues {
        formula.exactly((*bulbs).into(), &places.iter().map(bulb).collect::<Vec<_>>());
    }
    for line in 0..lines.lines() as u16 {
        formula.at_most_one(&lines.line(line).iter().map(bulb).collect::<Vec<_>>());
    }
    for cell in 0..lines.cells() as u16 {
        formula.clause(lines.sees(cell).chain([cell]).map(|cell| is_true(bulb(&cell))));
    }
    let pigeonholes = Pigeonholes { lines: &lines, bulbs: &bulbs, conflicts: 0 };
    formula.solve(pigeonholes, keep_going, &mut |values| each(lines.bulbs_on_board(board, |cell| values.value(bulbs[cell]) == lbool::TRUE)))
}

/// The lines in need of a bulb have one each, which takes clauses exponentially long to refute.
struct Pigeonholes<'a> {
    lines: &'a Lines,
    bulbs: &'a [Var],
    conflicts: u64,
}

impl Rules for Pigeonholes<'_> {
    fn follow(&mut self, values: &mut TheoryArg, _: usize) {
        if self.conflicts < HARD {
            return;
        }
        let value = |cell: u16| {
            let value = values.value(self.bulbs[usize::from(cell)]);
            (value != lbool::UNDEF).then(|| value == lbool::TRUE)
        };
        if let Some(crossed) = shortage(self.lines, value) {
            let last = values.model().last().map(|&last| !last);
            let clause: Vec<_> = crossed.into_iter().map(|cell| is_true(self.bulbs[usize::from(cell)])).chain(last).collect();
            values.raise_conflict(&clause, false);
        }
    }

    fn back_to(&mut self, _: usize) {
        self.conflicts += 1;
    }
}
