//! Which boards and starts have a tour at all, by theorem. Boards three and four squares wide are left to the
//! [strip](super::strip), which decides each by itself.

use super::board::{Problem, TourKind};

/// Why there is no tour, if a theorem says so. Silence means that there is one, or that the shorter side is 3 or 4.
///
/// Sources: Schwenk, 'Which rectangular chessboards have a knight's tour?' (1991), for closed tours; Cull and De Curtins,
/// 'Knight's tour revisited' (1978), and Conrad, Hindrichs, Morsy and Wegener (1994) for open tours.
pub(super) fn refusal(problem: Problem) -> Option<String> {
    let (board, start) = (problem.board(), problem.start());
    let (width, height) = (board.width(), board.height());
    let (short, long) = (width.min(height), width.max(height));
    let squares = board.squares();
    let odd = !squares.is_multiple_of(2);
    if squares == 1 {
        let why = "a closed tour ends a knight's move from where it begins; on one square it would end where it begins";
        return (problem.kind() == TourKind::Closed).then(|| why.to_owned());
    }
    if short == 1 {
        return Some(format!("on a {board} board a knight cannot move"));
    }
    if short == 2 {
        return Some(format!(
            "on a {board} board every move goes two squares along the long side, so that every other square stays out of reach"
        ));
    }
    match problem.kind() {
        TourKind::Closed if odd => Some(format!(
            "a knight changes colour with every move, so a closed tour has as many squares of one colour as of the other; {squares} is odd"
        )),
        TourKind::Closed if short == 4 => Some(format!(
            "on the {board} board a square of the two outer lines has neighbours in the two inner lines alone, and they are as \
             many: a closed tour would alternate between outer and inner, and between the colours too, and so meet outer squares \
             of one colour only (Schwenk 1991)"
        )),
        TourKind::Closed if short == 3 && long < 10 => Some(format!(
            "no board three squares wide has a closed tour unless it is at least ten long and even (Schwenk 1991); this is {board}"
        )),
        TourKind::Open if odd && !start.has_corner_colour() => Some(format!(
            "a knight changes colour with every move, so on {squares} squares it must begin on the colour of which there is one \
             more, the colour of the corners; {start} has the other"
        )),
        TourKind::Open if short == 4 && is_inner(problem) => Some(format!(
            "on the {board} board a square of the two outer lines has neighbours in the two inner lines alone, and they are as \
             many: a tour alternates between outer and inner but once, so that it begins and ends in an outer line; {start} is in \
             an inner one"
        )),
        _ => None,
    }
}

/// Whether the start is in one of the two inner lines of a board four wide; on 4×4 both ways count.
fn is_inner(problem: Problem) -> bool {
    let (board, start) = (problem.board(), problem.start());
    let inner = |at: u32| (1..=2).contains(&at);
    (board.height() == 4 && inner(start.row())) || (board.width() == 4 && inner(start.column()))
}
