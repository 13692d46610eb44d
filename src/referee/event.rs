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

/// What happened. `Online` is also a player that came back; with `Started` both are ready. A move has the clocks after it, where `None` is unlimited. A
/// `Struck` one was illegal, and its text is cut to 64 characters. `Stalled` is the referee, which is charged to neither player; after `Restarted` the
/// turn is sent again, and its clock starts again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    Online { side: Side },
    Offline { side: Side },
    Ready { side: Side },
    Started,
    Moved { side: Side, ply: u32, text: String, charge: Charge, clocks: BySide<Option<Micros>>, position: String },
    Struck { side: Side, ply: u32, text: String, why: message::Message, strikes_left: u8 },
    Stalled { by: Micros },
    Restarted,
    Ended(Ending),
}
