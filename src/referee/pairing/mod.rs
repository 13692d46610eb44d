//! Who met whom, and who is to meet whom by the rules of the Swiss system. Formats are built on this.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod history;
pub mod swiss;

pub use history::{Absence, Encounter, EncounterEnd, Entrant, History, Player, Seats};
pub use rules::Rng;

use alloc::vec::Vec;

/// What a format wants next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// These encounters, in this order.
    Play(Vec<Encounter>),
    /// Nobody plays this round: all who take part have asked to be left out of it.
    SitOut(u32),
    /// Nothing before some encounter ends or somebody joins.
    Wait,
    /// Nothing any more, unless somebody joins late where that is possible.
    Over,
}
