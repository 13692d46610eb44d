//! What puts the rooms together: the only one that sees all of them, and that none of them sees.

mod listen;
mod referee;

pub use listen::bind;
pub use referee::{Played, Referee};
