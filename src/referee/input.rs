//! What a match is told, and what it says when that changes nothing.

use crate::Micros;
use alloc::string::String;
use rules::{Outcome, Side};

/// What a match is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A player's connection stands.
    Online(Side),
    /// A player's connection is gone.
    Offline(Side),
    /// A player's connection is gone, and there is no way back into the game.
    Left(Side),
    /// A player is ready for the first move.
    Ready(Side),
    /// The turn of this ply has been written to the player, at the time of the input.
    Delivered {
        /// Plies played.
        ply: u32,
    },
    /// A move, complete at the time of the input.
    Move {
        /// Who sent it.
        side: Side,
        /// The ply it is meant for.
        ply: u32,
        /// The move, as it came.
        text: String,
    },
    /// A player gives up.
    Resign {
        /// The player who gives up.
        side: Side,
        /// Why, if the player says.
        why: Option<String>,
    },
    /// Nothing but the time.
    Tick,
    /// The referee stood still for so long; the time of the input does not count it.
    Stalled(Micros),
    /// The referee was started anew.
    Restarted,
    /// The game cannot go on, and counts for nobody.
    Annul {
        /// Why it cannot.
        why: String,
    },
    /// The operator ends the game; without an outcome it counts for nobody.
    Adjudicate {
        /// Who wins.
        outcome: Option<Outcome>,
        /// The operator's reason.
        why: String,
    },
}

/// Why a message changed nothing: an answer to whoever sent it, not a event. The sentences are for the player.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("move_refused")]
pub enum CommandError {
    /// This very move has been accepted before: whoever resends it is told so again.
    AlreadyPlayed {
        /// Plies played before it.
        ply: u32,
    },
    /// A move for another ply than the one at hand.
    StalePly {
        /// The ply it was meant for.
        ply: u32,
        /// The ply at hand.
        expected: u32,
    },
    /// The opponent's turn.
    NotYourTurn {
        /// Whose turn it is.
        side: Side,
    },
    /// Not both have said that they are ready.
    NotStarted,
    /// The game is over.
    GameOver,
}
