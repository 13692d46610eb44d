//! The judge of every tour: the definition, written down. It shares nothing with the searches but the words.

use super::board::{Problem, TourKind};

/// Why a list of squares is not the tour that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_tour_fault")]
pub enum Flaw {
    /// The list is too short or too long.
    Length {
        /// Squares listed.
        found: usize,
        /// Squares on the board.
        wanted: usize,
    },
    /// The first square is not the start, or the first ones are not those that were visited already.
    Start,
    /// A square off the board.
    OffBoard {
        /// Which square or move, from 1.
        number: usize,
    },
    /// A square visited twice.
    Twice {
        /// Which square or move, from 1.
        number: usize,
    },
    /// A step that no knight makes.
    Step {
        /// Which square or move, from 1.
        number: usize,
    },
    /// The last square is not the one that was asked for.
    End,
    /// The last square of a closed tour is not a move away from the first.
    Open,
}

/// Checks that `squares`, as (row, column), is a tour that answers `problem`.
///
/// # Errors
/// The first flaw found; squares are numbered from 1.
pub fn check(problem: Problem, squares: &[(u32, u32)]) -> Result<(), Flaw> {
    let board = problem.board();
    let (width, height) = (board.width() as usize, board.height() as usize);
    if squares.len() != width * height {
        return Err(Flaw::Length { found: squares.len(), wanted: width * height });
    }
    if squares[0] != (problem.start().row(), problem.start().column()) {
        return Err(Flaw::Start);
    }
    let mut visited = vec![vec![false; width]; height];
    for (i, &(row, column)) in squares.iter().enumerate() {
        let square = visited.get_mut(row as usize).and_then(|line| line.get_mut(column as usize));
        match square {
            None => return Err(Flaw::OffBoard { number: i + 1 }),
            Some(true) => return Err(Flaw::Twice { number: i + 1 }),
            Some(square) => *square = true,
        }
        if i > 0 && !is_knights_move(squares[i - 1], (row, column)) {
            return Err(Flaw::Step { number: i + 1 });
        }
    }
    let last = squares[squares.len() - 1];
    if problem.kind() == TourKind::Closed && !is_knights_move(last, squares[0]) {
        return Err(Flaw::Open);
    }
    Ok(())
}

pub(super) fn is_knights_move(from: (u32, u32), to: (u32, u32)) -> bool {
    let steps = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
    steps == (1, 2) || steps == (2, 1)
}
