//! A search of a game told position by position to whoever watches it.
//!
//! Engines are generic over their [`SearchObserver`]. With [`Unwatched`] the telling is compiled away.

use rules::Position;

/// How a position came by its value without its moves being looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaf {
    /// The game was over.
    Ended,
    /// It was evaluated: the search looks no further.
    Evaluated,
    /// The transposition table knew it.
    Remembered,
}

/// One simulation of a Monte Carlo tree search.
pub struct Simulation<'s, P: Position> {
    /// The moves from the root to the leaf that was judged.
    pub path: &'s [P::Move],
    /// The leaf.
    pub leaf: &'s P,
    /// What came out for the side that is to move at the root: 1 for a win, ½ for a draw.
    pub won: f64,
    /// How often each move of the root has been tried so far.
    pub visits: &'s [(P::Move, u32)],
}

/// Who is told of the steps of a search. Values are for the side to move, unless it is said otherwise.
pub trait SearchObserver<P: Position> {
    /// Whether anybody watches: what only an observer needs is not worked out otherwise.
    const WATCHES: bool = true;

    /// The same of this one.
    fn is_watching(&self) -> bool {
        Self::WATCHES
    }

    /// The search begins anew and looks so many plies ahead.
    fn deepened(&mut self, _depth: u32) {}

    /// A position is looked at, so many plies from the root; only a value within the window matters.
    fn entered(&mut self, _position: &P, _ply: u32, _window: (i32, i32)) {}

    /// The position that was entered last has its value.
    fn judged(&mut self, _leaf: Leaf, _value: i32) {}

    /// A move is made, to look at what is behind it.
    fn descend(&mut self, _mv: P::Move) {}

    /// The move is taken back: it is worth this for the side that made it, to whom only values within the window mattered.
    fn ascend(&mut self, _value: i32, _window: (i32, i32)) {}

    /// These moves are not looked at where the search is.
    fn cut(&mut self, _left: impl Iterator<Item = P::Move>) {}

    /// A simulation has come to its end.
    fn simulated(&mut self, _simulation: &Simulation<P>) {}
}

/// Nobody watches, which costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl<P: Position> SearchObserver<P> for Unwatched {
    const WATCHES: bool = false;
}
