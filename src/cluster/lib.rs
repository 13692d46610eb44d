//! Several nodes on one PostgreSQL database: the storage, the lease that elects the referee, the job queue that workers share, and the relay
//! of connections to the node that referees.

mod holder;
mod node;
mod peers;
mod postgres;
mod progress;
mod relay;

pub use holder::Holder;
pub use node::{NoNodeName, Node, NodeAddresses, NodeError, NodeFlags, Term, node_name};
pub use postgres::{
    DatabaseUrl, LeaseWatch, Peer, Register, UnreadableUrl, announce_worker, is_there, open, open_beside, open_queue, read_store_file, remedy,
    retry_while_down, watch,
};
pub use progress::{HighestSeen, Progress};
