//! A game as text, for the referee: one object-safe trait over all games.

use crate::{Outcome, Position, Side, perft};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use message::{Coded, Message};

#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("move")]
pub enum MoveError {
    /// The text is not a move in this game's notation.
    Format(Message),
    /// The text is a move, but not a legal one here.
    Illegal(Message),
}

/// A game as text. Every [`Position`] is one, where methods of the same name are explained.
pub trait Board: Send + Sync {
    fn game(&self) -> &'static str;
    fn side_to_move(&self) -> Side;
    fn ply(&self) -> u32;
    fn symmetric_key(&self) -> u64;
    fn outcome(&self) -> Option<Outcome>;
    fn verdict(&self) -> Message;
    fn is_start(&self) -> bool;
    /// The legal moves, sorted as text.
    fn legal_moves(&self) -> Vec<String>;
    /// See [`perft`].
    fn leaves(&self, depth: u32) -> u64;
    /// Plays a move given as text; a refused move changes nothing.
    fn play_text(&mut self, text: &str) -> Result<(), MoveError>;
    fn position(&self) -> String;
    fn boxed(&self) -> Box<dyn Board>;
}

impl<P: Position + Send + Sync + 'static> Board for P {
    fn game(&self) -> &'static str {
        P::NAME
    }

    fn side_to_move(&self) -> Side {
        Position::side_to_move(self)
    }

    fn ply(&self) -> u32 {
        Position::ply(self)
    }

    fn symmetric_key(&self) -> u64 {
        Position::symmetric_key(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Position::outcome(self)
    }

    fn verdict(&self) -> Message {
        Position::verdict(self)
    }

    fn is_start(&self) -> bool {
        *self == P::start()
    }

    fn leaves(&self, depth: u32) -> u64 {
        perft(self, depth)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = Position::legal_moves(self).into_iter().map(|mv| mv.to_string()).collect();
        moves.sort_unstable();
        moves
    }

    fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = text.parse::<P::Move>().map_err(|error| MoveError::Format(error.message()))?;
        self.check_move(mv).map_err(|error| MoveError::Illegal(error.message()))?;
        self.play(mv);
        Ok(())
    }

    fn position(&self) -> String {
        self.to_string()
    }

    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Board> {
    fn clone(&self) -> Self {
        // Without `**`, the box would clone itself without end.
        Board::boxed(&**self)
    }
}

impl fmt::Debug for dyn Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game(), self.position())
    }
}
