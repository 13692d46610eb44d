//! REST types of exercises (positions with exactly one winning move) and search trees.

use crate::{LineMove, Score, Seat, TreeBound};
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
    /// The side to move, which wins.
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
#[serde(deny_unknown_fields, expecting = "shape.move")]
pub struct ExerciseAttempt {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// The result of an attempted move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExerciseVerdict {
    /// Whether it is the one that wins.
    pub right: bool,
    /// The value of the move for the side that made it.
    pub score: Score,
    /// The play expected from the move on, with the position after each: what is wrong with it, or how it wins.
    pub line: Vec<LineMove>,
}

/// A position whose search tree is wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.search")]
#[schema(example = json!({"method": "classroom-alphabeta", "depth": 2}))]
pub struct TreeQuestion {
    /// The position, in the game's notation; the start if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// `minimax`, `classroom-alphabeta`, or `iterative-deepening`: alpha-beta that looks first at what a shallower search found best.
    pub method: String,
    /// How deep, 1 to 5 plies.
    pub depth: u32,
}

/// A move that was searched; the first node is the root, without one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SearchTreeNode {
    /// The place in the list of the node that the move was made from; null for the root.
    pub parent: Option<u32>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The value for the side that made it; plies are counted from the root. Of the root, for the side to move.
    pub score: Score,
    /// Whether that is exact.
    pub bound: TreeBound,
    /// The moves that were cut off after it, and not searched.
    pub cut: Vec<String>,
    /// The number of moves searched after it that are not listed.
    pub hidden: u32,
}

/// The tree that a search walked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SearchTree {
    /// The game.
    pub game: String,
    /// The position of the root.
    pub position: String,
    /// The method.
    pub method: String,
    /// The depth, in plies.
    pub depth: u32,
    /// Positions entered.
    pub entered: u64,
    /// Positions valued without looking further.
    pub leaves: u64,
    /// Positions left early.
    pub cut_offs: u64,
    /// Whether all that was entered is listed. If not, of each position two plies from the root or farther only the first two moves are, and at
    /// most 2,000 nodes in all.
    pub whole: bool,
    /// The nodes, in the order in which they were entered.
    pub nodes: Vec<SearchTreeNode>,
}
