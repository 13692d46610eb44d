//! Monte Carlo tree search: the classroom's, and one that plays better.

mod guided;
mod tree;
mod uct;

pub use guided::Mcts;
pub use uct::Uct;
