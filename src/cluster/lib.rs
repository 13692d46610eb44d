//! Several nodes on one PostgreSQL database: the storage, the lease that elects the referee, the job queue that workers share, and the relay
//! of connections to the node that referees.

mod holder;
mod node;
mod peers;
mod postgres;
mod progress;
mod relay;

/// Entry point of the fuzz target for preambles.
#[cfg(feature = "fuzzing")]
pub fn reads_as_preamble(bytes: &[u8], key: &str) -> bool {
    use futures_util::FutureExt;
    let mut left = bytes;
    let read = relay::Preamble::read(&mut left, key).now_or_never();
    matches!(read, Some(Ok(Some(preamble))) if relay::Preamble::read(&mut preamble.line(key).as_bytes(), key).now_or_never().is_some())
}

pub use holder::Holder;
pub use node::{ClusterNode, LeaseTerm, NoNodeName, NodeAddresses, NodeError, NodeFlags, node_name};
pub use postgres::{
    DatabaseUrl, LeaseWatch, NodePeer, UnreadableUrl, announce_worker, is_there, open, open_beside, open_queue, read_store_file, remedy,
    retry_while_down, watch,
};
pub use progress::{HighestSeen, LogPosition};
