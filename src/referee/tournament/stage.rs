//! The stages of a tournament.

message::tell_displayed!(Stage);

/// Where a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Stage {
    /// For entry.
    Open,
    /// Games are played.
    Running,
    /// No new game begins.
    Paused,
    /// All is played.
    Finished,
    /// Nothing changes any more.
    Archived,
}
