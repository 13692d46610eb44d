//! Events: the log of a match is the whole of its state.

use crate::{Charge, CommandError, Ending, Micros};
use alloc::string::String;
use alloc::vec::Vec;
use rules::{BySide, Side};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timed<K> {
    /// Since the creation of the match or tournament; never less than the moment of the event before.
    pub at: Micros,
    pub kind: K,
}

pub type Event = Timed<EventKind>;

/// The answer to an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision<K = EventKind, E = CommandError> {
    /// The events to be recorded, in order.
    pub events: Vec<Timed<K>>,
    /// Why the input itself changed nothing.
    pub error: Option<E>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A player connected or came back.
    Online {
        side: Side,
    },
    /// A player disconnected.
    Offline {
        side: Side,
    },
    Ready {
        side: Side,
    },
    /// Both players are ready, and the game begins.
    Started,
    /// A legal move was played.
    Moved {
        side: Side,
        ply: u32,
        text: String,
        charge: Charge,
        /// Both clocks after the move; `None`: unlimited.
        clocks: BySide<Option<Micros>>,
        position: String,
    },
    /// An illegal move cost a strike.
    Struck {
        side: Side,
        ply: u32,
        /// The text of the move, cut to 64 characters.
        text: String,
        why: message::Message,
        strikes_left: u8,
    },
    /// The referee stalled, which is charged to neither player.
    Stalled {
        by: Micros,
    },
    /// The referee restarted: the turn is sent again, and its clock starts again.
    Restarted,
    /// The game is over.
    Ended(Ending),
}
