//! A job on its way into the queue.

use std::net::IpAddr;

/// What working on a job takes, and what a worker can give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The edition of questions that it is written in; of a worker, the last that it understands.
    pub edition: u32,
    /// Memory that was asked for, in MiB; 0 if nobody said how much.
    pub mebibytes: u64,
    /// Time that was asked for, in seconds; 0 if nobody said how much.
    pub seconds: u64,
}

impl Needs {
    /// Whether a worker that gives this much can work on what takes that much.
    pub fn cover(&self, other: &Needs) -> bool {
        self.edition >= other.edition && self.mebibytes >= other.mebibytes && self.seconds >= other.seconds
    }
}

/// A job in the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedJob {
    /// Its number.
    pub id: u64,
    /// Who asks: of all askers, whoever has the fewest parts at work is next, and of several such whoever was served least lately.
    pub asker: Option<IpAddr>,
    /// Whether nobody waits for it. Such jobs come after all others.
    pub is_unasked: bool,
    /// The question, which every worker reads for itself.
    pub question: String,
    /// Into how many parts it is cut. The last of several puts together what came of the others, and waits for them.
    pub parts: u32,
    /// What working on it takes.
    pub needs: Needs,
}
