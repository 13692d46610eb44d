//! Monte Carlo tree search: the classroom's UCT, and PUCT.

mod puct;
mod tree;
mod uct;

pub use puct::Puct;
pub use uct::Uct;

use crate::{KeepSearching, Progress, SearchLimits, Statistics};

const POLL: u64 = 32;

/// Simulates until the limits or `keep_going` end the search, or `simulate` reports that it is done. `simulate` returns its depth, too.
fn simulations(
    limits: &SearchLimits,
    keep_going: KeepSearching,
    mut is_done: bool,
    mut simulate: impl FnMut() -> (u32, bool),
) -> Statistics {
    let mut progress = Progress { finished: true, ..Progress::default() };
    while !is_done && limits.nodes.is_none_or(|most| progress.cost.nodes < most) {
        if progress.cost.nodes.is_multiple_of(POLL) && progress.cost.nodes > 0 && !keep_going(&progress) {
            break;
        }
        let depth;
        (depth, is_done) = simulate();
        let Statistics { nodes, leaves, selective_depth, .. } = &mut progress.cost;
        (*nodes, *leaves, *selective_depth) = (*nodes + 1, *leaves + 1, (*selective_depth).max(depth));
    }
    progress.cost
}

/// Each iteration has twice as many simulations as the one before.
fn iteration(number: u32) -> Option<SearchLimits> {
    let nodes = 64_u64.checked_shl(number).filter(|&nodes| nodes > 64)?;
    Some(SearchLimits { depth: None, nodes: Some(nodes) })
}
