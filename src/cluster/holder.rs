//! The identity of a node.

use std::fmt;

/// A node that holds the lease, or may take it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Holder {
    pub name: String,
    /// Its relay address: `HOST:PORT`.
    pub relay: String,
    /// The random id of its process, which other nodes send to its relay port. Only processes with access to the database can read it.
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

/// Without the key.
impl fmt::Debug for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.name, self.relay)
    }
}
