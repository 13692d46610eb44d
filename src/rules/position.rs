//! A game as engines need it, and the count of its game tree.

use crate::{GameVerdict, Outcome, Side};
use core::fmt::Display;
use core::str::FromStr;
use message::{Coded, Message};

/// A position of a two-player game with alternate moves.
///
/// The tests hold every game to these laws. A position has an outcome or at least one legal move, not both.
/// [`check_move`](Position::check_move) accepts the moves of the list and no others. A position's text parses to the same position. A key
/// depends on the pieces and the side to move alone. Mirroring twice changes nothing, and the moves of a mirrored position are the mirrored
/// moves.
pub trait Position: Clone + Eq + Display + FromStr<Err: Coded> {
    /// A move. Its text parses to the same move.
    type Move: Copy + Eq + Display + FromStr<Err: Coded>;
    /// The legal moves of a position, held without allocation.
    type Moves: IntoIterator<Item = Self::Move> + AsRef<[Self::Move]>;
    type Illegal: Coded;
    const NAME: &'static str;
    /// Whether tournaments draw random [openings](crate::opening); a small game begins from the start.
    const HAS_OPENINGS: bool = true;

    fn start() -> Self;
    /// The side to move; of a finished game, the side that would be.
    fn side_to_move(&self) -> Side;
    fn ply(&self) -> u32;
    /// A Zobrist key: equal for equal pieces and side to move; the number of plies does not count.
    fn key(&self) -> u64;
    fn outcome(&self) -> Option<Outcome>;
    /// The rule that ended the game, with the numbers; of an unfinished game, any.
    fn verdict(&self) -> Message {
        GameVerdict::ByTheRules.message()
    }
    /// The legal moves, in the generator's order.
    fn legal_moves(&self) -> Self::Moves;
    fn count_moves(&self) -> u64 {
        self.legal_moves().as_ref().len() as u64
    }
    /// The number of positions two plies below this one.
    fn count_replies(&self) -> u64 {
        self.legal_moves().into_iter().map(|mv| self.child(mv).count_moves()).sum()
    }
    /// Plays a legal move. An illegal one leads to an unreachable position.
    fn play(&mut self, mv: Self::Move);
    #[inline]
    fn child(&self, mv: Self::Move) -> Self {
        let mut child = self.clone();
        child.play(mv);
        child
    }
    /// Checks that a move is legal.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check_move(&self, mv: Self::Move) -> Result<(), Self::Illegal>;
    /// The position with left and right swapped, in a game where that is the same game; else the position itself.
    fn mirrored(&self) -> Self {
        self.clone()
    }
    /// The move of the [`mirrored`](Position::mirrored) position that corresponds to `mv`.
    fn mirrored_move(mv: Self::Move) -> Self::Move {
        mv
    }
    /// A key that positions share which are one position under the game's symmetries: left and right, and the colours where both sides have the same
    /// rules. It depends on the pieces and the side to move alone.
    fn symmetric_key(&self) -> u64 {
        self.key().min(self.mirrored().key())
    }
    /// A static estimate of the imbalance, from 0: at most 1 is good enough for an opening.
    fn imbalance(&self) -> u32 {
        0
    }
}

/// Perft: the number of positions `depth` plies below this one. A pass is a move; a finished game has no children. The last two plies
/// are counted, not played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        2 => position.count_replies(),
        _ => position.legal_moves().into_iter().map(|mv| perft(&position.child(mv), depth - 1)).sum(),
    }
}
