//! Existence of tours by theorem, except on boards three and four squares wide, which the [strip](super::strip) decides.

use super::board::{Chessboard, TourKind, TourProblem, TourSquare};

#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("no_tour")]
pub enum NoTour {
    OneSquare,
    NoMoves { board: Chessboard },
    TwoWide { board: Chessboard },
    OddSquares { squares: u32 },
    FourWide { board: Chessboard },
    ThreeWide { board: Chessboard },
    WrongColour { squares: u32, start: TourSquare },
    InnerStart { board: Chessboard, start: TourSquare },
    OneLeft { start: TourSquare },
    EndVisited { end: TourSquare },
    EndIsStart { start: TourSquare },
    EndTooFar { end: TourSquare, start: TourSquare },
    OutOfReach { start: TourSquare, square: TourSquare },
    Colours { start: TourSquare, same: usize, other: usize, end: Option<TourSquare>, ends_on_same: bool },
    EveryPath { found: u64 },
    EveryLength { kind: TourKind },
    EveryRow,
    EveryChoice { guesses: u64 },
}

message::display_as_param!(Chessboard, TourKind);

#[derive(Debug, message::Coded)]
#[code("square")]
struct SquareName {
    row: u32,
    column: u32,
    /// In chess notation, by those who know the board.
    name: Option<String>,
}

impl message::ToParam for TourSquare {
    fn to_param(&self) -> message::Param {
        SquareName { row: self.row, column: self.column, name: None }.to_param()
    }
}

/// Why there is no tour, if a theorem says so. `None` means that there is one, or that the shorter side is 3 or 4.
///
/// Sources: Schwenk, 'Which rectangular chessboards have a knight's tour?' (1991), for closed tours; Cull and De Curtins,
/// 'Knight's tour revisited' (1978), and Conrad, Hindrichs, Morsy and Wegener (1994) for open tours.
pub(super) fn refusal(problem: TourProblem) -> Option<NoTour> {
    let (board, start) = (problem.board(), problem.start());
    let (width, height) = (board.width(), board.height());
    let (short, long) = (width.min(height), width.max(height));
    let squares = board.squares();
    let odd = !squares.is_multiple_of(2);
    match problem.kind() {
        TourKind::Closed if squares == 1 => Some(NoTour::OneSquare),
        TourKind::Open if squares == 1 => None,
        _ if short == 1 => Some(NoTour::NoMoves { board }),
        _ if short == 2 => Some(NoTour::TwoWide { board }),
        TourKind::Closed if odd => Some(NoTour::OddSquares { squares }),
        TourKind::Closed if short == 4 => Some(NoTour::FourWide { board }),
        TourKind::Closed if short == 3 && long < 10 => Some(NoTour::ThreeWide { board }),
        TourKind::Open if odd && !start.has_corner_colour() => Some(NoTour::WrongColour { squares, start }),
        TourKind::Open if short == 4 && is_inner(problem) => Some(NoTour::InnerStart { board, start }),
        _ => None,
    }
}

/// Whether the start is in one of the two inner lines of a board four wide; on 4×4 in either direction.
fn is_inner(problem: TourProblem) -> bool {
    let (board, start) = (problem.board(), problem.start());
    let inner = |at: u32| (1..=2).contains(&at);
    (board.height() == 4 && inner(start.row)) || (board.width() == 4 && inner(start.column))
}
