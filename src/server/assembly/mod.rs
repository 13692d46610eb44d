//! What puts the rooms together: the only one that sees all of them, and that none of them sees.

mod listen;
mod pipes;
mod referee;

pub use listen::{bind, bind_lines};
pub use pipes::{Door, Pipes};
pub use referee::{Played, Referee};
