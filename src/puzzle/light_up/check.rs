//! Independent checker of every answer: it shares only the board with the solvers.

use core::fmt;

use super::{Cell, Puzzle, Square};

/// Bulbs that light a board by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    board: Puzzle,
    bulbs: Vec<bool>,
}

/// Why a set of bulbs is not a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("light_up_fault")]
pub(crate) enum Fault {
    Length { found: usize, expected: usize },
    Black { cell: Cell },
    Bulbs { cell: Cell, other: Cell },
    Dark { cell: Cell },
    Clue { cell: Cell, clue: u8, found: usize },
}

impl Solution {
    /// Checks an answer: for each cell in reading order, whether there is a bulb. Bulbs that light each other are found first.
    pub(super) fn check(board: &Puzzle, bulbs: Vec<bool>) -> Result<Solution, Fault> {
        if bulbs.len() != board.squares().len() {
            return Err(Fault::Length { found: bulbs.len(), expected: board.squares().len() });
        }
        let bulb = |cell: &Cell| bulbs[board.index(*cell)];
        let mut lit = bulbs.clone();
        for cell in board.cells().filter(bulb) {
            for other in board.sees(cell) {
                if bulb(&other) {
                    return Err(Fault::Bulbs { cell, other });
                }
                lit[board.index(other)] = true;
            }
        }
        for cell in board.cells() {
            match board.square(cell) {
                Square::White if !lit[board.index(cell)] => return Err(Fault::Dark { cell }),
                Square::White => {}
                _ if bulb(&cell) => return Err(Fault::Black { cell }),
                Square::Black => {}
                Square::Clue(clue) => {
                    let found = board.neighbours(cell).filter(bulb).count();
                    if found != usize::from(clue) {
                        return Err(Fault::Clue { cell, clue, found });
                    }
                }
            }
        }
        Ok(Solution { board: board.clone(), bulbs })
    }

    pub fn board(&self) -> &Puzzle {
        &self.board
    }

    /// For each cell in reading order, whether there is a bulb.
    pub fn bulbs(&self) -> &[bool] {
        &self.bulbs
    }

    pub fn bulb(&self, cell: Cell) -> bool {
        self.bulbs[self.board.index(cell)]
    }
}

/// Rows of `*` (bulb), `.` (white without), `#` and figures, separated by `/`.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.board.cells() {
            if cell.column == 0 && cell.row > 0 {
                f.write_str("/")?;
            }
            if self.bulb(cell) { f.write_str("*")? } else { write!(f, "{}", self.board.square(cell))? }
        }
        Ok(())
    }
}
