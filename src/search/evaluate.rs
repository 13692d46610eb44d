//! Judging a position without looking ahead.

use rules::Position;

/// An evaluation of the positions of a game that are not over.
pub trait Evaluate<P: Position>: Send {
    /// The value for the side to move, in the evaluation's own unit, within ±900,000.
    fn evaluate(&self, position: &P) -> i32;

    /// How good a move looks before anything is searched, for the order of moves and to guide playouts. Only the order counts.
    fn promise(&self, _position: &P, _mv: P::Move) -> i32 {
        0
    }

    /// Whether a move changes the evaluation so much that a leaf should not be judged before it is tried (a capture, say): what
    /// quiescence search follows.
    fn is_noisy(&self, _position: &P, _mv: P::Move) -> bool {
        false
    }

    /// The [`score`](crate::score) if the evaluation can prove, without looking ahead, that the game is won or lost.
    fn proved(&self, _position: &P) -> Option<i32> {
        None
    }

    /// The unit of the evaluation: an advantage that wins about three games of four.
    fn unit(&self) -> f64 {
        100.0
    }
}
