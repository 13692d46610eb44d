//! The judge of every answer. It turns stickers one move at a time and looks at the faces; it knows no piece, no table.

use super::facelets::Facelets;
use super::notation::Sequence;
use super::turn::{Metric, Turn};

/// Why turns are no answer.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("cube_fault")]
pub enum Fault {
    /// A turn that is several moves in the metric, or none.
    Price {
        /// The turn.
        turn: Turn,
        /// The metric.
        metric: Metric,
    },
    /// The cube is not solved at the end.
    Unsolved {
        /// The cube.
        cube: String,
        /// What becomes of it.
        end: String,
    },
}

/// Whether `turns` solve `cube` and are all actions of `metric`.
///
/// # Errors
/// What is wrong.
pub fn check(cube: &Facelets, turns: &[Turn], metric: Metric) -> Result<(), Fault> {
    if let Some(turn) = turns.iter().find(|turn| metric.price(**turn) != 1) {
        return Err(Fault::Price { turn: *turn, metric });
    }
    let end = cube.after(&turns.iter().copied().collect::<Sequence>()).expect("a turn is of an outer layer, which every cube has");
    if end.is_solved() {
        return Ok(());
    }
    Err(Fault::Unsolved { cube: cube.to_string(), end: end.to_string() })
}
