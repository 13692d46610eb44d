//! The judge of every answer. It turns stickers one move at a time and looks at the faces; it knows no piece, no table.

use super::facelets::Facelets;
use super::notation::Sequence;
use super::turn::{Metric, Turn};

/// Whether `turns` solve `cube` and are all actions of `metric`.
///
/// # Errors
/// What is wrong, in words.
pub fn check(cube: &Facelets, turns: &[Turn], metric: Metric) -> Result<(), String> {
    if let Some(turn) = turns.iter().find(|turn| metric.price(**turn) != 1) {
        return Err(format!("{turn} is not one move in the {metric} metric"));
    }
    let end = cube.after(&turns.iter().copied().collect::<Sequence>()).map_err(|error| error.to_string())?;
    if end.is_solved() {
        return Ok(());
    }
    Err(format!("{cube} becomes {end}, which is not solved"))
}
