//! The stages of a tournament.

message::tell_displayed!(Stage);

/// The stage of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Stage {
    /// Open for entry.
    Open,
    /// Games begin and are played.
    Running,
    /// No game begins.
    Paused,
    /// All is played.
    Finished,
    /// Immutable.
    Archived,
}
