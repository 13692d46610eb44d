//! A job in the queue.

use std::net::IpAddr;

/// What a job needs, and what a worker has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The version of the question; of a worker, the last that it understands.
    pub edition: u32,
    /// Memory in MiB; 0 if not given.
    pub mebibytes: u64,
    /// Time in seconds; 0 if not given.
    pub seconds: u64,
}

impl Needs {
    /// Whether a worker that has this can work on a job that needs the other.
    pub fn cover(&self, other: &Needs) -> bool {
        self.edition >= other.edition && self.mebibytes >= other.mebibytes && self.seconds >= other.seconds
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedJob {
    pub id: u64,
    /// The client. The next part is of the client with the fewest running parts; among equals, of the one served least recently.
    pub asker: Option<IpAddr>,
    /// Whether no client waits for it. Such jobs come after all others.
    pub is_unasked: bool,
    pub question: String,
    /// The number of parts. The last of several waits for the others, and combines their results.
    pub parts: u32,
    pub needs: Needs,
}
