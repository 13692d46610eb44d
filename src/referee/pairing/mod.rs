//! The history of a tournament, and pairing by the Swiss system.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod history;
pub mod swiss;

pub use history::{Absence, Encounter, EncounterEnd, Entrant, History, Player, Seats};
pub use rules::Rng;

use alloc::vec::Vec;

/// The next pairings of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// These encounters, in this order.
    Play(Vec<Encounter>),
    /// A round without encounters: all players have a requested bye.
    SitOut(u32),
    /// Nothing until an encounter ends or a player joins.
    Wait,
    /// Nothing more, except for late joiners.
    Over,
}

impl Next {
    pub(crate) fn play_or_wait(encounters: Vec<Encounter>) -> Next {
        if encounters.is_empty() { Next::Wait } else { Next::Play(encounters) }
    }
}
