//! The tree that a search walks.

use crate::Score;
use crate::word::words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

words! {
    /// What is known of the value of a move.
    TreeBound {
        /// It is this.
        Exact = "exact",
        /// It is this or more, which was enough to know.
        AtLeast = "at_least",
        /// It is this or less, which was enough to know.
        AtMost = "at_most",
    }
}

/// A position whose search tree is wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object, such as {\"method\": \"classroom-alphabeta\", \"depth\": 2}")]
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

/// A move that the search looked at; the first node is the root, without one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SearchTreeNode {
    /// The place in the list of the node that the move was made from; null for the root.
    pub parent: Option<u32>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// What it is worth for the side that made it; plies are counted from the root. Of the root, for the side to move.
    pub score: Score,
    /// Whether that is exact.
    pub bound: TreeBound,
    /// The moves that were cut off after it: they were not looked at.
    pub cut: Vec<String>,
    /// How many moves were looked at after it and are not told.
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
    /// How deep, in plies.
    pub depth: u32,
    /// Positions entered.
    pub entered: u64,
    /// Positions valued without looking further.
    pub leaves: u64,
    /// Positions left early.
    pub cut_offs: u64,
    /// Whether all that was entered is told. If not, of each position two plies from the root or farther only the first two moves are, and at
    /// most 2,000 nodes in all.
    pub whole: bool,
    /// The nodes, in the order in which they were entered.
    pub nodes: Vec<SearchTreeNode>,
}
