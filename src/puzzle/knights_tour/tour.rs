//! A checked tour.

use super::check::is_knights_move;
use super::{Chessboard, RestrictedTour, TourFault, TourProblem, TourSquare, check};

/// A checked tour of a board or a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tour {
    problem: TourProblem,
    /// Squares by index, row by row: 4 bytes a square.
    order: Vec<u32>,
}

impl Tour {
    pub(super) fn checked(problem: TourProblem, order: Vec<u32>) -> Tour {
        Tour::checked_by(problem, order, |squares| check(problem, squares))
    }

    pub(super) fn of_field(field: &RestrictedTour, order: Vec<u32>) -> Tour {
        Tour::checked_by(field.problem(), order, |squares| field.check(squares))
    }

    fn checked_by(problem: TourProblem, order: Vec<u32>, check: impl Fn(&[(u32, u32)]) -> Result<(), TourFault>) -> Tour {
        let width = problem.board().width();
        let squares: Vec<(u32, u32)> = order.iter().map(|&index| (index / width, index % width)).collect();
        if let Err(flaw) = check(&squares) {
            unreachable!("a search answered {problem:?} with a list that is no tour: {flaw}");
        }
        Tour { problem, order }
    }

    /// The problem, without forbidden squares and end.
    pub fn problem(&self) -> TourProblem {
        self.problem
    }

    pub fn board(&self) -> Chessboard {
        self.problem.board()
    }

    /// The squares in order of visit.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = TourSquare> + '_ {
        self.order.iter().map(|&index| self.board().at(index))
    }

    /// For each square, row by row, its number in order of visit, from 1; 0 for a forbidden one.
    pub fn numbers(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.board().squares() as usize];
        for (number, &index) in (1..).zip(&self.order) {
            numbers[index as usize] = number;
        }
        numbers
    }

    /// Whether the last square is a knight's move from the first.
    pub fn closes(&self) -> bool {
        let at = |index: u32| (self.board().at(index).row, self.board().at(index).column);
        is_knights_move(at(self.order[0]), at(self.order[self.order.len() - 1]))
    }
}
