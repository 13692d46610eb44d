//! Problems with forbidden squares, a given end or a begun tour.

use std::collections::HashSet;

use super::check::check_part;
use super::{Chessboard, NoTour, Obstacle, TourError, TourFault, TourKind, TourProblem, TourSquare};

/// A problem in which every square except the forbidden ones is visited once; the last square and the first ones may be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestrictedTour {
    problem: TourProblem,
    /// Whether each square is to be visited.
    open: Vec<bool>,
    end: Option<TourSquare>,
    /// The start and the other squares already visited.
    visited: Vec<TourSquare>,
}

impl RestrictedTour {
    /// The most squares of a board with forbidden ones.
    pub const MAX_SQUARES: u32 = 10_000;

    /// The tours of a problem without the forbidden squares, to `end` if it is given. Squares are (row, column).
    ///
    /// # Errors
    /// A square off the board, a start or an end that is forbidden, or a board of more than [`RestrictedTour::MAX_SQUARES`].
    pub fn new(problem: TourProblem, forbidden: &[(u64, u64)], end: Option<(u64, u64)>) -> Result<RestrictedTour, TourError> {
        let board = problem.board();
        if board.squares() > RestrictedTour::MAX_SQUARES {
            return Err(TourError::LargeField { width: board.width(), height: board.height(), most: RestrictedTour::MAX_SQUARES });
        }
        let mut open = vec![true; board.squares() as usize];
        for &(row, column) in forbidden {
            open[board.index(board.square(row, column)?) as usize] = false;
        }
        let end = end.map(|(row, column)| board.square(row, column)).transpose()?;
        for (what, square) in [("start", Some(problem.start())), ("end", end)] {
            if let Some(square) = square.filter(|&square| !open[board.index(square) as usize]) {
                return Err(TourError::Forbidden { what, square });
            }
        }
        Ok(RestrictedTour { problem, open, end, visited: vec![problem.start()] })
    }

    /// The same problem with squares already visited, the start first.
    ///
    /// # Errors
    /// The first square that a knight could not visit next.
    pub fn begun(self, visited: &[(u64, u64)]) -> Result<RestrictedTour, TourError> {
        let mut path: Vec<TourSquare> = Vec::new();
        for &(row, column) in visited {
            let square = self.board().square(row, column)?;
            let why = match path.last() {
                None if square != self.problem.start() => Obstacle::NotTheStart,
                _ if !self.is_open(square) => Obstacle::Forbidden,
                _ if path.contains(&square) => Obstacle::Visited,
                Some(before) if !self.neighbours(*before).any(|beside| beside == square) => Obstacle::NoMove,
                _ => {
                    path.push(square);
                    continue;
                }
            };
            return Err(TourError::NoWay { number: path.len() + 1, square, why });
        }
        if path.is_empty() { Ok(self) } else { Ok(RestrictedTour { visited: path, ..self }) }
    }

    /// The squares already visited, the start first.
    pub fn visited(&self) -> &[TourSquare] {
        &self.visited
    }

    /// The problem without forbidden squares and end.
    pub fn problem(&self) -> TourProblem {
        self.problem
    }

    pub fn end(&self) -> Option<TourSquare> {
        self.end
    }

    pub fn is_open(&self, square: TourSquare) -> bool {
        self.open[self.board().index(square) as usize]
    }

    /// The squares to be visited, row by row.
    pub fn squares(&self) -> impl Iterator<Item = TourSquare> + '_ {
        (0..self.board().squares()).map(|index| self.board().at(index)).filter(|&square| self.is_open(square))
    }

    /// The squares to be visited that are a knight's move from one.
    pub fn neighbours(&self, square: TourSquare) -> impl Iterator<Item = TourSquare> + '_ {
        (0..8).filter_map(move |by| self.board().after(square, by)).filter(|&square| self.is_open(square))
    }

    pub(super) fn board(&self) -> Chessboard {
        self.problem.board()
    }

    /// Checks that `squares`, as (row, column), is a tour that answers the question.
    ///
    /// # Errors
    /// The first flaw found; squares are numbered from 1.
    pub fn check(&self, squares: &[(u32, u32)]) -> Result<(), TourFault> {
        check_part(self.problem, |square| self.is_open(square), &self.visited, self.end, squares)
    }

    /// Why there is no tour, if a simple argument shows it.
    pub(super) fn refusal(&self) -> Option<NoTour> {
        let (start, kind) = (self.problem.start(), self.problem.kind());
        let all: Vec<TourSquare> = self.squares().collect();
        if all.len() == 1 {
            return (kind == TourKind::Closed).then_some(NoTour::OneLeft { start });
        }
        if let Some(end) = self.end {
            if end != start && self.visited.contains(&end) && self.visited.len() < all.len() {
                return Some(NoTour::EndVisited { end });
            }
            if end == start {
                return Some(NoTour::EndIsStart { start });
            }
            if kind == TourKind::Closed && !self.neighbours(start).any(|beside| beside == end) {
                return Some(NoTour::EndTooFar { end, start });
            }
        }
        let mut reached = HashSet::from([start]);
        let mut waiting = vec![start];
        while let Some(square) = waiting.pop() {
            waiting.extend(self.neighbours(square).filter(|&beside| reached.insert(beside)));
        }
        if let Some(&square) = all.iter().find(|square| !reached.contains(square)) {
            return Some(NoTour::OutOfReach { start, square });
        }
        let same = all.iter().filter(|square| square.has_corner_colour() == start.has_corner_colour()).count();
        let other = all.len() - same;
        // A tour alternates between the colours.
        let ends_on_same = self.end.map(|end| end.has_corner_colour() == start.has_corner_colour());
        let right = match (kind, ends_on_same) {
            (TourKind::Closed, _) | (_, Some(false)) => same == other,
            (_, Some(true)) => same == other + 1,
            (_, None) => same == other || same == other + 1,
        };
        (!right).then(|| NoTour::Colours { start, same, other, end: self.end, ends_on_same: ends_on_same == Some(true) })
    }
}
