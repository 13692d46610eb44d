//! Which games can be drawn: one line each.

use super::{Drawing, knights, stones};

/// How the positions of this game are drawn.
pub fn of(game: &str) -> Option<Drawing> {
    match game {
        knights::NAME => Some(knights::DRAWING),
        stones::CONNECT_FOUR => Some(stones::COLUMNS),
        stones::TIC_TAC_TOE => Some(stones::CELLS),
        _ => None,
    }
}
