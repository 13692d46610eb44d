//! Which boards and starts have a tour at all, by theorem. Boards three and four squares wide are left to the
//! [strip](super::strip), which decides each by itself.

use super::board::{Chessboard, Problem, Square, TourKind};

/// Why there is no tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("no_tour")]
pub enum NoTour {
    /// A closed tour of one square would end where it begins.
    OneSquare,
    /// A board one square wide.
    NoMoves {
        /// The board.
        board: Chessboard,
    },
    /// A board two squares wide.
    TwoWide {
        /// The board.
        board: Chessboard,
    },
    /// An odd number of squares has no closed tour.
    OddSquares {
        /// How many.
        squares: u32,
    },
    /// A closed tour of a board four squares wide.
    FourWide {
        /// The board.
        board: Chessboard,
    },
    /// A closed tour of a board three squares wide and less than ten long.
    ThreeWide {
        /// The board.
        board: Chessboard,
    },
    /// The start has the colour of which there is one less.
    WrongColour {
        /// How many squares there are.
        squares: u32,
        /// The start.
        start: Square,
    },
    /// A start in an inner line of a board four squares wide.
    InnerStart {
        /// The board.
        board: Chessboard,
        /// The start.
        start: Square,
    },
    /// The only square that is not forbidden is the start of a closed tour.
    OneLeft {
        /// The start.
        start: Square,
    },
    /// The end is visited before the other squares.
    EndVisited {
        /// The end.
        end: Square,
    },
    /// The tour would end where it begins.
    EndIsStart {
        /// The start.
        start: Square,
    },
    /// The end of a closed tour is no knight's move from its start.
    EndTooFar {
        /// The end.
        end: Square,
        /// The start.
        start: Square,
    },
    /// A square that no moves reach.
    OutOfReach {
        /// The start.
        start: Square,
        /// The square.
        square: Square,
    },
    /// The squares of the two colours do not fit a tour.
    Colours {
        /// The start.
        start: Square,
        /// How many squares have its colour.
        same: usize,
        /// How many have the other.
        other: usize,
        /// The end that was asked for.
        end: Option<Square>,
        /// Whether it has the colour of the start.
        ends_on_same: bool,
    },
    /// Every path from the start has been followed.
    EveryPath {
        /// How many tours were found.
        found: u64,
    },
    /// Every path of every length has been followed.
    EveryLength {
        /// The kind of tour.
        kind: TourKind,
    },
    /// Every way to begin has been followed row by row.
    EveryRow,
    /// Every way to choose moves was tried.
    EveryChoice {
        /// How many guesses that took.
        guesses: u64,
    },
}

message::tell_displayed!(Chessboard, TourKind);

impl message::Tell for Square {
    fn tell(&self) -> message::Param {
        message::Message::new("square", [("row", self.row().tell()), ("column", self.column().tell())]).into()
    }
}

/// Why there is no tour, if a theorem says so. Silence means that there is one, or that the shorter side is 3 or 4.
///
/// Sources: Schwenk, 'Which rectangular chessboards have a knight's tour?' (1991), for closed tours; Cull and De Curtins,
/// 'Knight's tour revisited' (1978), and Conrad, Hindrichs, Morsy and Wegener (1994) for open tours.
pub(super) fn refusal(problem: Problem) -> Option<NoTour> {
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

/// Whether the start is in one of the two inner lines of a board four wide; on 4×4 both ways count.
fn is_inner(problem: Problem) -> bool {
    let (board, start) = (problem.board(), problem.start());
    let inner = |at: u32| (1..=2).contains(&at);
    (board.height() == 4 && inner(start.row())) || (board.width() == 4 && inner(start.column()))
}
