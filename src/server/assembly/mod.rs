//! What puts the rooms together: the only one that sees all of them, and that none of them sees.

mod listen;
mod node;
mod peers;
mod pipes;
mod ports;
mod referee;
mod relay;
mod standing;

pub use node::{Node, Term};
pub use pipes::{Door, Pipes};
pub use ports::{bind, bind_lines};
pub use referee::{Played, Referee};
