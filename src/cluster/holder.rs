//! Which of several nodes referees.

use std::fmt;

/// A node that referees, or would, as the others know it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Holder {
    /// What it calls itself.
    pub name: String,
    /// Where the other nodes pass connections on to: `HOST:PORT`.
    pub relay: String,
    /// What they show there: whoever can read it may write to the database as well.
    pub key: String,
}

/// Without the key, so that it can be told.
impl fmt::Debug for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.name, self.relay)
    }
}
