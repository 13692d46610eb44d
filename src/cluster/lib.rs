//! Several nodes on one PostgreSQL database: the storage, the lease that elects the referee, the job queue that workers share, and the relay
//! of connections to the node that referees.

mod holder;
mod node;
mod postgres;
mod relay;
mod standing;

pub use holder::Holder;
pub use node::{Node, NodeAddresses, NodeError, NodeFlags, Term, node_name};
pub use postgres::{DatabaseUrl, LeaseWatch, Register, UnreadableUrl, is_there, open, open_beside, open_queue, remedy, watch};
