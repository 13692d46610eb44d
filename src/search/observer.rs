//! Observer of a search: receives each step. Engines are generic over it, so that [`NoSearchObserver`] costs nothing.

use rules::Position;

/// How a position got its value without a search of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaf {
    Ended,
    /// By the evaluation, at the horizon.
    Evaluated,
    Remembered,
}

/// One simulation of a Monte Carlo tree search.
pub struct Simulation<'s, P: Position> {
    /// The moves from the root to the leaf.
    pub path: &'s [P::Move],
    pub leaf: &'s P,
    /// The result for the side to move at the root: 1 for a win, ½ for a draw.
    pub won: f64,
    /// The number of visits of each move of the root so far.
    pub visits: &'s [(P::Move, u32)],
}

/// Receives the steps of a search. Values are for the side to move unless stated otherwise.
pub trait SearchObserver<P: Position> {
    /// Whether it observes at all: otherwise, what only an observer needs is not computed.
    fn observes(&self) -> bool {
        true
    }

    /// An iteration of `depth` plies begins.
    fn deepened(&mut self, _depth: u32) {}

    /// A position is entered, `ply` plies from the root; only a value within the window matters.
    fn entered(&mut self, _position: &P, _ply: u32, _window: (i32, i32)) {}

    /// The position entered last has its value.
    fn judged(&mut self, _leaf: Leaf, _value: i32) {}

    fn descend(&mut self, _mv: P::Move) {}

    /// The move is taken back. The value is for the side that made it, to which only values within the window mattered.
    fn ascend(&mut self, _value: i32, _window: (i32, i32)) {}

    /// The current position is cut off before these moves.
    fn cut(&mut self, _left: impl Iterator<Item = P::Move>) {}

    fn simulated(&mut self, _simulation: &Simulation<P>) {}
}

#[derive(Clone, Copy, Debug, Default)]
pub struct NoSearchObserver;

impl<P: Position> SearchObserver<P> for NoSearchObserver {
    fn observes(&self) -> bool {
        false
    }
}
