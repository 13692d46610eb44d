//! Which of several nodes referees.

use std::fmt;

/// A node that referees, or would, as the others know it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Holder {
    /// What it calls itself.
    pub name: String,
    /// Where the other nodes pass connections on to: `HOST:PORT`.
    pub relay: String,
    /// The random id of its process, which other nodes show at its relay port: a process that can read it may write to the database as well.
    pub key: String,
}

impl Holder {
    /// This process under a name, with a new id of 128 random bits.
    ///
    /// # Errors
    /// When the system has no random bytes.
    pub fn of_this_process(name: String, relay: String) -> Result<Holder, getrandom::Error> {
        let (high, low) = (getrandom::u64()?, getrandom::u64()?);
        Ok(Holder { name, relay, key: format!("{high:016x}{low:016x}") })
    }
}

/// Without the key, so that it can be told.
impl fmt::Debug for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.name, self.relay)
    }
}
