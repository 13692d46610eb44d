//! What is written down of a match, and nothing else is known of it.

use crate::{Charge, Ending, Micros};
use alloc::string::String;
use rules::{BySide, Side};

/// An event and its moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Since the match was created; never less than the moment of the event before.
    pub at: Micros,
    /// What happened.
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A player connected or came back.
    Online {
        /// The player who is connected now.
        side: Side,
    },
    /// A player's connection was lost.
    Offline {
        /// The player who has lost the connection.
        side: Side,
    },
    /// A player is ready for the first move.
    Ready {
        /// The player who is ready.
        side: Side,
    },
    /// Both were ready: the game began.
    Started,
    /// A legal move was played.
    Moved {
        /// Who played.
        side: Side,
        /// Plies played before it.
        ply: u32,
        /// The move.
        text: String,
        /// What it cost.
        charge: Charge,
        /// Both clocks after it; `None` is no limit.
        clocks: BySide<Option<Micros>>,
        /// The position after it.
        position: String,
    },
    /// An illegal move was forgiven.
    Struck {
        /// Who played it.
        side: Side,
        /// Plies played.
        ply: u32,
        /// The text of the move, cut to 64 characters.
        text: String,
        /// What is wrong with it.
        why: message::Message,
        /// How many more will be forgiven.
        strikes_left: u8,
    },
    /// The referee itself stood still; nobody pays for it.
    Stalled {
        /// For how long.
        by: Micros,
    },
    /// The referee was started anew; the turn is sent again and its clock begins anew.
    Restarted,
    /// The game is over.
    Ended(Ending),
}
