//! Inputs of a match, and why an input may change nothing.

use crate::Micros;
use alloc::string::String;
use message::Param;
use rules::{Outcome, Side};

/// An input of a match. `Left` is the loss of a connection that cannot be resumed. The turn of a ply was `Delivered`, and a `Move` complete, at the
/// time of the input. `Tick` is only the time, which does not include the time for which the referee `Stalled`. `Annul`: the game cannot continue and
/// does not count; `Adjudicate`: the operator ends it, and without an outcome it does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Online(Side),
    Offline(Side),
    Left(Side),
    Ready(Side),
    Delivered { ply: u32 },
    Move { side: Side, ply: u32, text: String },
    Resign { side: Side, why: Option<String> },
    Tick,
    Stalled(Micros),
    Restarted,
    Annul { why: Param },
    Adjudicate { outcome: Option<Outcome>, why: Param },
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
