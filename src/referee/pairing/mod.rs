//! Who plays whom: formats that look at a tournament's history and say what comes next.
//!
//! A format holds settings and a seed, never state: [`Format::next`] is a function of the history alone. Whoever runs a tournament
//! asks it after each change (somebody joins or leaves, an encounter ends), notes the encounters it gives in the history, and
//! plays them in that order, as many at once as there is room for.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod arena;
mod gauntlet;
mod history;
mod knockout;
mod lots;
mod round_robin;
pub mod swiss;

pub use arena::Arena;
pub use gauntlet::Gauntlet;
pub use history::{Absence, Encounter, Ending, Entrant, History, Player, Seats};
pub use knockout::Knockout;
pub use lots::Lots;
pub use round_robin::RoundRobin;
pub use swiss::Swiss;

use alloc::vec::Vec;

/// What a format wants next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// These encounters, in this order.
    Play(Vec<Encounter>),
    /// Nothing before some encounter ends or somebody joins.
    Wait,
    /// Nothing any more, unless somebody joins late where that is possible.
    Over,
}

/// A way to pair.
pub trait Format {
    /// The encounters to be played next, besides those in the history. Deterministic; and having noted what it gave, it does not
    /// give the same again.
    fn next(&self, history: &History) -> Next;
}
