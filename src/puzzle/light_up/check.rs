//! The judge of every answer: slow, obvious, and sharing nothing with the solvers but the board.

use core::fmt;

use super::{Board, Cell, Square};

/// Bulbs that light a board by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    board: Board,
    bulbs: Vec<bool>,
}

/// Why a set of bulbs is not a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Not as many entries as the board has cells.
    #[error("{found} entries for {expected} cells")]
    Length {
        /// Entries in the answer.
        found: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// A bulb on a black cell.
    #[error("the bulb at {0} is on a black cell")]
    Black(Cell),
    /// Two bulbs light each other.
    #[error("the bulbs at {0} and {1} light each other")]
    Bulbs(Cell, Cell),
    /// A white cell that no bulb lights.
    #[error("{0} is dark")]
    Dark(Cell),
    /// A clue with another number of bulbs beside it.
    #[error("the clue at {cell} asks for {clue} bulbs and has {found}")]
    Clue {
        /// Where.
        cell: Cell,
        /// The clue.
        clue: u8,
        /// The bulbs beside it.
        found: usize,
    },
}

/// Walks along a row or column, one way, with the light of the last bulb up to the next black cell.
fn shine(
    board: &Board,
    bulbs: &[bool],
    lit: &mut [bool],
    along: impl Iterator<Item = usize>,
) -> Result<(), Fault> {
    let mut bulb = None;
    for index in along {
        if board.squares()[index] != Square::White {
            bulb = None;
        } else if bulbs[index] {
            if let Some(other) = bulb.replace(index) {
                return Err(Fault::Bulbs(board.cell(other), board.cell(index)));
            }
        } else if bulb.is_some() {
            lit[index] = true;
        }
    }
    Ok(())
}

impl Solution {
    /// Checks an answer: for each cell in reading order, whether there is a bulb.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(board: &Board, bulbs: Vec<bool>) -> Result<Solution, Fault> {
        if bulbs.len() != board.squares().len() {
            return Err(Fault::Length {
                found: bulbs.len(),
                expected: board.squares().len(),
            });
        }
        let bulb = |cell: &Cell| bulbs[board.index(*cell)];
        let mut lit = bulbs.clone();
        let (width, height) = (usize::from(board.width()), usize::from(board.height()));
        for row in 0..height {
            let along = (0..width).map(|column| row * width + column);
            shine(board, &bulbs, &mut lit, along.clone())?;
            shine(board, &bulbs, &mut lit, along.rev())?;
        }
        for column in 0..width {
            let along = (0..height).map(|row| row * width + column);
            shine(board, &bulbs, &mut lit, along.clone())?;
            shine(board, &bulbs, &mut lit, along.rev())?;
        }
        for cell in board.cells() {
            match board.square(cell) {
                Square::White if !lit[board.index(cell)] => return Err(Fault::Dark(cell)),
                Square::White => {}
                _ if bulb(&cell) => return Err(Fault::Black(cell)),
                Square::Black => {}
                Square::Clue(clue) => {
                    let found = board.neighbours(cell).filter(bulb).count();
                    if found != usize::from(clue) {
                        return Err(Fault::Clue { cell, clue, found });
                    }
                }
            }
        }
        Ok(Solution {
            board: board.clone(),
            bulbs,
        })
    }

    /// The board that it lights.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// For each cell in reading order, whether there is a bulb.
    #[must_use]
    pub fn bulbs(&self) -> &[bool] {
        &self.bulbs
    }

    /// Whether there is a bulb in a cell.
    #[must_use]
    pub fn bulb(&self, cell: Cell) -> bool {
        self.bulbs[self.board.index(cell)]
    }
}

/// Rows of `*` (bulb), `.` (white without), `#` and figures, parted by `/`; with `{:#}` one a line.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.board.cells() {
            if cell.column == 0 && cell.row > 0 {
                f.write_str(if f.alternate() { "\n" } else { "/" })?;
            }
            if self.bulb(cell) {
                f.write_str("*")?
            } else {
                write!(f, "{}", self.board.square(cell))?
            }
        }
        Ok(())
    }
}
