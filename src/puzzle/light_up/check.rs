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

impl Solution {
    /// Checks an answer: for each cell in reading order, whether there is a bulb.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(board: &Board, bulbs: Vec<bool>) -> Result<Solution, Fault> {
        if bulbs.len() != board.squares().len() {
            return Err(Fault::Length { found: bulbs.len(), expected: board.squares().len() });
        }
        let bulb = |cell: &Cell| bulbs[board.index(*cell)];
        let mut lit = bulbs.clone();
        let (width, height) = (usize::from(board.width()), usize::from(board.height()));
        for cell in board.cells().filter(bulb) {
            // Its light goes four ways, each up to the next black cell.
            let (row, column) = (usize::from(cell.row), usize::from(cell.column));
            let (down, right) = (height - 1 - row, width - 1 - column);
            let line = width as isize;
            for (most, step) in [(row, -line), (column, -1), (right, 1), (down, line)] {
                let mut index = board.index(cell);
                for _ in 0..most {
                    index = index.wrapping_add_signed(step);
                    if board.squares()[index] != Square::White {
                        break;
                    }
                    if bulbs[index] {
                        return Err(Fault::Bulbs(cell, board.cell(index)));
                    }
                    lit[index] = true;
                }
            }
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
        Ok(Solution { board: board.clone(), bulbs })
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
            if self.bulb(cell) { f.write_str("*")? } else { write!(f, "{}", self.board.square(cell))? }
        }
        Ok(())
    }
}
