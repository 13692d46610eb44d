//! Sudoku by clause learning: a variable for each candidate of each cell, of which exactly one is true in a cell, and for a digit in a unit.

use batsat::{Var, lbool};

use crate::learning::Formula;
use crate::{Cost, Each, KeepGoing, StreamEnding};

use super::{Notes, SudokuPuzzle};

pub(super) fn search(puzzle: &SudokuPuzzle, keep_going: KeepGoing, each: Each<Vec<u8>>) -> (StreamEnding, Cost) {
    let (shape, notes) = (puzzle.shape(), Notes::new(puzzle));
    let mut formula = Formula::new();
    let variables: Vec<Vec<(u8, Var)>> = (0..shape.cells())
        .map(|cell| notes.candidates(shape.cell(cell)).iter().map(|digit| (digit, formula.variable())).collect())
        .collect();
    for cell in (0..shape.cells()).filter(|&cell| puzzle.digits()[cell] == 0) {
        let candidates: Vec<Var> = variables[cell].iter().map(|&(_, variable)| variable).collect();
        formula.exactly_one(&candidates);
    }
    for unit in shape.units() {
        let cells: Vec<usize> = shape.cells_of(unit).map(|cell| shape.index(cell)).collect();
        let missing = (1..=shape.side()).filter(|digit| cells.iter().all(|&cell| puzzle.digits()[cell] != *digit));
        for digit in missing {
            let candidates = cells.iter().flat_map(|&cell| &variables[cell]);
            let places: Vec<Var> = candidates.filter(|(candidate, _)| *candidate == digit).map(|&(_, variable)| variable).collect();
            formula.exactly_one(&places);
        }
    }
    let mut digits = puzzle.digits().to_vec();
    formula.solve((), keep_going, &mut |values| {
        for (digit, candidates) in digits.iter_mut().zip(&variables) {
            let found = candidates.iter().find(|&&(_, variable)| values.value(variable) == lbool::TRUE);
            found.iter().for_each(|(candidate, _)| *digit = *candidate);
        }
        each(digits.clone())
    })
}
