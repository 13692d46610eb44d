//! A tour that has passed the judge.

use super::board::{Board, Kind, Problem, Square};
use super::check::{Flaw, check};

/// A tour: every square of the board once, a knight's move from one to the next. Only the judge makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tour {
    problem: Problem,
    /// Squares by index, row by row: 4 bytes a square.
    order: Vec<u32>,
}

impl Tour {
    /// Takes a list of (row, column) that [`check`] accepts.
    ///
    /// # Errors
    /// The first flaw found.
    pub fn new(problem: Problem, squares: &[(u32, u32)]) -> Result<Tour, Flaw> {
        check(problem, squares)?;
        let width = problem.board().width();
        Ok(Tour { problem, order: squares.iter().map(|&(row, column)| row * width + column).collect() })
    }

    /// What a search found, judged before it leaves.
    pub(super) fn judged(problem: Problem, order: Vec<u32>) -> Tour {
        let width = problem.board().width();
        let squares: Vec<(u32, u32)> = order.iter().map(|&index| (index / width, index % width)).collect();
        if let Err(flaw) = check(problem, &squares) {
            unreachable!("a search answered {problem:?} with a list that is no tour: {flaw}");
        }
        Tour { problem, order }
    }

    /// The question that the tour answers.
    pub fn problem(&self) -> Problem {
        self.problem
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.problem.board()
    }

    /// The squares in order of visit.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> + '_ {
        self.order.iter().map(|&index| self.board().at(index))
    }

    /// For each square, row by row, when it is visited, from 1.
    pub fn numbers(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.order.len()];
        for (number, &index) in (1..).zip(&self.order) {
            numbers[index as usize] = number;
        }
        numbers
    }

    /// Whether the last square is a knight's move from the first, asked for or not.
    pub fn closes(&self) -> bool {
        let closed =
            Problem::new(self.board(), u64::from(self.problem.start().row()), u64::from(self.problem.start().column()), Kind::Closed);
        let squares: Vec<(u32, u32)> = self.squares().map(|square| (square.row(), square.column())).collect();
        closed.is_ok_and(|closed| check(closed, &squares).is_ok())
    }
}
