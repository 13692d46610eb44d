//! Inputs of a match, and why an input may change nothing.

use crate::Micros;
use alloc::string::String;
use message::Param;
use rules::{Outcome, Side};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A player connected.
    Online(Side),
    /// A player disconnected.
    Offline(Side),
    /// A player lost a connection that cannot be resumed.
    Left(Side),
    Ready(Side),
    /// The turn of this ply was written to the player at the time of the input.
    Delivered {
        ply: u32,
    },
    /// A move that was complete at the time of the input.
    Move {
        side: Side,
        ply: u32,
        text: String,
    },
    Resign {
        side: Side,
        why: Option<String>,
    },
    /// Only the time.
    Tick,
    /// The referee stalled for this long; the time of the input does not include it.
    Stalled(Micros),
    Restarted,
    /// The game cannot continue and does not count.
    Annul {
        why: Param,
    },
    /// The operator ends the game; without an outcome it does not count.
    Adjudicate {
        outcome: Option<Outcome>,
        why: Param,
    },
}

/// Why an input changed nothing; the answer to its sender. `AlreadyPlayed` answers a resend.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("move_refused")]
pub enum CommandError {
    AlreadyPlayed { ply: u32 },
    StalePly { ply: u32, expected: u32 },
    NotYourTurn { side: Side },
    NotStarted,
    GameOver,
}
