//! A queued job and the resources that it needs.

use std::net::IpAddr;

/// The resources that a job needs, or the capacity of a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// The version of the question; for a worker, the highest that it understands.
    pub version: u32,
    /// Memory in MiB; 0 if not given.
    pub mebibytes: u64,
    /// Time in seconds; 0 if not given.
    pub seconds: u64,
}

impl Resources {
    /// Whether this capacity covers the needs of a job.
    pub fn cover(&self, other: &Resources) -> bool {
        self.version >= other.version && self.mebibytes >= other.mebibytes && self.seconds >= other.seconds
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedJob {
    pub id: u64,
    /// The client, for fair scheduling: the client with the fewest running parts is next; ties go to the one served least recently.
    pub client: Option<IpAddr>,
    /// Whether no client waits. Background jobs have the lowest priority.
    pub is_background: bool,
    pub question: String,
    /// The number of parts. The last of several starts after the others and combines their results.
    pub parts: u32,
    pub needs: Resources,
}
