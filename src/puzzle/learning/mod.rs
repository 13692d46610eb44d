//! A conflict-driven search for puzzles of yes and no, which bring their own rules.

mod analysis;
mod clauses;
mod scores;
mod search;
mod trail;

pub(crate) use search::Search;
pub(crate) use trail::{Rules, Trail, Value};

/// The `n`th number, from 1, of Luby's sequence 1 1 2 1 1 2 4 … (Luby, Sinclair and Zuckerman, 1993).
fn luby(mut n: u64) -> u64 {
    loop {
        let power = (n + 1).next_power_of_two();
        if power == n + 1 {
            return power / 2;
        }
        n -= power / 2 - 1;
    }
}
