//! The identity of a node.

use std::fmt;

/// A node that holds or may hold the lease.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Holder {
    pub name: String,
    /// Its relay address: `HOST:PORT`.
    pub relay: String,
    /// The random id of the process. Other nodes authenticate with it at the relay port; only readers of the database know it.
    pub key: String,
}

impl Holder {
    /// The identity of this process: the name with a new random id of 128 bits.
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
