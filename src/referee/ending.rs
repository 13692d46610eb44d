//! Why a game ended.

use crate::Micros;
use alloc::string::String;
use message::{Coded, Message};
use rules::{Outcome, Side};

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won; `None`: the game counts for nobody.
    pub outcome: Option<Outcome>,
    /// What ended it.
    pub reason: Termination,
}

/// Why a game ended, with the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Coded, strum::EnumDiscriminants)]
#[code("ending")]
#[strum_discriminants(name(TerminationKind), doc = "Which of the reasons it is, without its numbers.")]
#[strum_discriminants(derive(strum::EnumString, strum::IntoStaticStr), allow(missing_docs))]
#[strum_discriminants(strum(serialize_all = "snake_case", parse_err_ty = UnknownTermination, parse_err_fn = UnknownTermination::of))]
pub enum Termination {
    /// By the rules of the game.
    Rules {
        /// Which rule.
        verdict: Message,
    },
    /// An illegal or malformed move, with no strike left.
    IllegalMove {
        /// Who played it.
        side: Side,
        /// Plies played before it.
        ply: u32,
        /// The text of the move, cut to 64 characters.
        text: String,
        /// What is wrong with it.
        why: Message,
    },
    /// Out of time.
    Time {
        /// Whose time ran out.
        side: Side,
        /// Plies played.
        ply: u32,
        /// When the turn was sent.
        sent: Micros,
        /// The time between the turn and this judgement.
        used: Micros,
        /// The time that it had, the forgiven part included.
        limit: Micros,
        /// Of the limit, what was for the way.
        forgiven: Micros,
    },
    /// Gave up.
    Resigned {
        /// The player who gave up.
        side: Side,
        /// Why, as the player says.
        why: Option<String>,
    },
    /// One player was not ready in time.
    NoShow {
        /// The player who was not ready.
        side: Side,
        /// The time it had.
        within: Micros,
    },
    /// Neither player was ready in time.
    NobodyCame {
        /// The time they had.
        within: Micros,
    },
    /// Away for too long.
    Absent {
        /// The player who was away.
        side: Side,
        /// How long one may be away.
        limit: Micros,
    },
    /// Both away for too long.
    BothAbsent {
        /// How long one may be away.
        limit: Micros,
    },
    /// Lost a connection to which there is no way back.
    Left {
        /// The player who left.
        side: Side,
    },
    /// The game cannot go on, and nobody is to blame.
    Annulled {
        /// Why it cannot.
        why: String,
    },
    /// The operator's decision.
    Adjudicated {
        /// The operator's reason.
        why: String,
    },
}

impl TerminationKind {
    /// The cause as one word, as on the wire.
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// Whether the players sat down to the game: one that nobody began is a forfeit.
    pub const fn was_played(self) -> bool {
        !matches!(self, TerminationKind::NoShow | TerminationKind::NobodyCame)
    }
}

/// A word that is no cause.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("unknown_cause")]
pub struct UnknownTermination {
    /// The word.
    pub word: String,
}

impl UnknownTermination {
    fn of(code: &str) -> UnknownTermination {
        UnknownTermination { word: code.chars().take(40).collect() }
    }
}

impl Termination {
    /// Which reason it is.
    pub fn cause(&self) -> TerminationKind {
        self.into()
    }

    /// The reason as one word, as on the wire.
    pub fn code(&self) -> &'static str {
        self.cause().code()
    }
}
