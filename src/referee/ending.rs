//! Terminations: why a game ended.

use crate::Micros;
use alloc::string::String;
use message::{Coded, Message, Param};
use rules::{Outcome, Side};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The result; `None` if the game does not count.
    pub outcome: Option<Outcome>,
    pub reason: Termination,
}

/// Why a game ended, with its figures. `stale` moves came for another ply in the last turn, the last one for `stale_ply`; `Annulled` is through no
/// fault of a player.
#[derive(Clone, Debug, PartialEq, Eq, Coded, strum::EnumDiscriminants)]
#[code("ending")]
#[strum_discriminants(name(TerminationKind), doc = "Which of the reasons it is, without its numbers.")]
#[strum_discriminants(derive(strum::EnumString, strum::IntoStaticStr))]
#[strum_discriminants(strum(serialize_all = "snake_case", parse_err_ty = UnknownTermination, parse_err_fn = UnknownTermination::of))]
pub enum Termination {
    Rules { verdict: Message },
    IllegalMove { side: Side, ply: u32, text: String, why: Message },
    Time { side: Side, ply: u32, sent: Micros, used: Micros, limit: Micros, lag_compensation: Micros, stale: u32, stale_ply: Option<u32> },
    Resigned { side: Side, why: Option<String> },
    NoShow { side: Side, within: Micros },
    BothNoShow { within: Micros },
    Absent { side: Side, limit: Micros },
    BothAbsent { limit: Micros },
    Left { side: Side },
    Annulled { why: Param },
    Adjudicated { why: Param },
}

impl TerminationKind {
    /// The snake-case word of the wire format.
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// Whether the game began; otherwise it is a forfeit.
    pub const fn was_played(self) -> bool {
        !matches!(self, TerminationKind::NoShow | TerminationKind::BothNoShow)
    }
}

/// A message `move` without a text is an illegal move for this reason.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("move_missing")]
pub(crate) struct MoveMissing;

/// A word that names no termination.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("unknown_termination")]
pub struct UnknownTermination {
    pub word: String,
}

impl UnknownTermination {
    fn of(code: &str) -> UnknownTermination {
        UnknownTermination { word: code.chars().take(40).collect() }
    }
}

impl Termination {
    /// The kind, without the figures.
    pub fn kind(&self) -> TerminationKind {
        self.into()
    }

    /// The snake-case word of the wire format.
    pub fn code(&self) -> &'static str {
        self.kind().code()
    }
}
