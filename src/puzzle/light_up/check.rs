//! The judge of every answer: slow, obvious, and sharing nothing with the solvers but the board.

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
pub enum Fault {
    /// Not as many entries as the board has cells.
    Length {
        /// Entries in the answer.
        found: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// A bulb on a black cell.
    Black {
        /// The cell.
        cell: Cell,
    },
    /// Two bulbs light each other.
    Bulbs {
        /// The cell.
        cell: Cell,
        /// The other.
        other: Cell,
    },
    /// A white cell that no bulb lights.
    Dark {
        /// The cell.
        cell: Cell,
    },
    /// A clue with another number of bulbs beside it.
    Clue {
        /// The cell of the clue.
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
    pub fn check(board: &Puzzle, bulbs: Vec<bool>) -> Result<Solution, Fault> {
        if bulbs.len() != board.squares().len() {
            return Err(Fault::Length { found: bulbs.len(), expected: board.squares().len() });
        }
        if !keeps_the_rules(board, &bulbs) {
            return Err(first_fault(board, &bulbs).expect("the rules hold exactly if no cell breaks one"));
        }
        Ok(Solution { board: board.clone(), bulbs })
    }

    /// The board that it lights.
    #[must_use]
    pub fn board(&self) -> &Puzzle {
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

/// Whether no cell breaks a rule. Two sweeps carry the light, right and down, then left and up; without branches, which
/// black cells at random would make slow.
pub(super) fn keeps_the_rules(board: &Puzzle, bulbs: &[bool]) -> bool {
    let (width, squares) = (usize::from(board.width()), board.squares());
    let mut lit = vec![false; squares.len()];
    let mut fine = true;
    let mut down = vec![false; width];
    let rows = squares.chunks_exact(width).zip(bulbs.chunks_exact(width)).zip(lit.chunks_exact_mut(width));
    for ((squares, bulbs), lit) in rows {
        let mut right = false;
        for (((square, &bulb), lit), down) in squares.iter().zip(bulbs).zip(lit).zip(&mut down) {
            let white = *square == Square::White;
            *lit = (right | *down) & white;
            fine &= !bulb | (white & !*lit);
            right = (right | bulb) & white;
            *down = (*down | bulb) & white;
            *lit |= bulb;
        }
    }
    let mut up = vec![false; width];
    let rows = squares.chunks_exact(width).zip(bulbs.chunks_exact(width)).zip(lit.chunks_exact(width));
    for ((squares, bulbs), lit) in rows.rev() {
        let mut left = false;
        for (((square, &bulb), lit), up) in squares.iter().zip(bulbs).zip(lit).zip(&mut up).rev() {
            let white = *square == Square::White;
            fine &= lit | left | *up | !white;
            left = (left | bulb) & white;
            *up = (*up | bulb) & white;
        }
    }
    fine && clues_hold(board, bulbs)
}

/// Whether each clue has its number of bulbs beside it.
fn clues_hold(board: &Puzzle, bulbs: &[bool]) -> bool {
    let width = usize::from(board.width());
    let outside = vec![false; width];
    let rows = || bulbs.chunks_exact(width);
    let above = core::iter::once(&outside[..]).chain(rows());
    let below = rows().skip(1).chain([&outside[..]]);
    // A row between two cells outside.
    let mut framed = vec![false; width + 2];
    let mut fine = true;
    for (((squares, bulbs), above), below) in board.squares().chunks_exact(width).zip(rows()).zip(above).zip(below) {
        framed[1..=width].copy_from_slice(bulbs);
        for (column, (square, (above, below))) in squares.iter().zip(above.iter().zip(below)).enumerate() {
            let (left, right) = (framed[column], framed[column + 2]);
            let found = u8::from(*above) + u8::from(*below) + u8::from(left) + u8::from(right);
            fine &= !matches!(square, Square::Clue(clue) if *clue != found);
        }
    }
    fine
}

/// The first cell that breaks a rule: bulbs that light each other before all else.
pub(super) fn first_fault(board: &Puzzle, bulbs: &[bool]) -> Option<Fault> {
    let bulb = |cell: &Cell| bulbs[board.index(*cell)];
    let mut lit = bulbs.to_vec();
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
                    return Some(Fault::Bulbs { cell, other: board.cell(index) });
                }
                lit[index] = true;
            }
        }
    }
    for cell in board.cells() {
        match board.square(cell) {
            Square::White if !lit[board.index(cell)] => return Some(Fault::Dark { cell }),
            Square::White => {}
            _ if bulb(&cell) => return Some(Fault::Black { cell }),
            Square::Black => {}
            Square::Clue(clue) => {
                let found = board.neighbours(cell).filter(bulb).count();
                if found != usize::from(clue) {
                    return Some(Fault::Clue { cell, clue, found });
                }
            }
        }
    }
    None
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
