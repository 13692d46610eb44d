//! Independent checker of every answer: it shares only the board with the solvers.

use core::fmt;

use super::{LightUpCell, LightUpPuzzle, LightUpSquare};

/// Bulbs that light a board by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LightUpSolution {
    board: LightUpPuzzle,
    bulbs: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("light_up_fault")]
pub(crate) enum LightUpFault {
    Length { found: usize, expected: usize },
    Black { cell: LightUpCell },
    Bulbs { cell: LightUpCell, other: LightUpCell },
    Dark { cell: LightUpCell },
    Clue { cell: LightUpCell, clue: u8, found: usize },
}

impl LightUpSolution {
    /// Checks an answer: for each cell in reading order, whether there is a bulb. Bulbs that light each other are found first.
    pub(super) fn check(board: &LightUpPuzzle, bulbs: Vec<bool>) -> Result<LightUpSolution, LightUpFault> {
        if bulbs.len() != board.squares().len() {
            return Err(LightUpFault::Length { found: bulbs.len(), expected: board.squares().len() });
        }
        let bulb = |cell: &LightUpCell| bulbs[board.index(*cell)];
        let mut lit = bulbs.clone();
        for cell in board.cells().filter(bulb) {
            for other in board.sees(cell) {
                if bulb(&other) {
                    return Err(LightUpFault::Bulbs { cell, other });
                }
                lit[board.index(other)] = true;
            }
        }
        for cell in board.cells() {
            match board.square(cell) {
                LightUpSquare::White if !lit[board.index(cell)] => return Err(LightUpFault::Dark { cell }),
                LightUpSquare::White => {}
                _ if bulb(&cell) => return Err(LightUpFault::Black { cell }),
                LightUpSquare::Black => {}
                LightUpSquare::Clue(clue) => {
                    let found = board.neighbours(cell).filter(bulb).count();
                    if found != usize::from(clue) {
                        return Err(LightUpFault::Clue { cell, clue, found });
                    }
                }
            }
        }
        Ok(LightUpSolution { board: board.clone(), bulbs })
    }

    pub fn board(&self) -> &LightUpPuzzle {
        &self.board
    }

    /// For each cell in reading order, whether there is a bulb.
    pub fn bulbs(&self) -> &[bool] {
        &self.bulbs
    }

    pub fn bulb(&self, cell: LightUpCell) -> bool {
        self.bulbs[self.board.index(cell)]
    }
}

/// Rows of `*` (bulb), `.` (white without), `#` and figures, separated by `/`.
impl fmt::Display for LightUpSolution {
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
