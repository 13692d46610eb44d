//! What an engine needs of a game.

use crate::{Outcome, Side, Verdict};
use alloc::string::String;
use core::fmt::Display;
use core::str::FromStr;
use message::{Coded, Message};

/// A position of a two-player game with alternate moves.
///
/// Laws, which the tests hold every game to: a position that has an outcome has no legal moves, one that has none has at least
/// one; a move is accepted by [`explain`](Position::explain) if and only if it is listed; a position's text reads back as the same
/// position; a key depends on nothing but the pieces and the side to move; what is mirrored twice is as it was, and the moves of a mirrored
/// position are the mirrored moves.
pub trait Position: Clone + Eq + Display + FromStr<Err: Coded> {
    /// A move. Its text reads back as the same move.
    type Move: Copy + Eq + Display + FromStr<Err: Coded>;
    /// The legal moves of a position, held without allocation.
    type Moves: IntoIterator<Item = Self::Move> + AsRef<[Self::Move]>;
    /// Why a well-formed move is illegal.
    type Illegal: Coded;
    /// The game's name in addresses and messages.
    const NAME: &'static str;
    /// Whether tournaments draw [openings](crate::opening) of it by lot; a game so small that few are worth playing begins from the start.
    const HAS_OPENINGS: bool = true;

    /// The position before the first move.
    fn start() -> Self;
    /// Whose turn it is; of a finished game, whose turn it would be.
    fn side_to_move(&self) -> Side;
    /// How many plies have been played.
    fn ply(&self) -> u32;
    /// A Zobrist key: equal for equal pieces and side to move, whatever the number of plies.
    fn key(&self) -> u64;
    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// Why the game ended as it did, with the numbers; of an unfinished game, anything.
    fn verdict(&self) -> Message {
        Verdict::ByTheRules.message()
    }
    /// The legal moves, in the generator's order.
    fn legal_moves(&self) -> Self::Moves;
    /// The number of legal moves.
    fn count_moves(&self) -> u64 {
        self.legal_moves().as_ref().len() as u64
    }
    /// Plays a move that is legal here; of any other the result is some position, but not a reachable one.
    fn play(&mut self, mv: Self::Move);
    /// Whether a move is legal here, and if not, why.
    fn explain(&self, mv: Self::Move) -> Result<(), Self::Illegal>;
    /// The position with left and right swapped, where that is the same game; itself where it is not, or nobody has need of it.
    fn mirrored(&self) -> Self {
        self.clone()
    }
    /// The move that is to [`mirrored`](Position::mirrored) what this one is to the position.
    fn mirrored_move(mv: Self::Move) -> Self::Move {
        mv
    }
    /// How far a position is from even, as far as counting tells: at most 1 is good enough for an opening.
    fn unbalance(&self) -> u32 {
        0
    }
    /// The board as a person draws it, several lines, each ended by a line feed.
    fn diagram(&self) -> String;
}
