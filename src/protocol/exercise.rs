//! Exercises: positions with exactly one move that wins.

use crate::{LineMove, Score, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Exercise {
    /// Its number among those of its game.
    pub number: u32,
    /// In how many plies the game is over if both sides do their best.
    pub plies: u32,
    /// The position.
    pub position: String,
    /// Who is to move and to win.
    pub to_move: Seat,
}

/// Exercises of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExerciseList {
    /// The game.
    pub game: String,
    /// The exercises, the shorter ones first.
    pub exercises: Vec<Exercise>,
}

/// An exercise with its solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExerciseSolution {
    /// The game.
    pub game: String,
    /// The exercise.
    pub exercise: Exercise,
    /// The play that follows from the move that wins, that move first, with the position after each.
    pub line: Vec<LineMove>,
}

/// A move that is tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object, such as {\"move\": \"B9-A7\"}")]
pub struct ExerciseAttempt {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// What came of a move that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExerciseVerdict {
    /// Whether it is the one that wins.
    pub right: bool,
    /// What the move is worth for who made it.
    pub score: Score,
    /// The play expected from the move on, with the position after each: what is wrong with it, or how it wins.
    pub line: Vec<LineMove>,
}
