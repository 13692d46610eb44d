//! Independent checker of tours; it shares no code with the searches.

use super::board::{TourKind, TourProblem, TourSquare};

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_tour_fault")]
pub enum TourFault {
    Length { found: usize, wanted: usize },
    Start,
    OffBoard { number: usize },
    Twice { number: usize },
    Step { number: usize },
    End,
    Open,
}

/// Checks that `squares`, as (row, column), is a tour that answers `problem`.
///
/// # Errors
/// The first flaw found; squares are numbered from 1.
pub fn check(problem: TourProblem, squares: &[(u32, u32)]) -> Result<(), TourFault> {
    check_part(problem, |_| true, &[problem.start()], None, squares)
}

/// Checks a tour of the open squares that begins with the visited ones.
pub(super) fn check_part(
    problem: TourProblem,
    is_open: impl Fn(TourSquare) -> bool,
    visited: &[TourSquare],
    end: Option<TourSquare>,
    squares: &[(u32, u32)],
) -> Result<(), TourFault> {
    let board = problem.board();
    let wanted = (0..board.squares()).filter(|&index| is_open(board.at(index))).count();
    if squares.len() != wanted {
        return Err(TourFault::Length { found: squares.len(), wanted });
    }
    let at = |square: &TourSquare| (square.row, square.column);
    if !visited.iter().map(at).zip(squares).all(|(visited, square)| visited == *square) {
        return Err(TourFault::Start);
    }
    let mut seen = vec![false; board.squares() as usize];
    for (i, &(row, column)) in squares.iter().enumerate() {
        let number = i + 1;
        let square =
            board.square(row.into(), column.into()).ok().filter(|&square| is_open(square)).ok_or(TourFault::OffBoard { number })?;
        if std::mem::replace(&mut seen[board.index(square) as usize], true) {
            return Err(TourFault::Twice { number });
        }
        if i > 0 && !is_knights_move(squares[i - 1], (row, column)) {
            return Err(TourFault::Step { number });
        }
    }
    let last = squares[squares.len() - 1];
    match () {
        () if end.is_some_and(|end| at(&end) != last) => Err(TourFault::End),
        () if problem.kind() == TourKind::Closed && !is_knights_move(last, squares[0]) => Err(TourFault::Open),
        () => Ok(()),
    }
}

pub(super) fn is_knights_move(from: (u32, u32), to: (u32, u32)) -> bool {
    let steps = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
    steps == (1, 2) || steps == (2, 1)
}
