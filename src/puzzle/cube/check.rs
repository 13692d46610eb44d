//! Independent checker of answers, on stickers alone.

use super::{Facelets, Metric, Sequence, Turn};

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("cube_fault")]
pub enum CubeFault {
    Price { turn: Turn, metric: Metric },
    Unsolved { cube: String, end: String },
}

/// Checks that `turns` solve `cube` and are actions of `metric`.
///
/// # Errors
/// What is wrong.
pub fn check(cube: &Facelets, turns: &[Turn], metric: Metric) -> Result<(), CubeFault> {
    if let Some(turn) = turns.iter().find(|turn| metric.price(**turn) != 1) {
        return Err(CubeFault::Price { turn: *turn, metric });
    }
    let end = cube.after(&turns.iter().copied().collect::<Sequence>()).expect("a turn is of an outer layer, which every cube has");
    if end.is_solved() {
        return Ok(());
    }
    Err(CubeFault::Unsolved { cube: cube.to_string(), end: end.to_string() })
}
